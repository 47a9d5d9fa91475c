import type { FailureCauses } from '../../domain/scores/failure-causes.js';
import { numberColumns, textColumns } from '../tables/columns.js';
import type { Cell, Table } from '../tables/table.js';
import type { ResolvedLabel } from './current-labels.js';

/** One agent's labelled episodes. */
export interface LabelledAgent {
  readonly agent: string;
  readonly episodes: readonly { readonly key: string; readonly resolved: ResolvedLabel }[];
}

/** How often each agent failed for each cause of a set, under the title of the set; failures without one of it stand in the last row. */
export function causesTable(set: FailureCauses, agents: readonly LabelledAgent[]): Table {
  const failures = agents.map(({ episodes }) =>
    episodes.filter(({ resolved }) => resolved.label === 'failure'),
  );
  const row = (title: string, isOf: (resolved: ResolvedLabel) => boolean): Cell[] => [
    { text: title },
    ...failures.map((failed): Cell => {
      const own = failed.filter(({ resolved }) => isOf(resolved));
      return {
        text: failed.length === 0 ? '–' : `${own.length}/${failed.length}`,
        value: failed.length === 0 ? null : own.length / failed.length,
        counts: [own.length, failed.length],
        items: own.map(({ key }) => key),
      };
    }),
  ];
  const isKnown = ({ cause }: ResolvedLabel): boolean =>
    cause?.set === set.id && set.causes.some(({ id }) => id === cause.cause);
  return {
    id: `causes-${set.id}`,
    title: set.title,
    columns: [...textColumns('cause'), ...numberColumns(...agents.map(({ agent }) => agent))],
    rows: [
      ...set.causes.map(({ id, title }) => row(title, (one) => isKnown(one) && one.cause?.cause === id)),
      row('none of these, or not agreed', (one) => !isKnown(one)),
    ],
    notes: [
      'Each share is of the episodes that people labelled as failures, and agreed on or decided.',
      ...(set.source === '' ? [] : [`Causes: ${set.source}.`]),
    ],
  };
}
