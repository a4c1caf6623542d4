/** Why a request has no answer. `status` 0: the server was not reached. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A failure that may be over in a moment: the server is away, starting, or asks to wait. */
export const isPassing = ({ status }: ApiProblem): boolean =>
  status === 0 || status === 429 || status === 502 || status === 503;
