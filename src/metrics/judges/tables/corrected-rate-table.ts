import { numberColumns, textColumns } from '../../tables/columns.js';
import { boundsCell, endsOf } from '../../tables/measured-cells.js';
import { NOT_APPLICABLE, percent, percentInterval } from '../../tables/percent.js';
import type { Cell, Table } from '../../tables/table.js';
import { wilsonInterval } from '../../intervals/wilson.js';
import {
  overUnknown,
  type CorrectedRate,
  type CorrectedRates,
  type CorrectionMethod,
} from '../correct-rate.js';

/** One judged rate. */
export interface NamedCorrectedRates {
  readonly agent: string;
  /** What the rate is about, such as `all tasks`. */
  readonly part: string;
  readonly rates: CorrectedRates;
  /** Item keys behind it, where they are at hand. */
  readonly items?: { readonly judged: readonly string[]; readonly unknown: readonly string[] };
}

const METHODS: Record<CorrectionMethod, string> = {
  'rogan-gladen': 'corrected (Rogan-Gladen)',
  'prediction-powered': 'corrected (prediction-powered)',
  'labels-alone': "people's labels alone",
};

/**
 * A judged rate as it is and without the judge's errors, by each method, with intervals. Bounds say where each rate would lie
 * had everything without a verdict failed, or succeeded.
 */
export function correctedRateTable(rates: readonly NamedCorrectedRates[]): Table {
  const reasons = rates.flatMap(({ agent, part, rates: of }) =>
    of.corrected.flatMap((one) =>
      one.type === 'none' ? [`${agent}, ${part}: not ${METHODS[one.method]}, since ${one.reason}.`] : [],
    ),
  );
  const isUnknown = rates.some(({ rates: { unknown } }) => unknown > 0);
  const notes = [
    "The judge's own rate is wrong by its errors, and its interval (Wilson) knows nothing of them. Corrected: Rogan and Gladen 1978 with the interval of Lang and Reiczigel 2014, and prediction-powered inference (Angelopoulos et al. 2023). Coverage is measured in docs/proofs/judge-coverage.md.",
    isUnknown
      ? 'Items without a verdict are in no rate; bounds count all of them as failed, and as successes.'
      : null,
    ...reasons,
  ].filter((note) => note !== null);
  return {
    id: 'corrected-rates',
    title: "Success rates without the judge's errors",
    columns: [
      ...textColumns('Agent', 'Part', 'Rate'),
      ...numberColumns('%', '95 %', 'Judged', 'Not judged', 'Bounds'),
    ],
    rows: rates.flatMap((named) => [
      rawRow(named),
      ...named.rates.corrected.map((one) => correctedRow(named, one)),
    ]),
    notes,
  };
}

function rawRow(named: NamedCorrectedRates): Cell[] {
  const { successes, n } = named.rates.raw;
  const value = n === 0 ? null : successes / n;
  return row(
    named,
    'as judged',
    { text: percent(value), value, counts: [successes, n] },
    value,
    wilsonInterval(successes, n),
  );
}

function correctedRow(named: NamedCorrectedRates, one: CorrectedRate): Cell[] {
  if (one.type === 'none') {
    return row(named, METHODS[one.method], { text: NOT_APPLICABLE, value: null }, null, null);
  }
  const { estimate, interval } = one;
  return row(named, METHODS[one.method], { text: percent(estimate), value: estimate }, estimate, interval);
}

function row(
  { agent, part, rates, items }: NamedCorrectedRates,
  name: string,
  cell: Cell,
  value: number | null,
  interval: { readonly low: number; readonly high: number } | null,
): Cell[] {
  const { raw, unknown } = rates;
  const bounds = value === null ? null : overUnknown({ low: value, high: value }, raw.n, unknown);
  const leads = (list: readonly string[] | undefined): Pick<Cell, 'items'> =>
    list === undefined ? {} : { items: list };
  return [
    { text: agent },
    { text: part },
    { text: name },
    { ...cell, ...leads(items?.judged) },
    { text: percentInterval(interval), ...endsOf(interval) },
    { text: String(raw.n), value: raw.n, ...leads(items?.judged) },
    { text: String(unknown), value: unknown, ...leads(items?.unknown) },
    boundsCell({ bounds }),
  ];
}
