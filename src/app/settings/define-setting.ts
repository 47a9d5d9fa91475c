import type { z } from 'zod';

/** One thing a user can set: by flag, environment variable or config file, all parsed by the same schema. */
export interface Setting<T> {
  /** As commander writes it: `--max-steps <n>`. */
  readonly flag: string;
  readonly description: string;
  readonly schema: z.ZodType<T>;
  readonly default: T;
  /** The effective default, for help, where `default` does not hold it. */
  readonly unset?: string;
  /** Whether people put secrets into it by mistake: a value that is refused is not shown then. */
  readonly mayHoldSecret?: boolean;
  /** Whether the flag may be given several times, and is a list then. */
  readonly isRepeatable?: boolean;
}

/** The setting as it is, with its type. */
export function defineSetting<T>(setting: Setting<T>): Setting<T> {
  return setting;
}
