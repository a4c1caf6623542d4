/** Whether an occurrence of a name names the brand, by which rule and how surely (0-1). */
export interface Judgement {
  counts: boolean;
  rule: string;
  confidence: number;
  /** Set if the model decided: its log-odds that the brand is meant, and the rule if it is not. */
  model?: { odds: number; otherwise: string };
}
