/** Something that was done to be named more often: a published post, a changed page, or any dated note. */
export interface Intervention {
  id: string;
  projectId: string;
  /** RFC 3339: when it was done. */
  at: string;
  title: string;
  /** Prompts that it is meant for; empty: all of them. */
  promptKeys: string[];
  /** Prompts that were drawn by chance not to be acted on; null: nothing was drawn. */
  controlKeys: string[] | null;
  url: string | null;
  /** The draft that was published. */
  reportId: string | null;
  note: string | null;
  /** The smallest effect worth finding, fraction of 1; null if nobody said. */
  smallestWorth: number | null;
  createdAt: string;
}
