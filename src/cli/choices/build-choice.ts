import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';
import { JUDGE_SETTINGS } from './judge-choice.js';

/** Settings of stages of the builder that ask models. */
export const BUILD_SETTINGS = JUDGE_SETTINGS.filter((key) => key !== 'plugins');

/** The way in which a stage works. @throws {UserError} */
export function buildMode(given: unknown): Mode {
  if (given === undefined || given === 'corrected') return 'corrected';
  if (given === 'reference') return 'reference';
  throw new UserError(`--mode ${JSON.stringify(given)} is unknown`, {
    hint: 'It is corrected or reference.',
  });
}
