import { UserError } from '../../../errors.js';
import type { OpenBenchmarkOptions } from '../../benchmark.js';
import { USUAL_LIMIT, type StepLimit } from './lens-task.js';

/** Switches of runs on phones, as `--benchmark-option` names them. */
export const DYNAMIC_OPTIONS = {
  minSteps: 'on phones: steps that every task may take at least; 30 unless given',
  stepFactor: 'on phones: steps that a task may take, times those of its reference; 1.5 unless given',
} as const;

/** Switches that say how recorded steps are judged. */
const OF_STEPS = /^(?:paths|protocol(?:\..*)?)$/;

/** @throws {UserError} for switches that mean nothing where the tasks are done */
export function refuseStrangeOptions(
  { settings }: Pick<OpenBenchmarkOptions, 'settings'>,
  given: Readonly<Record<string, unknown>>,
  isOnPhones: boolean,
): void {
  const name = Object.keys(given).find((one) =>
    isOnPhones ? OF_STEPS.test(one) : Object.hasOwn(DYNAMIC_OPTIONS, one),
  );
  if (name !== undefined) {
    throw new UserError(
      `--benchmark-option ${name} is for ${isOnPhones ? 'recorded steps' : 'runs on phones'}`,
      {
        hint: isOnPhones
          ? 'Leave it out, or leave --env out.'
          : 'It goes with --env android or --env chromium.',
      },
    );
  }
  if (!isOnPhones) return;
  for (const [setting, usual] of [
    ['level', 'high'],
    ['history', 'recorded'],
  ] as const) {
    const value = settings?.[setting];
    if (value === undefined || value === usual) continue;
    throw new UserError(`--${setting} is for recorded steps, and on phones there are none`, {
      hint: 'Leave it out, or leave --env out.',
    });
  }
}

/** @throws {UserError} for what is no number of steps */
export function readStepLimit(given: Readonly<Record<string, unknown>>): StepLimit {
  const number = (name: keyof typeof DYNAMIC_OPTIONS, usual: number, most: number): number => {
    const value = given[name];
    if (value === undefined) return usual;
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof read === 'number' && read > 0 && read <= most) return read;
    throw new UserError(`--benchmark-option ${name} cannot be ${JSON.stringify(value)}`, {
      hint: `It is a number over 0, at most ${most}.`,
    });
  };
  const least = number('minSteps', USUAL_LIMIT.least, 10_000);
  if (!Number.isInteger(least)) {
    throw new UserError(`--benchmark-option minSteps cannot be ${least}`, { hint: 'Steps are whole.' });
  }
  return { least, factor: number('stepFactor', USUAL_LIMIT.factor, 100) };
}
