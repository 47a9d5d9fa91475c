import type { Command } from 'commander';
import { UserError } from '../../errors.js';

/** Overlap from which two instructions are near-duplicates unless said otherwise. */
const USUAL = 0.7;

/** Adds the option of `thresholdOf`. */
export function addThreshold(command: Command): Command {
  return command.option(
    '--threshold <n>',
    `overlap of words from which two instructions are near-duplicates, above 0 and up to 1 (default: ${USUAL})`,
  );
}

/** Overlap from which two instructions are near-duplicates, 0–1. @throws {UserError} for any other text */
export function thresholdOf(given: unknown): number {
  if (given === undefined) return USUAL;
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
  if (value > 0 && value <= 1) return value;
  throw new UserError(`--threshold ${JSON.stringify(given)} is no overlap`, {
    hint: 'Name a number above 0 and up to 1, such as 0.7.',
  });
}
