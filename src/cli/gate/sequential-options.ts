import type { Command } from 'commander';
import { UserError } from '../../errors.js';

/** Adds the flag by which a new run ends once its gate is decided. */
export function addSequentialOption(command: Command): Command {
  return command.option(
    '--sequential',
    'stop once the gate is decided (tasks in random order, --repeats is the most)',
  );
}

/** Adds the flag by which a run that its gate ended is completed, or judged by the number seen. */
export function addNoSequentialOption(command: Command): Command {
  return command.option(
    '--no-sequential',
    'of a run with --sequential: all episodes, and the number seen decides',
  );
}

/**
 * Whether a new run is to end once its gate is decided.
 *
 * @throws {UserError} unless there is exactly one gate, which decides by nothing else
 */
export function asksSequential(options: Readonly<Record<string, unknown>>): boolean {
  if (options['sequential'] !== true) return false;
  const other = ['minMetric', 'maxMetricDrop'].find((key) => options[key] !== undefined);
  if (other !== undefined) {
    const flag = other === 'minMetric' ? '--min-metric' : '--max-metric-drop';
    throw new UserError(`--sequential watches success alone, not ${flag}`, {
      hint: 'Leave one of the two out.',
    });
  }
  const [rate, drop] = [options['minSuccess'] !== undefined, options['maxDrop'] !== undefined];
  if (rate === drop) {
    throw new UserError(
      rate
        ? '--sequential watches one gate, and there are two'
        : '--sequential ends a run once its gate is decided, and there is none',
      { hint: 'Name one: --min-success 60% --sequential, or --baseline RUN --max-drop 5 --sequential.' },
    );
  }
  if (options['confident'] !== undefined) {
    throw new UserError('--sequential and --confident are two ways to decide a gate', {
      hint: 'Name one. --sequential promises how often it is wrong, too, and takes fewer episodes.',
    });
  }
  return true;
}
