import { UserError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import type { Calibration } from '../../formats/calibration/calibration-file.js';
import { readCalibration, writeCalibration } from '../../formats/calibration/read-calibration.js';
import { requireSameJudge } from '../../formats/calibration/require-same-judge.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { judgePasses, type JudgePass } from '../../formats/run/scores/judge-verdicts.js';
import { measureJudge } from '../../metrics/judges/measure-judge.js';
import { measuredShare } from '../../metrics/judges/measured-share.js';
import {
  judgeCorrectnessTable,
  type JudgeCorrectness,
} from '../../metrics/judges/tables/judge-correctness-table.js';
import { judgeCard } from '../../metrics/judges/tables/judge-card.js';
import { confusionItems, type JudgedItem } from '../../metrics/judges/confusion.js';
import type { Table } from '../../metrics/tables/table.js';
import { VERSION } from '../../version.js';
import { openRunBenchmark } from '../run/run-benchmark.js';
import { agentLabel } from '../results/agent-label.js';
import {
  cardOf,
  correctedTable,
  judgeTables,
  keepCalibration,
  keptCalibration,
  verdictsOf,
} from './judge-calibrations.js';
import { isSideFile, labelsOfRun, type LabelsOfRun } from './labels-of-run.js';

/** How labellers that disagree come to one label. */
export type Disagreements = 'majority' | 'leave-out';

export interface CalibrateRunOptions {
  /** Name of the judge's pass; the newest unless given. */
  readonly pass: string | null;
  /** CSV file of labels, or the labels.jsonl of a run; absolute. */
  readonly labels: string;
  readonly disagreements: Disagreements;
  /** Whether the labelled episodes were drawn at random. */
  readonly random: boolean;
  /** File that the calibration is written to as well; absolute. */
  readonly out: string | null;
  /** Folder of the data where it is no longer the one the run was made with; absolute. */
  readonly dataDirectory: string | null;
  readonly signal: AbortSignal;
}

/** A judge measured against people's labels. */
export interface CalibratedJudge {
  readonly calibration: Calibration;
  readonly tables: readonly Table[];
  readonly warnings: readonly string[];
}

/**
 * Measures a judge's pass over a run against labels of its episodes, and keeps what was measured with the run.
 *
 * @throws {UserError} for a pass that is not there, or labels of none of its episodes
 * @throws {DatasetError} for labels that cannot be read or belong to other episodes
 */
export async function calibrateRun(
  directory: string,
  options: CalibrateRunOptions,
): Promise<CalibratedJudge> {
  const { labels: file, disagreements, random, out, signal } = options;
  const index = await indexRun(directory, { signal });
  const judge = await passOf(index, options.pass, signal);
  const { labels, decisions, warnings } = await labelsOfRun(file, index, { signal });
  const counted = { disagreements, decisions };
  const verdicts = await verdictsOf(index, judge.pass, signal);
  const { measurement, resolved, items } = measureJudge(verdicts, labels, counted);
  if (items.every(({ label }) => label === null)) {
    throw new UserError('none of the labels is of an episode that the judge has judged', {
      place: { file },
      hint: isSideFile(file)
        ? 'Label some of them: touchstone view'
        : `Label some of them: touchstone judge label RUN --labels ${file}`,
    });
  }
  const calibration: Calibration = {
    formatVersion: 1,
    touchstone: VERSION,
    at: new Date().toISOString(),
    judge: {
      identity: JSON.parse(JSON.stringify(judge.identity)) as Record<string, never>,
      hash: judge.hash,
    },
    measuredOn: {
      type: 'run',
      run: index.start.run,
      identityHash: index.start.identityHash,
      pass: judge.pass,
    },
    labels: {
      hash: await hashFile(file, { maxBytes: FILE_LIMITS.json, signal }),
      labellers: [...new Set([...labels, ...decisions.values()].map(({ labeller }) => labeller))].toSorted(),
      disagreements,
      disagreed: resolved.disagreements.length,
      leftOut: resolved.leftOut.length,
      unsure: resolved.unsure.length,
      random,
    },
    measurement,
  };
  await keepCalibration(directory, judge.pass, calibration);
  if (out !== null) await writeCalibration(out, calibration);
  const { disagreed, leftOut, unsure } = calibration.labels;
  const card = judgeCard({
    judge: judge.pass,
    measurement,
    measuredOn: `run ${index.start.run}`,
    items: confusionItems(items),
    labels: { disagreed, leftOut, unsure },
  });
  const tables = await judgeTables(index, { agent: agentLabel(index), signal });
  const others = tables.filter(({ title }) => title !== card.title);
  const methods = await correctnessOf(index, { labels, decisions }, options);
  return { calibration, tables: [card, ...methods, ...others], warnings };
}

/** How often each judge's pass over the run agrees with the labels, by kind of tasks where the benchmark has kinds. */
async function correctnessOf(
  index: RunIndex,
  { labels, decisions }: Pick<LabelsOfRun, 'labels' | 'decisions'>,
  { disagreements, dataDirectory, signal }: CalibrateRunOptions,
): Promise<readonly Table[]> {
  await using benchmark = await openRunBenchmark(index.directory, { dataDirectory, signal });
  const kindOf = benchmark.judging?.kindOf?.bind(benchmark.judging) ?? ((): null => null);
  const rows: JudgeCorrectness[] = [];
  for (const { pass } of await judgePasses(index, { signal })) {
    const { items } = measureJudge(await verdictsOf(index, pass, signal), labels, {
      disagreements,
      decisions,
    });
    const byKind = new Map<string, JudgedItem[]>();
    for (const one of items) {
      const task = index.tasks.get(index.items.get(one.item)?.key.item ?? '');
      const kind = (task === undefined ? null : kindOf(task)) ?? 'all tasks';
      byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
    }
    for (const [tasks, ofKind] of [...byKind].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const places = confusionItems(ofKind);
      const right = [...places.truePositives, ...places.trueNegatives];
      const decided = [...right, ...places.falsePositives, ...places.falseNegatives];
      if (decided.length === 0) continue;
      const correct = measuredShare(right.length, decided.length);
      rows.push({ method: pass, tasks, correct, items: decided });
    }
  }
  return rows.length < 2 ? [] : [judgeCorrectnessTable(rows)];
}

/**
 * Takes a judge's errors out of the rate of its pass over another run, with a calibration made elsewhere, which is kept with the run.
 *
 * @throws {UserError} naming each entry in which the judge of the pass differs from the one that was calibrated
 */
export async function correctRun(
  directory: string,
  {
    calibration: file,
    pass,
    signal,
  }: { readonly calibration: string; readonly pass: string | null; readonly signal: AbortSignal },
): Promise<readonly Table[]> {
  const index = await indexRun(directory, { signal });
  const judge = await passOf(index, pass, signal);
  const calibration = await readCalibration(file, { signal });
  requireSameJudge(calibration, judge.identity);
  const own = await keptCalibration(directory, judge.pass, signal);
  // One that was made with labels of this run says more about it.
  const isOwn = own?.measuredOn.type === 'run' && own.measuredOn.run === index.start.run;
  if (!isOwn) await keepCalibration(directory, judge.pass, calibration);
  const showing = { agent: agentLabel(index), signal };
  return [cardOf(calibration, judge.pass), await correctedTable(index, judge, calibration, showing)];
}

/** @throws {UserError} where the run has no such pass */
async function passOf(index: RunIndex, name: string | null, signal: AbortSignal): Promise<JudgePass> {
  const passes = await judgePasses(index, { signal });
  const found = name === null ? passes.at(-1) : passes.find(({ pass }) => pass === name);
  if (found !== undefined) return found;
  throw new UserError(
    name === null ? 'no judge has judged the run' : `the run has no judge's pass "${name}"`,
    {
      place: { file: index.directory },
      hint:
        passes.length === 0
          ? 'Judge it first: touchstone judge RUN --model NAME'
          : `It has ${passes.map(({ pass }) => pass).join(', ')}.`,
    },
  );
}
