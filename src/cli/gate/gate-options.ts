import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../errors.js';
import type { GateRequest } from '../../app/gate/gate-request.js';
import { findRun } from '../../app/results/find-run.js';
import { namedPoints, namedShare, oneOf, percentagePoints, share } from '../../domain/text/parse-option.js';

const CONFIDENT = ['met', 'missed'] as const;

/** Adds the flags for CI. */
export function addGateOptions(command: Command): Command {
  return command
    .option('--min-success <share>', 'end with 1 unless this success rate is reached: 0.8, or 80%')
    .option(
      '--min-metric <name=share>',
      "the same for the benchmark's main metric or completion: ams=60%, completion=0.5",
    )
    .option('--baseline <run>', 'measure success against this run, task by task')
    .option(
      '--max-drop <points>',
      'percentage points by which success may lie below the baseline; else end with 1',
    )
    .option('--max-metric-drop <name=points>', 'the same for another number: ams=3')
    .option(
      '--confident [met|missed]',
      'met (default): met only where the data show it; missed: missed only where the data show it',
    )
    .option('--junit <file>', 'write the results as JUnit XML, one case per task');
}

/**
 * The gate that options ask for.
 *
 * @throws {UserError} for values that do not fit, and for a baseline without an allowed drop or the other way round
 */
export function gateRequest(
  options: Readonly<Record<string, unknown>>,
  places: { readonly runsFolder: string; readonly workingDirectory: string },
): GateRequest {
  const { minSuccess, maxDrop, minMetric, maxMetricDrop } = options;
  const hasDrop = maxDrop !== undefined || maxMetricDrop !== undefined;
  const baseline = typeof options['baseline'] === 'string' ? options['baseline'] : undefined;
  if ((baseline !== undefined) !== hasDrop) {
    const flag = maxDrop === undefined && hasDrop ? '--max-metric-drop' : '--max-drop';
    throw new UserError(`--baseline and ${flag} belong together`, {
      hint: `For example: --baseline runs/main ${flag} ${flag === '--max-drop' ? '5' : 'ams=5'} (percentage points).`,
    });
  }
  const { confident } = options;
  if (confident !== undefined && [minSuccess, minMetric, baseline].every((one) => one === undefined)) {
    throw new UserError('--confident says how a gate decides, and there is none', {
      hint: 'Name one: --min-success 60% --confident.',
    });
  }
  return {
    rule:
      confident === undefined
        ? 'seen'
        : confident === true
          ? 'met'
          : oneOf(CONFIDENT, confident, '--confident'),
    minSuccess: minSuccess === undefined ? null : share(minSuccess, '--min-success'),
    minMetric: minMetric === undefined ? null : namedShare(minMetric, '--min-metric'),
    drop:
      baseline === undefined
        ? null
        : {
            baseline: findRun(baseline, places.runsFolder, places.workingDirectory),
            atMost: maxDrop === undefined ? null : percentagePoints(maxDrop, '--max-drop'),
            metric: maxMetricDrop === undefined ? null : namedPoints(maxMetricDrop, '--max-metric-drop'),
          },
    sequential: options['sequential'] === true,
    junit: typeof options['junit'] === 'string' ? resolve(places.workingDirectory, options['junit']) : null,
  };
}
