import { UserError } from '../../errors.js';
import type { OpenBenchmarkOptions } from '../benchmark.js';

/**
 * What a switch of a benchmark is set to; the first of its values unless given.
 *
 * @throws {UserError} for a value that it does not have
 */
export function settingOf<const T extends string>(
  benchmark: string,
  { settings }: Pick<OpenBenchmarkOptions, 'settings'>,
  name: string,
  values: readonly [T, ...T[]],
): T {
  const given = settings?.[name];
  if (given === undefined) return values[0];
  const value = values.find((candidate) => candidate === given);
  if (value !== undefined) return value;
  throw new UserError(`${benchmark} has no ${name} ${JSON.stringify(given)}`, {
    hint: `It has ${values.join(' and ')}.`,
  });
}
