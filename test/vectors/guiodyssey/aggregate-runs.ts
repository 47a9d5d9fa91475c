import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../../src/errors.js';
import { decodeCommand } from '../../../src/benchmarks/guiodyssey/decode-command.js';
import { matchOdysseyStep } from '../../../src/benchmarks/guiodyssey/match/match-odyssey-step.js';
import {
  OdysseyTally,
  rateText,
  type OdysseyScores,
} from '../../../src/benchmarks/guiodyssey/match/odyssey-tally.js';
import { odysseyMetric } from '../../../src/benchmarks/guiodyssey/tables/odyssey-metric.js';
import type { MainMetric } from '../../../src/benchmarks/benchmark.js';
import type { ResultRow } from '../../../src/metrics/result-row.js';
import { meanOverSplits } from '../../../src/metrics/split-mean.js';
import { metricMean } from '../../../src/metrics/metric-mean.js';
import { roundPython } from '../../../src/metrics/round-python.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const SampleSchema = z.object({
  question: z.string(),
  pred: z.unknown(),
  gt: z.string(),
  more_info: z.object({
    category: z.string(),
    step_length: z.int(),
    sam2_bbox: z.array(z.number()).nullable(),
  }),
});
const RunSchema = z.object({
  id: z.string(),
  metric: z.enum(['macro', 'micro']),
  samples: z.array(SampleSchema),
  result: z
    .object({ AMS: z.number(), SR: z.number(), total: z.int(), action_type: z.string(), text: z.string() })
    .optional(),
  steps: z.array(z.tuple([z.enum(['yes', 'no']), z.string()])).optional(),
  log: z.array(z.string()).optional(),
  error: z.string().optional(),
});
type Run = z.infer<typeof RunSchema>;

/** Whole runs: judged, summed and rounded; runs on which the published code fails must fail here. */
export const aggregateRuns: VectorSuite = {
  system: 'guiodyssey',
  file: 'aggregate_runs.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/aggregate_runs.jsonl'))) {
      const run = RunSchema.parse(line);
      report(run.id, problemOf(run));
    }
  },
};

function problemOf(run: Run): string | null {
  const verdicts: string[] = [];
  let scores: OdysseyScores;
  try {
    scores = score(run, verdicts);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return run.error === undefined ? error.message : null;
  }
  if (run.error !== undefined || run.result === undefined) return `no ${run.error ?? 'error'}`;
  const got = {
    AMS: scores.ams,
    SR: scores.sr,
    total: scores.steps,
    action_type: rateText(scores.actionType),
    text: rateText(scores.text),
  };
  const rows = rowsOf(run, verdicts);
  const shown = {
    AMS: inPercent(metricMean(rows)?.value),
    SR: inPercent(meanOverSplits([{ split: 'one', rows }]).success.value) ?? 0,
  };
  const { AMS, SR } = run.result;
  if (shown.AMS !== AMS || shown.SR !== SR)
    return `${JSON.stringify(shown)} over splits instead of ${AMS}, ${SR}`;
  if (JSON.stringify(got) !== JSON.stringify(run.result)) {
    return `${JSON.stringify(got)} instead of ${JSON.stringify(run.result)}`;
  }
  const wanted = run.steps?.map(([isCorrect, info]) => `${isCorrect} ${info}`) ?? [];
  const place = wanted.findIndex((verdict, index) => verdict !== verdicts[index]);
  if (place >= 0) return `step ${place}: ${verdicts[place] ?? 'none'} instead of ${wanted[place] ?? ''}`;
  return run.metric === 'micro' ? logProblem(run, scores) : null;
}

function inPercent(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : roundPython(value * 100);
}

/** The run's episodes as comparisons, gates, reports and averages over splits have them. */
function rowsOf({ samples, metric }: Run, verdicts: readonly string[]): ResultRow[] {
  const episodes = new Map<string, { sum: number; of: number; group: string; whole: number }>();
  for (const [index, { question, more_info: more }] of samples.entries()) {
    const episode = episodeOf(question);
    const { sum, of } = episodes.get(episode) ?? { sum: 0, of: 0 };
    const isRight = verdicts[index]?.startsWith('yes') === true;
    const counts = { sum: sum + Number(isRight), of: of + 1 };
    episodes.set(episode, { ...counts, group: more.category, whole: more.step_length });
  }
  const { of: _, ...declared } = odysseyMetric(metric === 'macro' ? 'pooled' : 'category_mean') as Extract<
    MainMetric,
    { readonly of: unknown }
  >;
  return [...episodes].map(([item, { sum, of, group, whole }]): ResultRow => ({
    key: { item, repeat: 0 },
    outcome: of !== whole ? 'judge_unknown' : sum === of ? 'passed' : 'failed',
    completion: null,
    steps: of,
    metric: { ...declared, value: { sum, of, group } },
  }));
}

/** The lines that the published evaluator prints of each category, in any order. */
function logProblem(run: Run, scores: OdysseyScores): string | null {
  const lines = new Set(run.log);
  for (const { category, ams, sr } of scores.categories) {
    const line = `category: ${category}, AMS: ${float(ams.percent)}, SR: ${sr.percent === null ? '0' : float(sr.percent)}`;
    if (!lines.has(line)) return `not printed: ${line}`;
  }
  return null;
}

/** A number as Python prints a float. */
function float(value: number | null): string {
  return value !== null && Number.isInteger(value) ? `${value}.0` : String(value);
}

function score({ samples, metric }: Run, verdicts: string[]): OdysseyScores {
  const tally = new OdysseyTally('reference');
  for (const { question, pred, gt, more_info: more } of samples) {
    const expected = decodeCommand(gt);
    if (expected === null) throw new DatasetError(`the recorded command cannot be read: ${gt}`);
    const verdict = matchOdysseyStep(expected, pred, more.sam2_bbox, 'reference');
    verdicts.push(`${verdict.isCorrect ? 'yes' : 'no'} ${verdict.reason}`);
    tally.add({
      episode: episodeOf(question),
      category: more.category,
      stepLength: more.step_length,
      verdict,
    });
  }
  return tally.result(metric === 'macro' ? 'pooled' : 'category_mean');
}

/** The episode that a question's picture belongs to. */
function episodeOf(question: string): string {
  const file = /<img>(.*?)<\/img>/.exec(question)?.[1] ?? '';
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name.slice(0, name.lastIndexOf('_'));
}
