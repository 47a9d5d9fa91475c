import type { Benchmark } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';
import { judgeRun, type JudgingSummary } from '../../engine/judging/judge-run.js';
import type { JudgingBudget } from '../../engine/judging/judge-episodes.js';
import type { Table } from '../../metrics/tables/table.js';
import { VERSION } from '../../version.js';
import { scoreAndTabulate } from '../results/run-tables.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import { openRunBenchmark } from '../run/run-benchmark.js';
import type { ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';
import { makeJudge, type JudgeChoice, type MadeJudge } from './make-judge.js';

export interface JudgeOneRunOptions extends ProfileOptions {
  /** Name of the judge, or a module; the benchmark's own, else the plain one, unless given. */
  readonly judge: string | null;
  readonly choice: JudgeChoice;
  /** Name of the pass; the judge's and the model's unless given. */
  readonly pass: string | null;
  /** Folder of the data where it is no longer the one the run was made with; absolute. */
  readonly dataDirectory: string | null;
  readonly onProgress: (done: number, of: number) => void;
}

/** What a judge's pass came to, and the run's tables with it. */
export interface JudgedRun {
  readonly summary: JudgingSummary;
  readonly tables: readonly Table[];
  readonly warnings: readonly string[];
}

/** Judge of runs whose benchmark names none. */
const USUAL_JUDGE = 'screenshots';

/**
 * Judges a run, and gives its tables. Where the benchmark leaves success to a judge, the run is scored again with the verdicts;
 * elsewhere the rules' scores stay, and the judge's stand beside them.
 *
 * @throws {UserError | DatasetError} when the judge, its model or the benchmark cannot be used
 */
export async function judgeOneRun(
  directory: string,
  settings: Settings,
  options: JudgeOneRunOptions,
): Promise<JudgedRun> {
  const { workingDirectory, signal, dataDirectory } = options;
  await using benchmark = await openRunBenchmark(directory, { dataDirectory, signal });
  const name = options.judge ?? benchmark.judging?.judges[0] ?? USUAL_JUDGE;
  const registry = await openRegistry(namedPlugins({ plugins: settings.plugins, judge: name }, null), {
    workingDirectory,
  });
  const made = await makeJudge(registry.judge(name), options.choice, settings, options);
  const summary = await judgeRun(directory, benchmark, {
    ...made,
    pass: options.pass ?? passName(made),
    touchstone: VERSION,
    concurrency: settings.concurrency,
    budget: budgetOf(settings),
    signal,
    onProgress: options.onProgress,
  });
  const scored = await scoreAndTabulate(directory, benchmark, {
    keepsScores: !decides(benchmark, made),
    // Who asks for a judge by name compares; who asks for none wants the benchmark's.
    ...(options.judge === null && decides(benchmark, made) ? { judgedBy: summary.pass } : {}),
    signal,
  });
  return { summary, tables: scored.tables, warnings: [...warningsOf(summary), ...scored.warnings] };
}

function decides({ judging }: Benchmark, { judge }: MadeJudge): boolean {
  return judging?.judges.includes(judge.name) === true;
}

function budgetOf({ maxTokens, maxCost }: Settings): JudgingBudget {
  return { tokens: maxTokens, money: maxCost };
}

/** The judge's name and the ids of its models. */
export function passName({ judge, models }: MadeJudge): string {
  const ids = judge.roles.map((role) => models[role]?.identity['model']);
  const named = [...new Set(ids.filter((id) => typeof id === 'string'))];
  return [judge.name, ...named]
    .join('.')
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 100);
}

function warningsOf({ outages, outage, unasked, refused, refusal }: JudgingSummary): readonly string[] {
  const away =
    outages === 0
      ? []
      : [
          `${outages} episodes were not judged: the model could not be reached (${outage ?? 'no answer'}); judge again to go on`,
        ];
  const spent = unasked === 0 ? [] : [`${unasked} episodes were not judged: the budget is spent`];
  const odd =
    refused === 0
      ? []
      : [
          `${refused} episodes could not be put to the judge, and have no verdict (${refusal ?? 'no reason'})`,
        ];
  return [...away, ...odd, ...spent];
}

/** @throws {UserError} for a name that cannot be one of a pass */
export function passNameOf(given: string): string {
  if (/^[\w.-]{1,100}$/.test(given)) return given;
  throw new UserError(`--pass ${JSON.stringify(given)} cannot be the name of a pass`, {
    hint: 'Use letters, digits, ".", "_" and "-".',
  });
}
