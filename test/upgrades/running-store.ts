/** What an earlier version was doing when its process was killed, beside the dump of its database. */
export interface RunningStore {
  commit: string;
  lastMigration: string;
  /** When it was killed, RFC 3339. */
  at: string;
  secret: string;
  key: string;
  projectId: string;
  done: { id: string; headline: string };
  /** `unanswered`: prompts that were being asked, or waited. */
  running: { id: string; prompts: number; unanswered: string[] };
}
