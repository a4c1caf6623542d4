/** A picture and a sound of one point each. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

export const text = (said: string) => ({ type: "text" as const, text: said });
export const image = { type: "image" as const, data: png, mimeType: "image/png" };
export const audio = { type: "audio" as const, data: wav, mimeType: "audio/wav" };
export const embedded = (uri: string, said: string, mimeType = "text/plain") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: said },
});
