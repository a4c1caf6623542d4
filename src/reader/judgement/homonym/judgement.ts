/** Whether an occurrence of a name names the brand, by which rule and how surely (0-1). */
export interface Judgement {
  counts: boolean;
  rule: string;
  confidence: number;
  /** The language of the words around it, where they were looked at; null if unclear. */
  language?: string | null;
  /**
   * Set if the model decided: the log-odds that the brand is meant, how much of them is for the place where it stands, and the
   * rule if it is not meant.
   */
  model?: { odds: number; place: number; otherwise: string };
}
