import { z } from 'zod';
import { OutcomeSchema } from '../../domain/episode.js';
import { ItemMetricSchema } from '../../domain/scores/main-metric.js';
import { nameOfPortable, portableName } from '../../domain/text/portable-name.js';
import type { TaggedMilestone } from '../../metrics/abilities/ability-counts.js';
import type { StoredEpisode, StoredPath } from '../run-store.js';
import type { EpisodeRow } from './tables.js';

export function rowOfEpisode(version: string, revision: number, episode: StoredEpisode): EpisodeRow {
  const { key, lines, otherMode } = episode;
  return {
    version,
    item: portableName(key.item),
    repeat: key.repeat,
    revision,
    task: portableName(episode.task),
    outcome: episode.outcome,
    reason: episode.reason,
    steps: episode.steps,
    completion: episode.completion,
    metric: episode.metric === null ? null : JSON.stringify(episode.metric),
    duration_ms: episode.durationMs,
    cost_usd: episode.costUsd,
    tokens: episode.tokens,
    format_errors: episode.formatErrors,
    findings: JSON.stringify(episode.findings),
    attempts: episode.attempts,
    why: episode.why,
    other_mode: otherMode === null ? null : Number(otherMode),
    is_scored: Number(episode.isScored),
    is_open: Number(episode.isOpen),
    started_at: episode.startedAt,
    ended_at: episode.endedAt,
    writer: lines?.writer ?? null,
    attempt: lines?.attempt ?? null,
    line: lines?.line ?? null,
    line_offset: lines?.offset ?? null,
    line_end: lines?.end ?? null,
    model_ms: episode.modelMs,
    device_ms: episode.deviceMs,
    milestones: JSON.stringify(episode.milestones),
    path: JSON.stringify(episode.path),
  };
}

export function episodeOfRow(row: EpisodeRow): StoredEpisode {
  const { writer, attempt, line, line_offset: offset, line_end: end } = row;
  const hasLines = writer !== null && attempt !== null && line !== null && offset !== null && end !== null;
  return {
    key: { item: nameOfPortable(row.item), repeat: row.repeat },
    task: nameOfPortable(row.task),
    outcome: OutcomeSchema.parse(row.outcome),
    reason: row.reason,
    steps: row.steps,
    completion: row.completion,
    metric: row.metric === null ? null : ItemMetricSchema.parse(JSON.parse(row.metric)),
    durationMs: row.duration_ms,
    costUsd: row.cost_usd,
    tokens: row.tokens,
    formatErrors: row.format_errors,
    findings: row.findings === '[]' ? [] : NamesSchema.parse(JSON.parse(row.findings)),
    attempts: row.attempts,
    why: row.why,
    otherMode: row.other_mode === null ? null : row.other_mode === 1,
    isScored: row.is_scored === 1,
    isOpen: row.is_open === 1,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    lines: hasLines ? { writer, attempt, line, offset, end } : null,
    path: NamesSchema.parse(JSON.parse(row.path)),
    modelMs: row.model_ms,
    deviceMs: row.device_ms,
    milestones: row.milestones === '[]' ? [] : MilestonesSchema.parse(JSON.parse(row.milestones)),
  };
}

export function pathOfRow({
  item,
  repeat,
  outcome,
  path,
}: Pick<EpisodeRow, 'item' | 'repeat' | 'outcome' | 'path'>): StoredPath {
  return {
    key: { item: nameOfPortable(item), repeat },
    outcome: OutcomeSchema.parse(outcome),
    path: NamesSchema.parse(JSON.parse(path)),
  };
}

const NamesSchema = z.array(z.string());
const MilestonesSchema: z.ZodType<TaggedMilestone[]> = z.array(
  z.object({ abilities: z.array(z.string()), hit: z.boolean() }),
);
