import { given } from '../../domain/given.js';
import { numberColumns, textColumns } from './columns.js';
import { NOT_APPLICABLE, toFixedEven } from './percent.js';
import type { Cell, Column, Table } from './table.js';

/** Numbers of some calls: how many, what they come to, and the highest. */
interface CallNumbers {
  readonly calls: number;
  readonly sum: number;
  readonly most: number;
}

/** What was measured of the calls of one role. */
export interface MeasuredRole {
  readonly role: string;
  /** What of earlier steps it is shown; null for a role that does not act. */
  readonly history: string | null;
  /** Calls that an endpoint answered. */
  readonly live: number;
  readonly firstTokenMs: CallNumbers;
  /** Output tokens, and the milliseconds in which they came. */
  readonly tokenRate: { readonly tokens: number; readonly ms: number };
  readonly pictureTokens: CallNumbers;
  readonly historyPictureTokens: CallNumbers;
  /** Who counted the tokens of pictures. */
  readonly countedBy: readonly string[];
}

const COLUMNS: readonly Column[] = [
  ...textColumns('Role', 'History'),
  ...numberColumns('History tokens', 'Picture tokens', 'First token (s)', 'Tokens/s', 'Live calls'),
];

/**
 * How fast the models of a run answered, and what pictures cost them, by the history that they were shown; null where nothing
 * was measured.
 *
 * Source: GUIOdyssey paper, Table 7.
 */
export function callsTable(roles: readonly MeasuredRole[], agent: string): Table | null {
  const measured = roles.filter(({ live }) => live > 0);
  if (measured.length === 0) return null;
  const countedBy = [...new Set(measured.flatMap((role) => role.countedBy))].toSorted();
  const isTimed = measured.some(({ firstTokenMs }) => firstTokenMs.calls > 0);
  return {
    id: 'model-calls',
    title: `Speed and history of the calls: ${agent}`,
    columns: COLUMNS,
    rows: measured.map(rowOf),
    notes: given([
      'Means over live calls; answers from a cache or a recording are left out. History tokens: of the screenshots of earlier steps, in the call that had most of them.',
      isTimed
        ? 'First token: from the request, with the network, without waits and retries. Tokens/s: of all calls together, from the first token of each to its last.'
        : 'Nothing is known of first tokens: no answer was streamed.',
      countedBy.length > 0 && `Tokens of pictures are counted by the ${countedBy.join(' and the ')}.`,
      measured.some(isUncounted) &&
        'The endpoint does not report what pictures take; `pictureTokens` of a profile says it (docs/providers.md).',
    ]),
  };
}

function isUncounted({ live, pictureTokens }: MeasuredRole): boolean {
  return pictureTokens.calls < live;
}

function rowOf({ role, history, live, ...numbers }: MeasuredRole): Cell[] {
  const { historyPictureTokens, pictureTokens, firstTokenMs, tokenRate } = numbers;
  return [
    { text: role },
    { text: history ?? '' },
    // Calls without earlier screenshots take none, and are known of also where the others are not.
    numberCell(historyPictureTokens.calls < live ? null : historyPictureTokens.most, 0),
    numberCell(mean(pictureTokens), 0),
    numberCell(mean(firstTokenMs, 1000), 2),
    numberCell(tokenRate.ms === 0 ? null : (tokenRate.tokens / tokenRate.ms) * 1000, 2),
    { text: String(live), value: live },
  ];
}

function mean({ calls, sum }: CallNumbers, unit = 1): number | null {
  return calls === 0 ? null : sum / calls / unit;
}

function numberCell(value: number | null, digits: number): Cell {
  return { text: value === null ? NOT_APPLICABLE : toFixedEven(value, digits), value };
}
