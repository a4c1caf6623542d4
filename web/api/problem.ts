/**
 * Why a request has no answer. `status` 0: the server was not reached; 499: something in the browser keeps it from being asked. `code`
 * UNKNOWN: what stands before it has answered.
 */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;
  /** What the API says of it, by code. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfterSeconds: number | null = null,
    details: Readonly<Record<string, unknown>> | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details ?? {};
  }
}

/** A failure that may be over in a moment: the server is away, starting, or asks to wait, or a proxy does not reach it (521: Cloudflare). */
export const isPassing = ({ status, code }: ApiProblem): boolean =>
  [0, 429, 503].includes(status) || (code === "UNKNOWN" && [502, 521].includes(status));

/** What the address names is not there, or is nothing that has an address. */
export const isMissing = (problem: ApiProblem): boolean =>
  problem.status === 404 || (problem.status === 400 && !isOfUnknownTag(problem));

/** The address asks for a tag that no prompt has, such as one that was renamed. */
export const isOfUnknownTag = ({ details: { issues } }: ApiProblem): boolean =>
  Array.isArray(issues) && issues.some(({ code }: { code?: unknown }) => code === "unknown_tag");
