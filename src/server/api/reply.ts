const replyMark = Symbol("reply");

export interface ReplyOptions {
  /** Set if it differs from the action's usual status. */
  status?: number;
  /** Path of what was created or accepted, below the base URL, e.g. `/v1/reports/…`. */
  location?: string;
  retryAfterSeconds?: number;
  /** What the audit log says of it beyond the declaration, such as what was there before: never a text of somebody's. */
  audited?: Record<string, unknown>;
  pagination?: { limit: number; next_cursor: string | null; has_more: boolean };
  /** Text or bytes in place of JSON, for an export. `compressed`: it is so already. */
  stream?: {
    contentType: string;
    fileName: string;
    chunks: AsyncIterable<string | Buffer>;
    compressed?: boolean;
  };
}

/** Data with what surrounds it; an action that needs nothing around it returns the data alone. */
export interface Reply<T> extends ReplyOptions {
  [replyMark]: true;
  data: T;
}

export const reply = <T>(data: T, options: ReplyOptions = {}): Reply<T> => ({
  [replyMark]: true,
  data,
  ...options,
});

export const isReply = (value: unknown): value is Reply<unknown> =>
  typeof value === "object" && value !== null && replyMark in value;
