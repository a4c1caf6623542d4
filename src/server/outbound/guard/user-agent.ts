/** How we identify ourselves; robots.txt is matched against the product name. */
export const userAgent = "OverheardBot/1.0";
