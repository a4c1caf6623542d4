/** What this server says it is. */
export const about = { name: "overheard", title: "Overheard", version: "1.0.0" };
