import type { Mode } from '../../domain/mode.js';
import type { ClusteredRow, ComparedPart } from '../../metrics/comparison/compare-parts.js';
import type { ComparedMetric } from '../../metrics/task-scores.js';
import { MODALITIES, type Dimension, type Modality } from './dimension.js';
import type { DimensionRows } from './dimension-measures.js';
import type { DimensionRow } from './dimension-row.js';
import { countedPlanning, matchedRecordings } from './measure-dimension.js';

/**
 * What of a run in dimensions can be compared with another: each number of its profile apart, from replies as they were given,
 * its items clustered as its interval is: by question, recording, screen, request, or app. `metric` chooses whether
 * navigation goes by tasks solved or by the share of their rules that hold.
 */
export function comparedParts(
  { questions, navigation }: DimensionRows,
  { mode, metric }: { readonly mode: Mode; readonly metric: ComparedMetric },
): ComparedPart[] {
  const of = (dimension: Dimension, modality?: Modality): DimensionRow[] =>
    questions.filter(
      (row) => row.dimension === dimension && (modality === undefined || row.modality === modality),
    );
  const parts = [
    itemsPart('goal', 'original', of('goal')),
    itemsPart('knowledge', 'original', of('knowledge')),
    ...MODALITIES.flatMap((modality) =>
      planningParts(modality, countedPlanning(of('planning', modality), mode)),
    ),
    ...MODALITIES.map((modality) =>
      itemsPart(`grounding, ${modality}`, 'original', of('grounding', modality)),
    ),
    itemsPart('instructions', 'original', of('instructions')),
    {
      part: 'navigation',
      measure: metric === 'success' ? 'SR' : 'ACP',
      metric,
      rowsAre: 'items' as const,
      rows: navigation.map(({ solved, completed }) =>
        metric === 'success' ? clusteredRow(solved) : clusteredRow(completed, 'completion'),
      ),
    },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}

function planningParts(modality: Modality, rows: readonly DimensionRow[]): ComparedPart[] {
  const part = `planning, ${modality}`;
  return [
    ...['continue', 'stop'].map((kind) =>
      itemsPart(
        part,
        kind,
        rows.filter((row) => row.kind === kind),
      ),
    ),
    {
      part,
      measure: 'perfect',
      metric: 'success',
      rowsAre: 'units',
      rows: matchedRecordings(rows).map(({ set, repeat, verdict }) => ({
        key: { item: set, repeat },
        outcome: verdict === 1 ? 'passed' : verdict === 0 ? 'failed' : verdict,
        completion: null,
        steps: 0,
        cluster: set,
      })),
    },
  ];
}

function itemsPart(part: string, measure: string, rows: readonly DimensionRow[]): ComparedPart {
  return { part, measure, metric: 'success', rowsAre: 'items', rows: rows.map((row) => clusteredRow(row)) };
}

/** What was not judged stays unknown, whoever's fault it is. */
function clusteredRow(row: DimensionRow, metric: ComparedMetric = 'success'): ClusteredRow {
  const { key, original, set } = row;
  const judged = metric === 'success' && original === 1 ? 'passed' : 'failed';
  const unknown = row.outcome === 'not_run' ? 'not_run' : 'judge_unknown';
  return {
    key,
    outcome: original === null ? unknown : judged,
    completion: original,
    steps: 0,
    cluster: set,
  };
}
