import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { rateCell } from '../share-cells.js';
import { shareCells } from './dynamic-breakdown.js';
import type { DynamicRow } from './dynamic-row.js';
import { milestoneGroups } from './milestone-groups.js';
import type { DynamicDetails } from './score-dynamic-lens.js';

/** Kinds of anomalies of an episode: events that happened, and what its task is labelled with. */
function kindsOf({ events, anomalies }: DynamicDetails): readonly string[] {
  return [...new Set([...events.map(({ type }) => type), ...anomalies])];
}

/** Success where something unexpected came up beside where nothing did, and how often agents got on. Null where nothing did. */
export function anomalyTable(rows: readonly DynamicRow[], agent: string): Table | null {
  const disturbed = rows.filter(({ details }) => kindsOf(details).length > 0);
  if (disturbed.length === 0) return null;
  const kinds = [...new Set(disturbed.flatMap(({ details }) => kindsOf(details)))].toSorted();
  const undisturbed = rows.filter(({ details }) => kindsOf(details).length === 0);
  const line = (name: string, members: readonly DynamicRow[], kind: string | null): Cell[] => {
    const found = members.flatMap(({ details }) => recoveries(details, kind));
    const recovered = found.flatMap((steps) => (steps === null ? [] : [steps]));
    const mean = recovered.reduce((sum, steps) => sum + steps, 0) / recovered.length;
    return [
      { text: name },
      ...shareCells(members),
      rateCell(recovered.length, found.length),
      recovered.length === 0 ? { text: 'n/a', value: null } : { text: mean.toFixed(1), value: mean },
    ];
  };
  return {
    id: 'androidlens-anomalies',
    title: `Anomalies, ${agent}`,
    columns: [
      ...textColumns('Anomaly'),
      ...numberColumns('SR', 'ATP', 'Tasks', 'Recovery', 'Steps to recover'),
    ],
    rows: [
      line('any', disturbed, null),
      ...kinds.map((kind) =>
        line(
          kind,
          disturbed.filter(({ details }) => kindsOf(details).includes(kind)),
          kind,
        ),
      ),
      ...(undisturbed.length === 0 ? [] : [line('none', undisturbed, null)]),
    ],
    notes: [
      'Unexpected events that happened, and anomalies that tasks are labelled with; an episode with several counts in the row of each.',
      'Recovery: events behind which the next open milestone was still completed, of those behind which one was open and the judge could tell. A label names no step, so that only events have one.',
    ],
  };
}

/** Steps from each event to the next milestone that was completed; null where it was not. Events behind the last milestone are left out. */
function recoveries({ events, milestones }: DynamicDetails, kind: string | null): (number | null)[] {
  const groups = milestoneGroups(milestones ?? []);
  return events
    .filter(({ type }) => kind === null || type === kind)
    .flatMap(({ step: at }): (number | null)[] => {
      for (const members of groups.values()) {
        const open = members.filter(({ step }) => step === null || step >= at);
        if (open.length === 0) continue;
        const reached = open.flatMap(({ step }) => step ?? []);
        if (reached.length > 0) return [Math.min(...reached) - at + 1];
        return open.some(({ met }) => met === null) ? [] : [null];
      }
      return [];
    });
}
