/** How this server identifies itself. */
export const about = { name: "overheard", title: "Overheard", version: "1.0.0" };
