/** Who we say we are; robots.txt is read for its first word. */
export const userAgent = "OverheardBot/1.0";
