import { wholeCell } from '../../../metrics/tables/measured-cells.js';
import type { Measured } from '../../../metrics/tables/measured.js';
import { percent, percentInterval } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { DimensionMeasures } from '../../dimensions/dimension-measures.js';
import type { NavigationMeasures } from '../../dimensions/navigation-row.js';
import {
  PUBLISHED_GROUNDING,
  PUBLISHED_INSTRUCTIONS,
  PUBLISHED_KNOWLEDGE,
  PUBLISHED_PLANNING,
  PUBLISHED_PLANNING_AVERAGE,
} from './published.js';
import { measureShare } from '../../dimensions/measure-dimension.js';
import { modalityOf, type SphinxCondition } from './condition.js';
import { agentsTable, observationsTable } from './condition-tables.js';
import { NONE, paperTable, type PaperTableFrame } from './paper-table.js';
import { given } from '../../../domain/given.js';
import { publishedTable4, TABLE_4_COLUMNS, UNRELEASED } from './tables.js';

/** The rates of instruction following besides the questions about form: shares of failures in 0–1. */
export interface InstructionRates {
  /** Share of actions that repeat an earlier one; null where it was not measured or means nothing. */
  readonly repetition: number | null;
  /** Share of actions that could not be read. */
  readonly formatError: number | null;
}

export interface PaperTableOptions extends PaperTableFrame {
  readonly instructions?: InstructionRates;
  readonly condition: SphinxCondition;
  /** Tasks were done on phones, as the paper's, and not on recordings. */
  readonly isOnPhones: boolean;
  /** Pairs whose app needs no account, which Table 10 is about. */
  readonly withoutLogin: ReadonlySet<string>;
}

const ON_RECORDINGS =
  'In brackets: had all undecided items failed, and had all succeeded. Items are undecided where an episode left the recordings, or where there is none.';
const NOT_COMPARABLE =
  'Rows marked "paper" were measured on an emulator, which recordings are not; the two are not comparable.';
const ON_PHONES =
  'On phones. In brackets: had all undecided and voided items failed, and had all succeeded; items are voided where an app is not installed, a login fails or a phone does.';
const SAME_KIND =
  'Rows marked "paper" were measured on an emulator (Nexus 4, Android 12) with apps of other versions; they come without intervals.';

/** Tables in the layout of the paper's Tables 4 to 10, as far as something was measured. */
export function paperTables(measures: DimensionMeasures, options: PaperTableOptions): Table[] {
  const { goal, knowledge, planning, grounding } = measures;
  const [text, vision, native] = (['text', 'vision', 'native'] as const).map((modality) => ({
    planned: planning.get(modality),
    grounded: grounding.get(modality),
  }));
  const own = {
    success: measures.navigation?.success ?? null,
    completion: measures.navigation?.completion ?? null,
    withoutLogin: successWithoutLogin(measures.navigation, options.withoutLogin),
    cellOf: boundedCell,
    notes: navigationNotes(options),
  };
  const tables = [
    navigatedTable4(measures.navigation, options),
    observationsTable(options, options.condition, own),
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
      paper: [...PUBLISHED_PLANNING, PUBLISHED_PLANNING_AVERAGE],
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
    agentsTable(options, options.condition, own),
  ];
  return tables.filter((table) => table !== null);
}

/** What the reader of navigation's numbers must know. */
function navigationNotes({ isOnPhones, published }: PaperTableOptions): readonly string[] {
  return isOnPhones
    ? given([ON_PHONES, published && SAME_KIND])
    : given([ON_RECORDINGS, published && NOT_COMPARABLE]);
}

/**
 * Table 4 with success between bounds. On recordings in place of an emulator whoever leaves them is neither right nor wrong,
 * and the paper's rows are another measurement.
 */
function navigatedTable4(navigation: NavigationMeasures | null, options: PaperTableOptions): Table | null {
  const { agent, published, part, isOnPhones, condition } = options;
  if (navigation === null && !published) return null;
  const own: Cell[] = [
    { text: isOnPhones ? (modalityOf(condition) ?? 'phone') : 'recordings' },
    { text: agent },
    boundedCell(navigation?.success),
    boundedCell(navigation?.completion),
    ...[0, 1, 2, 3].map(() => UNRELEASED),
  ];
  const where = isOnPhones ? 'phones' : 'recordings';
  return {
    id: 'sphinx-table-4',
    title: `SPHINX, layout of the paper's Table 4: end-to-end effectiveness, on ${where} (${part})`,
    columns: TABLE_4_COLUMNS,
    rows: [own, ...(published ? publishedTable4() : [])],
    notes: navigationNotes(options),
  };
}

/** Null where no such item is there. */
function successWithoutLogin(
  navigation: NavigationMeasures | null,
  pairs: ReadonlySet<string>,
): Measured | null {
  const rows = [...(navigation?.apps.values() ?? [])].flat();
  const among = rows.filter(({ solved }) => pairs.has(solved.key.item.replace(/^navigation\//, '')));
  return measureShare(among.map(({ solved }) => solved))?.original ?? null;
}

function boundedCell(measured: Measured | undefined): Cell {
  if (measured === undefined) return NONE;
  const { value, bounds } = measured;
  return {
    ...wholeCell(measured),
    text: bounds === null ? percent(value) : `${percent(value)} [${percentInterval(bounds)}]`,
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
