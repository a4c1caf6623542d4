/** A share of 0 to 1 as a place along an axis, for attributes of SVG: "72.92%". */
export const along = (share: number): string => `${Math.round(share * 10_000) / 100}%`;
