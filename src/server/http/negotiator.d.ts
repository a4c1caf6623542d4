declare module "negotiator" {
  export class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    encodings(available: string[], options?: { preferred?: string[] }): string[];
  }
}
