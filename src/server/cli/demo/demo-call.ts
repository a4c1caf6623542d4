export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** A caller of the public API; returns `data`. Throws RefusedCall if the server answers with a problem. */
export function callerOf(origin: string, token: () => string | Promise<string>): Call {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: T; error?: { code: string; message: string } };
    if (answer.error) throw new RefusedCall(`${method} ${path}`, response.status, answer.error);
    return answer.data;
  };
}

export class RefusedCall extends Error {
  override name = "RefusedCall";
  readonly status: number;

  constructor(call: string, status: number, problem: { code: string; message: string }) {
    super(`${call}: ${problem.code}: ${problem.message}`);
    this.status = status;
  }
}
