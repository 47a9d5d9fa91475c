/** A line that the shell cannot read, in the shell's words. Never leaves the shell. */
export class ShellSyntaxError extends Error {
  /** The line ended too early: more text could make it a good one. */
  readonly isIncomplete: boolean;

  constructor(message: string, options: { isIncomplete?: boolean } = {}) {
    super(message);
    this.isIncomplete = options.isIncomplete ?? false;
  }
}
