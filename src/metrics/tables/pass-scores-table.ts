import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { NamedScore } from '../../domain/score.js';
import type { ClusteredValue } from '../intervals/clustered-values.js';
import { ratioMean } from '../intervals/ratio-interval.js';
import { exactSum } from '../exact-sum.js';
import { boundsOf } from './measured.js';
import { boundsCell, countCell, intervalCell } from './measured-cells.js';
import { percent } from './percent.js';
import type { Cell, Column, Table } from './table.js';

const COLUMNS: readonly Column[] = [
  { title: 'Evaluator', align: 'left' },
  { title: 'Mean score (%)', align: 'right' },
  { title: '95 % interval', align: 'right' },
  { title: 'Bounds', align: 'right' },
  { title: 'Episodes', align: 'right' },
  { title: 'Not applicable', align: 'right' },
  { title: 'Unknown', align: 'right' },
];

interface Tally {
  readonly values: (ClusteredValue & { readonly text: string })[];
  readonly notApplicable: string[];
  readonly unknown: string[];
}

/**
 * Mean score of each additional evaluator (not the benchmark's own rules) of a run, over the episodes it applies to.
 */
export class PassScoresTable {
  /** By evaluator and version. */
  readonly #tallies = new Map<string, Tally>();

  add(key: ItemKey, scores: readonly NamedScore[]): void {
    const text = itemKeyText(key);
    for (const { evaluator, version, score } of scores) {
      const name = `${evaluator} ${version}`;
      const tally = this.#tallies.get(name) ?? { values: [], notApplicable: [], unknown: [] };
      this.#tallies.set(name, tally);
      if (score.status === 'scored') tally.values.push({ text, cluster: key.item, value: score.value });
      else (score.status === 'unknown' ? tally.unknown : tally.notApplicable).push(text);
    }
  }

  /** Null where nobody but the benchmark has scored. */
  table(): Table | null {
    if (this.#tallies.size === 0) return null;
    const names = [...this.#tallies.keys()].toSorted();
    return {
      id: 'pass-scores',
      title: 'Other evaluators',
      columns: COLUMNS,
      rows: names.map((name) => rowOf(name, this.#tallies.get(name))),
      notes: [
        "Success is the benchmark's own and stays as it was. Bounds: every unknown score 0, or 1. Voided episodes have no score.",
      ],
    };
  }
}

function rowOf(name: string, tally: Tally | undefined): Cell[] {
  const { values, notApplicable, unknown } = tally ?? { values: [], notApplicable: [], unknown: [] };
  const { mean, n, interval } = ratioMean(values);
  const sum = exactSum(values.map(({ value }) => value));
  const items = values.map(({ text }) => text).toSorted();
  return [
    { text: name },
    { text: percent(mean), value: mean, counts: [sum, n], items },
    intervalCell({ interval }),
    boundsCell({ bounds: boundsOf(sum, n, unknown.length) }),
    countCell(items),
    countCell(notApplicable.toSorted()),
    countCell(unknown.toSorted()),
  ];
}
