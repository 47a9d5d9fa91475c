/** How long slow clients are waited for, milliseconds. */
export interface ClientPatience {
  /** For the first request of a connection. */
  readonly firstRequestMs: number;
  /** For progress in taking what is left once the answer is complete. */
  readonly lingerMs: number;
}

export const PATIENCE: ClientPatience = { firstRequestMs: 60_000, lingerMs: 10_000 };
