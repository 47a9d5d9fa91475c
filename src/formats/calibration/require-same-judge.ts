import { configurationDifferences } from '../../domain/run.js';
import { UserError } from '../../errors.js';
import type { Calibration } from './calibration-file.js';

/** Longest text of one value in a message. */
const LONGEST = 60;

/**
 * Refuses a calibration of another judge: rates are corrected with what was measured of this very one.
 *
 * @throws {UserError} naming each entry of the identity that differs, with both values
 */
export function requireSameJudge(
  { judge }: Pick<Calibration, 'judge'>,
  identity: Readonly<Record<string, unknown>>,
): void {
  const differences = configurationDifferences(judge.identity, identity);
  if (differences.length === 0) return;
  const entries = differences.map(
    ({ path, left, right }) => `${path} is ${textOf(right)}, calibrated with ${textOf(left)}`,
  );
  throw new UserError(`the calibration is of another judge: ${entries.join('; ')}`, {
    hint: 'Calibrate this judge with labels of its own, or judge again with the one that was calibrated.',
  });
}

function textOf(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
