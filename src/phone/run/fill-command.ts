/** What may be put into a command in place of `{name}`. */
export interface CommandValues {
  readonly instruction: string;
  readonly language: string;
  /** Names of the apps that the task is about, comma-separated. */
  readonly apps: string;
  readonly maxSteps: number;
  readonly seed: number;
  readonly repeat: number;
  /** Serial of the phone. */
  readonly serial: string;
  /** Port of its adb server on this machine. */
  readonly port: number;
  /** Folder of the attempt's own, for files of the agent; absolute. */
  readonly output: string;
}

/** Names as users write them: `{max_steps}`. */
export const COMMAND_NAMES = {
  instruction: 'instruction',
  language: 'language',
  apps: 'apps',
  max_steps: 'maxSteps',
  seed: 'seed',
  repeat: 'repeat',
  serial: 'serial',
  port: 'port',
  output: 'output',
} as const satisfies Record<string, keyof CommandValues>;

/**
 * The words of a command with each `{name}` replaced, in one pass: braces within a value are never replaced. Other
 * braces stay, since arguments may be JSON; so does `${name}`, which is a shell's.
 */
export function fillCommand(
  command: readonly [string, ...string[]],
  values: CommandValues,
): readonly [string, ...string[]] {
  const fill = (word: string): string =>
    word.replaceAll(/(?<!\$)\{([a-z_]+)\}/g, (whole, name: string) =>
      Object.hasOwn(COMMAND_NAMES, name)
        ? String(values[COMMAND_NAMES[name as keyof typeof COMMAND_NAMES]])
        : whole,
    );
  const [program, ...parameters] = command;
  return [fill(program), ...parameters.map(fill)];
}
