/** What is kept of a destination under seal. */
export interface SealedDestination {
  /** Null: the address of the member whose it is. */
  url: string | null;
  /** The newest first; one that is being replaced is of use until then (RFC 3339). */
  secrets: { secret: string; until: string | null }[];
}

/** The secrets that count at a time, the newest first. */
export const secretsAt = ({ secrets }: SealedDestination, now: Date): string[] =>
  secrets
    .filter(({ until }) => until === null || Date.parse(until) > now.getTime())
    .map(({ secret }) => secret);
