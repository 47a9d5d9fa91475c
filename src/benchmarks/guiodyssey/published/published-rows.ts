import { given } from '../../../domain/given.js';
import { NOT_APPLICABLE, toFixedEven } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { deviceSplitName, type OdysseySplitName } from '../splits/odyssey-split.js';
import {
  PUBLISHED_CATEGORIES,
  PUBLISHED_DEVICES,
  PUBLISHED_FOREIGN,
  PUBLISHED_RANDOM,
  PUBLISHED_RANDOM_SR,
  PUBLISHED_SPLITS,
} from './published-odyssey.js';

/** What was scored, which decides what of the papers stands next to it. */
export interface OdysseyCondition {
  readonly split: OdysseySplitName;
  /** `high` or `low`; null where nobody says, and both are shown. */
  readonly level: string | null;
}

/** Rows of the papers, and sentences on how they came about. */
export interface PublishedRows {
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
}

const LEVELS = ['high', 'low'] as const;
type Level = (typeof LEVELS)[number];

/**
 * The paper's rows of a split: of each shown category AMS and SR, then both overall; n/a where it prints none.
 *
 * @param categories those shown, in the order of their columns
 */
export function publishedRows(
  { split, level }: OdysseyCondition,
  categories: readonly string[],
): PublishedRows {
  const levels = LEVELS.filter((one) => level === null || level === one);
  const rows = levels.flatMap((one) => rowsOf(split, one, categories, levels.length > 1));
  if (rows.length === 0) {
    return {
      rows,
      notes: [
        `The paper prints nothing for the split ${split}${level === null ? '' : ` with ${level}-level instructions`}.`,
      ],
    };
  }
  return {
    rows,
    notes: given([
      'Rows marked "published" were not measured here: AMS and SR as the GUIOdyssey paper prints them; n/a where it prints none.',
      split === 'random' &&
        'Closed models were asked on 200 sampled episodes, with OmniParser about numbered marks on a second picture; * semantic annotations were part of the training.',
      split !== 'random' &&
        'OdysseyAgent is trained on the other side of the split; * semantic annotations were part of the training.',
    ]),
  };
}

function rowsOf(
  split: OdysseySplitName,
  level: Level,
  categories: readonly string[],
  saysLevel: boolean,
): readonly (readonly Cell[])[] {
  const named = (model: string, group?: string): Cell => {
    const words = [
      'published',
      ...(group === undefined ? [] : [group]),
      ...(saysLevel ? [`${level} level`] : []),
    ];
    return { text: `${model} (${words.join(', ')})` };
  };
  const unknown = categories.flatMap(() => [cell(null), cell(null)]);
  if (split === 'random') {
    return PUBLISHED_RANDOM.map(({ group, model, ...levels }) => {
      const numbers = levels[level];
      const sr = level === 'high' ? (PUBLISHED_RANDOM_SR[model] ?? null) : null;
      return [
        named(model, group),
        ...categories.flatMap((category) => {
          const place = (PUBLISHED_CATEGORIES as readonly string[]).indexOf(category);
          return [cell(place < 0 ? null : (numbers[place] ?? null)), cell(null)];
        }),
        cell(numbers.at(-1) ?? null),
        cell(sr),
      ];
    });
  }
  const device = PUBLISHED_DEVICES.find(([name]) => deviceSplitName(name) === split);
  if (device !== undefined) {
    const [, ams, sr] = device;
    return level === 'high' ? [[named('OdysseyAgent'), ...unknown, cell(ams), cell(sr)]] : [];
  }
  return PUBLISHED_SPLITS.filter((row) => row.split === split).map(({ model, ...levels }) => [
    named(model),
    ...unknown,
    ...levels[level].map(cell),
  ]);
}

/** A table of other projects' evaluators with what they print themselves, where they scored the same split. */
export function withPublishedForeign(table: Table, { split, level }: OdysseyCondition): Table {
  const shown = new Set(table.rows.map(([first]) => first?.text));
  const fits = split === 'random' && level !== 'low';
  const rows = PUBLISHED_FOREIGN.filter(({ evaluator }) => fits && shown.has(evaluator)).map(
    ({ evaluator, model, type, grounding, step }): Cell[] => [
      { text: evaluator },
      { text: `${model} (published)` },
      ...[type, grounding, step, null, null].map(cell),
      { text: '' },
      { text: '' },
    ],
  );
  const note =
    rows.length === 0
      ? 'These projects print nothing for this split and level with these evaluators.'
      : 'Rows marked "published" were not measured here: the projects print them for the random split with high-level instructions, whose step lists they do not publish (gui-r1), or for an older export of it (agentcpm).';
  return { ...table, rows: [...table.rows, ...rows], notes: [...table.notes, note] };
}

function cell(percent: number | null): Cell {
  return percent === null
    ? { text: NOT_APPLICABLE, value: null }
    : { text: toFixedEven(percent, 2), value: percent / 100 };
}
