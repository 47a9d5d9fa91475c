import type { AliasableExpression, Expression, Kysely, Transaction } from 'kysely';
import { OutcomeSchema, type Outcome } from '../../domain/episode.js';
import { nameOfPortable } from '../../domain/text/portable-name.js';
import type { ItemMetric } from '../../domain/scores/main-metric.js';
import type { TaggedMilestone } from '../../metrics/abilities/ability-counts.js';
import type { ListedEpisode } from '../run-store.js';
import type { EpisodeRow, Tables } from './tables.js';

/** Columns of an episode that lists need. */
const LISTED = [
  'item',
  'repeat',
  'task',
  'outcome',
  'reason',
  'steps',
  'completion',
  'metric',
  'duration_ms',
  'cost_usd',
  'tokens',
  'format_errors',
  'findings',
  'attempts',
  'why',
  'other_mode',
  'is_scored',
  'milestones',
] as const satisfies readonly (keyof EpisodeRow)[];
type Listed = (typeof LISTED)[number];

/** Numbers that JSON of the database would round to 15 digits. */
const EXACT: ReadonlySet<Listed> = new Set(['completion', 'duration_ms', 'cost_usd']);

/** What of listing differs between databases. */
export interface ListingSyntax {
  /** All values of a column as one text, a JSON array; `isExact` for numbers that may need 17 digits. */
  readonly collected: (column: Expression<unknown>, isExact: boolean) => AliasableExpression<string>;
  /** A text as it was given. */
  readonly textOf: (stored: string) => string;
}

/** Values of a column by episode: numbers in `of`; where most of them differ, `of` is all of them and there are no numbers. */
interface Column<T> {
  readonly of: readonly T[];
  readonly at?: readonly number[];
}

/** Episodes in order of items and repeats, column by column. Plain data; a fifth of the size of a row per episode. */
export interface ListedColumns {
  readonly item: Column<string>;
  readonly repeat: Column<number>;
  readonly task: Column<string>;
  readonly outcome: Column<Outcome>;
  readonly reason: Column<string | null>;
  readonly steps: Column<number>;
  readonly completion: Column<number | null>;
  readonly metric: Column<ItemMetric | null>;
  readonly durationMs: Column<number>;
  readonly costUsd: Column<number | null>;
  readonly tokens: Column<number | null>;
  readonly formatErrors: Column<number>;
  readonly findings: Column<readonly string[]>;
  readonly attempts: Column<number>;
  readonly why: Column<string>;
  readonly otherMode: Column<boolean | null>;
  readonly isScored: Column<boolean>;
  readonly milestones: Column<readonly TaggedMilestone[]>;
}

/**
 * The episodes of a version. Each column comes as one JSON text: a row per episode would cost five times as much, most of it in
 * objects that are dropped at once.
 */
export async function listColumns(
  database: Kysely<Tables> | Transaction<Tables>,
  version: string,
  { collected, textOf }: ListingSyntax,
): Promise<ListedColumns> {
  const [texts] = await database
    .selectFrom((builder) =>
      builder
        .selectFrom('episodes')
        .select(LISTED)
        .where('version', '=', version)
        .orderBy('item')
        .orderBy('repeat')
        .as('ordered'),
    )
    .select((builder) => LISTED.map((name) => collected(builder.ref(name), EXACT.has(name)).as(name)))
    .execute();
  // What stands there was written by `put` and `stage` of this version of the tables.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what was written there
  const column = <S, T>(name: Listed, valueOf: (stored: S) => T): Column<T> =>
    columnOf(texts === undefined ? [] : (JSON.parse(texts[name]) as S[]), valueOf);
  const nameOf = (stored: string): string => nameOfPortable(textOf(stored));
  return {
    item: column('item', nameOf),
    repeat: column('repeat', asItIs<number>),
    task: column('task', nameOf),
    outcome: column('outcome', (stored) => OutcomeSchema.parse(stored)),
    reason: column('reason', orNull(textOf)),
    steps: column('steps', asItIs<number>),
    completion: column('completion', orNull(Number)),
    metric: column(
      'metric',
      orNull((stored: string) => JSON.parse(stored) as ItemMetric),
    ),
    durationMs: column('duration_ms', Number),
    costUsd: column('cost_usd', orNull(Number)),
    tokens: column('tokens', asItIs<number | null>),
    formatErrors: column('format_errors', asItIs<number>),
    findings: column('findings', (stored: string) => JSON.parse(stored) as readonly string[]),
    attempts: column('attempts', asItIs<number>),
    why: column('why', textOf),
    otherMode: column('other_mode', orNull(isOne)),
    isScored: column('is_scored', isOne),
    milestones: column('milestones', (stored: string) => JSON.parse(stored) as readonly TaggedMilestone[]),
  };
}

/** The same, one by one. */
export function episodesOf(columns: ListedColumns): readonly ListedEpisode[] {
  const { item, repeat, task, outcome, reason, steps, completion, metric, durationMs } = columns;
  const { costUsd, tokens, formatErrors, findings, attempts, why, otherMode, isScored, milestones } = columns;
  return (item.at ?? item.of).map((_, place): ListedEpisode => ({
    key: { item: valueAt(item, place), repeat: valueAt(repeat, place) },
    task: valueAt(task, place),
    outcome: valueAt(outcome, place),
    reason: valueAt(reason, place),
    steps: valueAt(steps, place),
    completion: valueAt(completion, place),
    metric: valueAt(metric, place),
    durationMs: valueAt(durationMs, place),
    costUsd: valueAt(costUsd, place),
    tokens: valueAt(tokens, place),
    formatErrors: valueAt(formatErrors, place),
    findings: valueAt(findings, place),
    attempts: valueAt(attempts, place),
    why: valueAt(why, place),
    otherMode: valueAt(otherMode, place),
    isScored: valueAt(isScored, place),
    milestones: valueAt(milestones, place),
  }));
}

/** Few values are many episodes': each is read, and held, once. */
function columnOf<S, T>(stored: readonly S[], valueOf: (stored: S) => T): Column<T> {
  const numbers = new Map<S, number>();
  const of: T[] = [];
  const at = stored.map((value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, of.length);
    return of.push(valueOf(value)) - 1;
  });
  return of.length * 2 > at.length ? { of: at.map((number) => of[number] as T) } : { of, at };
}

/** Columns are of one length, and their numbers of values that are there. */
function valueAt<T>({ of, at }: Column<T>, place: number): T {
  return of[at === undefined ? place : (at[place] ?? 0)] as T;
}

function asItIs<T>(stored: T): T {
  return stored;
}

function isOne(stored: unknown): boolean {
  return stored === 1;
}

function orNull<S, T>(valueOf: (stored: S) => T): (stored: S | null) => T | null {
  return (stored) => (stored === null ? null : valueOf(stored));
}
