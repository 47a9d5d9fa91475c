/** From where and under what a user asks for something: plain values that any door can give. */
export interface AppContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute; what relative names start from. */
  readonly workingDirectory: string;
  /** Aborted first: finish the step in flight, save, stop. */
  readonly interrupted: AbortSignal;
  /** Aborted second: stop at once. */
  readonly killed: AbortSignal;
}

/** Receives what the user should know and nothing depends on. */
export type OnWarnings = (warnings: readonly string[]) => void;
