/** Computes what views by tag show of a project's newest reports, before somebody asks for them. */
export interface FiguresAhead {
  /** Call it once a report has ended or been read again, or tags have changed. */
  soon(project: { organizationId: string; projectId: string }): void;
}
