/** Raise it when the same input gives a different plan. */
export const plannerVersion = "6";
