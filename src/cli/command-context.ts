/** What every command gets from the process, so that tests can hand in their own. */
export interface CommandContext {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  /** Aborted by the first Ctrl-C: finish the step in flight, save, stop. */
  readonly interrupted: AbortSignal;
  /** Aborted by the second Ctrl-C: stop at once. */
  readonly killed: AbortSignal;
  /** What the first Ctrl-C is answered with from here on, for commands that have no step to finish: `stopping the phones`. */
  sayOnInterrupt(what: string): void;
  setExitCode(code: number): void;
}
