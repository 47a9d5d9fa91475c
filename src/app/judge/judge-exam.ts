import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { itemKeyText } from '../../domain/episode.js';
import type { Label } from '../../domain/scores/label.js';
import {
  judgeEpisodes,
  type JudgedEpisode,
  type JudgingCounts,
} from '../../engine/judging/judge-episodes.js';
import { judgeHash, judgeIdentity } from '../../engine/judging/judge-run.js';
import { hashFile } from '../../files/hash-file.js';
import type { Calibration } from '../../formats/calibration/calibration-file.js';
import { writeCalibration } from '../../formats/calibration/read-calibration.js';
import { readJudgeExam } from '../../formats/judge-exam/read-judge-exam.js';
import { openJudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import { RunLock } from '../../formats/run/run-lock.js';
import { measureJudge } from '../../metrics/judges/measure-judge.js';
import { judgeCard } from '../../metrics/judges/tables/judge-card.js';
import { confusionItems } from '../../metrics/judges/confusion.js';
import type { Table } from '../../metrics/tables/table.js';
import { VERSION } from '../../version.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import type { ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';
import { passName } from './judge-one-run.js';
import { makeJudge, type JudgeChoice } from './make-judge.js';

/** An exam may be as large as a public set of labelled trajectories. */
const MAX_EXAM_BYTES = 16 * 1024 ** 3;

export interface JudgeExamOptions extends ProfileOptions {
  readonly judge: string;
  readonly choice: JudgeChoice;
  /** Name that its calls are kept under; the judge's and the model's unless given. */
  readonly pass: string | null;
  /** Folder that calls and calibration are kept in; absolute. */
  readonly out: string;
  readonly disagreements: 'majority' | 'leave-out';
  readonly onProgress: () => void;
}

/** What a judge came to in an exam. */
export interface ExaminedJudge {
  readonly counts: JudgingCounts;
  readonly calibration: Calibration;
  /** The calibration's file; null where some were not judged: a part of an exam measures nobody. */
  readonly file: string | null;
  readonly tables: readonly Table[];
}

/**
 * Lets a judge judge labelled trajectories, and compares. Its calls are kept, so that the same exam asks nothing twice.
 *
 * @throws {DatasetError} for an exam that cannot be read, with its line
 */
export async function judgeExam(
  file: string,
  settings: Settings,
  options: JudgeExamOptions,
): Promise<ExaminedJudge> {
  const { workingDirectory, signal, out, disagreements } = options;
  const registry = await openRegistry(
    namedPlugins({ plugins: settings.plugins, judge: options.judge }, null),
    {
      workingDirectory,
    },
  );
  const made = await makeJudge(registry.judge(options.judge), options.choice, settings, options);
  const pass = options.pass ?? passName(made);
  const hash = await hashFile(file, { maxBytes: MAX_EXAM_BYTES, signal });
  await mkdir(out, { recursive: true });
  const labels: Label[] = [];
  const verdicts = new Map<string, 'success' | 'failure' | 'unknown'>();
  // An exam that has changed is another one.
  const name = `${pass}.${hash.slice(0, 8)}`;
  await using _lock = await RunLock.acquire(out, { writer: `judge-${encodeURIComponent(name)}` });
  await using log = await openJudgeCallLog(out, { judged: hash, pass: name, signal });
  const counts = await judgeEpisodes(episodesOf(file, labels, signal), {
    ...made,
    log,
    concurrency: settings.concurrency,
    budget: { tokens: settings.maxTokens, money: settings.maxCost },
    signal,
    onScore: async ({ key }, score) => {
      options.onProgress();
      if (score.status === 'not_applicable') return;
      const outcome = score.status === 'unknown' ? 'unknown' : score.value === 1 ? 'success' : 'failure';
      verdicts.set(itemKeyText(key), outcome);
    },
  });
  const { measurement, resolved, items } = measureJudge(verdicts, labels, { disagreements });
  const identity = JSON.parse(JSON.stringify(judgeIdentity(made.judge, made.models))) as Record<
    string,
    never
  >;
  const calibration: Calibration = {
    formatVersion: 1,
    touchstone: VERSION,
    at: new Date().toISOString(),
    judge: { identity, hash: judgeHash(identity) },
    measuredOn: { type: 'exam', name: basename(file), hash },
    labels: {
      hash,
      labellers: [...new Set(labels.map(({ labeller }) => labeller))].toSorted(),
      disagreements,
      disagreed: resolved.disagreements.length,
      leftOut: resolved.leftOut.length,
      unsure: resolved.unsure.length,
      random: false,
    },
    measurement,
  };
  const missing = counts.outages + counts.unasked + counts.refused;
  const written = missing > 0 ? null : join(out, `calibration-${encodeURIComponent(pass)}.json`);
  if (written !== null) await writeCalibration(written, calibration);
  const card = judgeCard({
    judge: pass,
    measurement,
    measuredOn: basename(file),
    items: confusionItems(items),
  });
  return { counts, calibration, file: written, tables: [card] };
}

/** The trajectories one by one; what they are labelled with is gathered on the way. */
async function* episodesOf(
  file: string,
  labels: Label[],
  signal: AbortSignal,
): AsyncGenerator<JudgedEpisode> {
  for await (const item of readJudgeExam(file, { signal })) {
    const { key, task, episode, label, labeller } = item;
    if (label !== null) {
      labels.push({ key, label, labeller: labeller ?? 'exam', pass: 'blind', at: null, note: '' });
    }
    yield { key, task, episode, whyNot: null };
  }
}
