import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { itemKeyText } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { claimFolder } from '../claim-folder.js';
import { TASK_LABEL, type ExportSource } from '../export-source.js';
import type { LeftOut } from '../training/left-out.js';
import { LeftOutFile, type LeftOutCount } from '../training/left-out-file.js';
import { EPISODE_COLUMNS, type EpisodeRow } from './episode-columns.js';
import type { TableFile, TableFormat } from './table-format.js';
import { SCORE_COLUMNS, type ScoreRow } from './score-columns.js';
import { STEP_COLUMNS, type StepRow } from './step-columns.js';

/** A run, or episodes that were recorded or walked. */
export type TableSource =
  | { readonly type: 'run'; readonly name: string; readonly index: RunIndex }
  | { readonly type: 'episodes'; readonly source: ExportSource };

export interface WriteTablesOptions {
  readonly sources: readonly TableSource[];
  readonly format: TableFormat;
  readonly outDirectory: string;
  readonly replace: boolean;
  readonly signal: AbortSignal;
  /** Called for each episode dealt with. */
  readonly onEpisode?: () => void;
}

export interface WrittenTables {
  readonly files: readonly { readonly file: string; readonly records: number; readonly bytes: number }[];
  readonly leftOut: readonly LeftOutCount[];
  /** The first of what was left out; `left-out.jsonl` lists all. */
  readonly leftOutFirst: readonly LeftOut[];
}

const MODES: readonly Mode[] = ['reference', 'corrected'];

/**
 * Writes the tables `steps`, `episodes` and, of runs, `scores`: every attempt that counts, with any outcome. Memory does
 * not grow with the sources.
 *
 * @throws {ExportFolderError} when the folder holds something already
 */
export async function writeTables(options: WriteTablesOptions): Promise<WrittenTables> {
  const { outDirectory, sources, replace, format } = options;
  await claimFolder(outDirectory, replace);
  const file = (name: string): string => join(outDirectory, name);
  const about = { sources: JSON.stringify(sources.map(described)) };
  const named = (table: string): string => `${table}.${format.extension}`;
  await using steps = await format.open(file(named('steps')), STEP_COLUMNS, about);
  await using episodes = await format.open(file(named('episodes')), EPISODE_COLUMNS, about);
  await using scores = await format.open(file(named('scores')), SCORE_COLUMNS, about);
  await using leftOut = await LeftOutFile.create(file('left-out.jsonl'));
  const tables: Tables = { steps, episodes, scores, leftOut };
  for (const source of sources) {
    if (source.type === 'run') await addRun(source.index, source.name, tables, options);
    else await addEpisodes(source.source, tables, options);
  }
  const hasRuns = sources.some(({ type }) => type === 'run');
  const written = [
    [named('steps'), steps] as const,
    [named('episodes'), episodes] as const,
    ...(hasRuns ? [[named('scores'), scores] as const] : []),
  ];
  const files: WrittenTables['files'][number][] = [];
  for (const [name, table] of written) {
    await table.finish();
    files.push({ file: name, records: table.rows, bytes: (await stat(file(name))).size });
  }
  await leftOut.finish();
  return { files, leftOut: leftOut.counts(), leftOutFirst: leftOut.first };
}

function described(source: TableSource): Record<string, unknown> {
  if (source.type === 'run') return { name: source.name, kind: 'run', warnings: [] };
  const { name, kind, warnings = [] } = source.source;
  return { name, kind, warnings };
}

interface Tables {
  readonly steps: TableFile<StepRow>;
  readonly episodes: TableFile<EpisodeRow>;
  readonly scores: TableFile<ScoreRow>;
  readonly leftOut: LeftOutFile;
}

async function addRun(
  index: RunIndex,
  source: string,
  { steps, episodes, scores }: Tables,
  { signal, onEpisode }: WriteTablesOptions,
): Promise<void> {
  const { identity } = index.start;
  for (const mode of MODES) {
    for await (const { key, task, outcome, end, steps: count, result, cost, durationMs } of readResults(
      index,
      mode,
      { signal },
    )) {
      for (const score of result.scores) scores.add({ source, key, score });
      if (mode !== identity.mode) continue;
      const item = index.items.get(itemKeyText(key));
      episodes.add({
        source,
        kind: 'run',
        episode: itemKeyText(key),
        task: key.item,
        repeat: key.repeat,
        instructions: task.instructions,
        apps: task.apps,
        labels: { tags: task.tags },
        steps: count,
        run: {
          identity,
          outcome,
          success: result.success,
          completion: result.completion,
          metric: result.metric ?? null,
          endReason: end.reason,
          fault: end.fault ?? null,
          endMessage: end.message ?? null,
          attempt: item?.attempt ?? null,
          startedAt: item?.startedAt ?? null,
          endedAt: item?.endedAt ?? null,
          durationMs,
          cost,
        },
      });
    }
  }
  for await (const { item, episode, record } of readEpisodes(index, { signal })) {
    for (const [position, done] of episode.trajectory.steps.entries()) {
      // Steps before a fork are the original's: they stand there.
      if (position < (identity.fork?.step ?? 0)) continue;
      const { screen, state, action, formatError, thought, transition, answer } = done;
      const recorded = record.steps[position];
      steps.add({
        source,
        kind: 'run',
        episode: itemKeyText(item.key),
        task: item.key.item,
        repeat: item.key.repeat,
        step: position,
        screen,
        action,
        thought,
        summary: recorded?.decision?.decision.summary,
        done: {
          state,
          formatError: formatError?.kind ?? null,
          rule: transition?.rule ?? null,
          nextState: transition?.next ?? null,
          answer: answer ?? null,
          decideMs: recorded?.decision?.durationMs ?? null,
          actMs: recorded?.transition?.durationMs ?? null,
          cost: recorded?.cost ?? NOTHING,
        },
      });
    }
    onEpisode?.();
  }
}

const NOTHING = { calls: 0, cached: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 };

async function addEpisodes(
  source: ExportSource,
  { steps, episodes, leftOut }: Tables,
  { signal, onEpisode }: WriteTablesOptions,
): Promise<void> {
  for await (const entry of source.episodes(leftOut.add)) {
    signal.throwIfAborted();
    onEpisode?.();
    if (entry.type === 'broken') {
      const { id: episode, error } = entry;
      const { message } = error;
      leftOut.add({
        source: source.name,
        episode,
        step: null,
        reason: 'broken-episode',
        action: null,
        message,
      });
      continue;
    }
    const { episode } = entry;
    const row = { source: source.name, kind: source.kind, episode: episode.id, ...taskOf(episode) };
    episodes.add({
      ...row,
      instructions: episode.instructions,
      apps: episode.apps,
      labels: episode.labels,
      steps: episode.steps.length,
    });
    for (const [step, recorded] of episode.steps.entries()) steps.add({ ...row, step, ...recorded });
  }
}

function taskOf({ id, labels }: RecordedEpisode): { readonly task: string; readonly repeat: number | null } {
  const [repeat] = labels['repeat'] ?? [];
  return { task: labels[TASK_LABEL]?.[0] ?? id, repeat: repeat === undefined ? null : Number(repeat) };
}
