import { wholeCell } from '../../../metrics/tables/measured-cells.js';
import type { Measured } from '../../../metrics/tables/measured.js';
import { NOT_APPLICABLE, percent, percentInterval } from '../../../metrics/tables/percent.js';
import { textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Column, Table } from '../../../metrics/tables/table.js';
import type { DimensionMeasures } from '../../dimensions/dimension-measures.js';
import type { NavigationMeasures } from '../../dimensions/navigation-row.js';
import {
  PUBLISHED_AGENTS,
  PUBLISHED_GROUNDING,
  PUBLISHED_INSTRUCTIONS,
  PUBLISHED_KNOWLEDGE,
  PUBLISHED_OBSERVATIONS,
  PUBLISHED_PLANNING,
  type PublishedRow,
} from './published.js';
import { given } from '../../../domain/given.js';
import { publishedTable4, TABLE_4_COLUMNS, UNRELEASED } from './tables.js';

const NONE: Cell = { text: NOT_APPLICABLE, value: null };

/** The rates of instruction following besides the questions about form: shares of failures in 0–1. */
export interface InstructionRates {
  /** Share of actions that repeat an earlier one; null where it was not measured or means nothing. */
  readonly repetition: number | null;
  /** Share of actions that could not be read. */
  readonly formatError: number | null;
}

export interface PaperTableOptions {
  readonly agent: string;
  /** Adds the paper's rows, and the tables of which nothing was measured. */
  readonly published: boolean;
  /** Stands in titles: split and mode. */
  readonly part: string;
  readonly instructions?: InstructionRates;
}

/** Tables in the layout of the paper's Tables 4 to 10, as far as something was measured. */
export function paperTables(measures: DimensionMeasures, options: PaperTableOptions): Table[] {
  const { goal, knowledge, planning, grounding } = measures;
  const [text, vision, native] = (['text', 'vision', 'native'] as const).map((modality) => ({
    planned: planning.get(modality),
    grounded: grounding.get(modality),
  }));
  const tables = [
    recordedTable4(measures.navigation, options),
    paperTable('5', 'end-to-end effectiveness by observation', options, {
      groups: ['Simplified text', 'Full text', 'Marked screenshot', 'Screenshot'].map((group) => [
        group,
        ['SR (%)', 'ACP (%)'],
      ]),
      own: Array.from({ length: 8 }, () => NONE),
      paper: PUBLISHED_OBSERVATIONS,
    }),
    paperTable('6', 'knowledge probing', options, {
      groups: [
        ['Goal Understanding', ['Original', 'Repaired']],
        ['App Knowledge', ['Original', 'Repaired']],
      ],
      own: [goal?.original, goal?.repaired, knowledge?.original, knowledge?.repaired].map(cellOf),
      paper: PUBLISHED_KNOWLEDGE,
    }),
    paperTable('7', 'planning', options, {
      groups: [
        ['Text Modality', ['Continue', 'Stop', 'Perfect']],
        ['Vision Modality', ['Continue', 'Stop', 'Perfect']],
      ],
      own: [text, vision].flatMap((shown) =>
        [shown?.planned?.continue, shown?.planned?.stop, shown?.planned?.perfect].map(cellOf),
      ),
      paper: PUBLISHED_PLANNING,
    }),
    paperTable('8', 'grounding', options, {
      groups: given([
        ['Text', ['Original', 'Repaired']],
        ['Vision', ['Original', 'Repaired']],
        native?.grounded !== undefined &&
          (['Own dialect (extension)', ['Original']] satisfies [string, string[]]),
      ]),
      own: [
        ...[text, vision].flatMap((shown) =>
          [shown?.grounded?.original, shown?.grounded?.repaired].map(cellOf),
        ),
        ...(native?.grounded === undefined ? [] : [cellOf(native.grounded.original)]),
      ],
      paper: PUBLISHED_GROUNDING,
    }),
    paperTable('9', 'failure rate of instruction following', options, {
      groups: [['', ['Repetition', 'Format Error', 'Focused Context (re-created)']]],
      own: [
        rateCell(options.instructions?.repetition),
        rateCell(options.instructions?.formatError),
        failureCell(measures.instructions?.original),
      ],
      paper: PUBLISHED_INSTRUCTIONS,
    }),
    paperTable('10', 'success rate of agents', options, {
      groups: [['Models', ['GPT-4o', 'GPT-4o-Mini', 'GPT-4-Turbo']]],
      own: [NONE, NONE, NONE],
      paper: PUBLISHED_AGENTS,
    }),
  ];
  return tables.filter((table) => table !== null);
}

/**
 * Table 4 with success on recordings in place of an emulator: between bounds, since whoever leaves the recordings is neither
 * right nor wrong. The paper's rows are another measurement.
 */
function recordedTable4(
  navigation: NavigationMeasures | null,
  { agent, published, part }: PaperTableOptions,
): Table | null {
  if (navigation === null && !published) return null;
  const own: Cell[] = [
    { text: 'recordings' },
    { text: agent },
    boundedCell(navigation?.success),
    boundedCell(navigation?.completion),
    ...[0, 1, 2, 3].map(() => UNRELEASED),
  ];
  return {
    id: 'sphinx-table-4',
    title: `SPHINX, layout of the paper's Table 4: end-to-end effectiveness, on recordings (${part})`,
    columns: TABLE_4_COLUMNS,
    rows: [own, ...(published ? publishedTable4() : [])],
    notes: given([
      'In brackets: had all undecided items failed, and had all succeeded. Items are undecided where an episode left the recordings, or where there is none.',
      published &&
        'Rows marked "paper" were measured on an emulator, which recordings are not; the two are not comparable.',
    ]),
  };
}

function boundedCell(measured: Measured | undefined): Cell {
  if (measured === undefined) return NONE;
  const { value, bounds } = measured;
  return {
    ...wholeCell(measured),
    text: bounds === null ? percent(value) : `${percent(value)} [${percentInterval(bounds)}]`,
  };
}

interface Layout {
  readonly groups: readonly (readonly [string, readonly string[]])[];
  readonly own: readonly Cell[];
  readonly paper: readonly PublishedRow[];
}

/** Null where nothing was measured and the paper's rows are not wanted. */
function paperTable(
  number: string,
  title: string,
  { agent, published, part }: PaperTableOptions,
  { groups, own, paper }: Layout,
): Table | null {
  const isMeasured = own.some(({ text }) => text !== NOT_APPLICABLE);
  if (!isMeasured && !published) return null;
  const columns: Column[] = [
    ...textColumns('Model'),
    ...groups.flatMap(([group, names]) =>
      names.map((name): Column => ({
        title: name,
        align: 'right',
        ...(group === '' ? {} : { group }),
      })),
    ),
  ];
  const theirs = paper.map(([model, ...numbers]): Cell[] => [
    { text: `paper: ${model}` },
    ...own.map((_, index): Cell => {
      const value = numbers[index] ?? null;
      return value === null ? NONE : { text: value.toFixed(1), value: value / 100 };
    }),
  ]);
  const notes = [
    'In percent. n/a: not measured here, or not by the paper. n and intervals: table of numbers.',
  ];
  if (published) notes.push('Rows marked "paper" are the published numbers; they were not measured here.');
  return {
    id: `sphinx-table-${number}`,
    title: `SPHINX, layout of the paper's Table ${number}: ${title} (${part})`,
    columns,
    rows: published ? [[{ text: agent }, ...own], ...theirs] : [[{ text: agent }, ...own]],
    notes,
  };
}

function cellOf(measured: Measured | null | undefined): Cell {
  return measured == null || measured.value === null ? NONE : wholeCell(measured);
}

function failureCell(measured: Measured | undefined): Cell {
  if (measured === undefined || measured.value === null) return NONE;
  return { ...rateCell(1 - measured.value), items: measured.items };
}

function rateCell(value: number | null | undefined): Cell {
  return value == null ? NONE : { text: (value * 100).toFixed(1), value };
}
