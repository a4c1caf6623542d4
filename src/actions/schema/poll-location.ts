/** What to do with an answer that may still be under way, as descriptions say it. */
export const pollLocation = "While its status is `processing`, poll the `Location`.";
