/*
 * The seed of every property test: the same in each run, so that a change is judged by what it changes. Other seeds:
 * TOUCHSTONE_PROPERTY_SEED=random (each run another, printed by a failure) or =NUMBER (a run again).
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

const DEFAULT_SEED = '20261124';

const given = process.env['TOUCHSTONE_PROPERTY_SEED'] ?? DEFAULT_SEED;
if (given !== 'random') {
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`TOUCHSTONE_PROPERTY_SEED=${given} is no whole number`);
  configureGlobal({ ...readConfigureGlobal(), seed });
}
