/** Whether an occurrence of a name names the brand, by which rule and how surely (0-1). */
export interface Judgement {
  counts: boolean;
  rule: string;
  confidence: number;
}
