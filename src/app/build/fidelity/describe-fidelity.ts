import { fromGraphAction } from '../../../domain/graph/native-action.js';
import { wilsonInterval } from '../../../metrics/intervals/wilson.js';
import type { Table } from '../../../metrics/tables/table.js';
import { sayAction } from '../../../judges/say-action.js';
import type { FidelityFindings } from './check-fidelity.js';

/** What is said of a live app that shows no other screen. */
const LIVE: Readonly<Record<string, string>> = { stays: 'stays', crash: 'goes down' };
/** Rows of each table. */
const MOST_ROWS = 20;

/** A comparison with the live app for people and for programs. */
export interface DescribedFidelity {
  /** Share of the transitions that were decided and agree, 0-1; null where none was. */
  readonly agreement: number | null;
  /** 95 % by Wilson; transitions count as independent. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly sentence: string;
  readonly tables: readonly Table[];
}

export function describeFidelity({ transitions, summary }: FidelityFindings): DescribedFidelity {
  const { agrees, differs, stays, crashes, unreached, refused, seen, stale, everywhere } = summary;
  const decided = agrees + differs + stays + crashes;
  const interval = wilsonInterval(agrees, decided);
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  const rate =
    interval === null
      ? 'no transition was decided'
      : `${agrees} of ${decided} transitions agree: ${percent(agrees / decided)} (${percent(interval.low)}–${percent(interval.high)})`;
  const aside = [
    ...(stays > 0 ? [`${stays} do nothing in the live app`] : []),
    ...(differs > 0 ? [`${differs} lead elsewhere`] : []),
    ...(crashes > 0 ? [`${crashes} bring the app down`] : []),
    ...(unreached > 0 ? [`${unreached} could not be reached`] : []),
    ...(refused > 0 ? [`${refused} were refused`] : []),
    `${stale.length} of ${seen} screens went stale`,
  ];
  const most = [
    ...everywhere.missing.map((label) => `no “${label}”`),
    ...everywhere.added.map((label) => `“${label}”`),
  ];
  const all =
    most.length === 0 ? '' : ` Most live screens have ${most.slice(0, 4).join(', ')}: left out above.`;
  const wrong = transitions.filter(({ verdict }) => ['differs', 'stays', 'crash'].includes(verdict));
  return {
    agreement: decided === 0 ? null : agrees / decided,
    interval: interval === null ? null : [interval.low, interval.high],
    sentence: `${rate}; ${aside.join(', ')}.${all}`,
    tables: [
      table(
        'fidelity-transitions',
        'Transitions that differ',
        ['state', 'action', 'recorded', 'live'],
        wrong,
        (one) => [
          one.from,
          sayAction(fromGraphAction(one.action), null),
          one.expected.join(' or '),
          LIVE[one.verdict] ?? one.shown ?? 'a screen that nobody recorded',
        ],
      ),
      table(
        'fidelity-stale',
        'Screens that went stale',
        ['state', 'no longer shown', 'new'],
        stale,
        (one) => [one.node, one.missing.slice(0, 4).join(' · '), one.added.slice(0, 4).join(' · ')],
      ),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function table<Row>(
  id: string,
  title: string,
  columns: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
): Table {
  const more = rows.length - MOST_ROWS;
  return {
    id,
    title,
    columns: columns.map((column) => ({ title: column, align: 'left' })),
    rows: rows.slice(0, MOST_ROWS).map((row) => cellsOf(row).map((text) => ({ text }))),
    notes: more > 0 ? [`${more} more are in the page and in --json.`] : [],
  };
}
