import type { AliasableExpression, Expression, Kysely, Transaction } from 'kysely';
import { OutcomeSchema } from '../../domain/episode.js';
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

/**
 * The episodes of a version in order of items and repeats. Each column comes as one JSON text: a row per episode would cost
 * five times as much, most of it in objects that are dropped at once.
 */
export async function listEpisodes(
  database: Kysely<Tables> | Transaction<Tables>,
  version: string,
  { collected, textOf }: ListingSyntax,
): Promise<readonly ListedEpisode[]> {
  const [texts] = await database
    .selectFrom((builder) =>
      builder
        .selectFrom('episodes')
        .selectAll()
        .where('version', '=', version)
        .orderBy('item')
        .orderBy('repeat')
        .as('ordered'),
    )
    .select((builder) => LISTED.map((name) => collected(builder.ref(name), EXACT.has(name)).as(name)))
    .execute();
  return texts === undefined ? [] : episodesOf(texts, textOf);
}

function episodesOf(
  texts: Readonly<Record<Listed, string>>,
  textOf: ListingSyntax['textOf'],
): readonly ListedEpisode[] {
  // What stands there was written by `put` and `stage` of this version of the tables.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what was written there
  const column = <T>(name: Listed): readonly T[] => JSON.parse(texts[name]) as T[];
  const exact = (name: Listed): readonly (number | null)[] =>
    column<string | number | null>(name).map((value) => (value === null ? null : Number(value)));
  const item = column<string>('item');
  const repeat = column<number>('repeat');
  const task = column<string>('task');
  const outcome = column<string>('outcome');
  const reason = column<string | null>('reason');
  const steps = column<number>('steps');
  const completion = exact('completion');
  const metric = column<string | null>('metric');
  const durationMs = exact('duration_ms');
  const costUsd = exact('cost_usd');
  const tokens = column<number | null>('tokens');
  const formatErrors = column<number>('format_errors');
  const findings = column<string>('findings');
  const attempts = column<number>('attempts');
  const why = column<string>('why');
  const otherMode = column<number | null>('other_mode');
  const isScored = column<number>('is_scored');
  const milestones = column<string>('milestones');
  const milestonesOf = parsedOnce<readonly TaggedMilestone[]>();
  const findingsOf = parsedOnce<readonly string[]>();
  return item.map((name, place): ListedEpisode => {
    const metricText = metric[place] ?? null;
    const reasonText = reason[place] ?? null;
    return {
      key: { item: nameOfPortable(textOf(name)), repeat: repeat[place] ?? 0 },
      task: nameOfPortable(textOf(task[place] ?? '')),
      outcome: OutcomeSchema.parse(outcome[place]),
      reason: reasonText === null ? null : textOf(reasonText),
      steps: steps[place] ?? 0,
      completion: completion[place] ?? null,
      metric: metricText === null ? null : (JSON.parse(metricText) as ItemMetric),
      durationMs: durationMs[place] ?? 0,
      costUsd: costUsd[place] ?? null,
      tokens: tokens[place] ?? null,
      formatErrors: formatErrors[place] ?? 0,
      findings: findingsOf(findings[place] ?? '[]'),
      attempts: attempts[place] ?? 0,
      why: textOf(why[place] ?? ''),
      otherMode: otherMode[place] == null ? null : otherMode[place] === 1,
      isScored: isScored[place] === 1,
      milestones: milestonesOf(milestones[place] ?? '[]'),
    };
  });
}

/** Reads JSON; few texts are many episodes': what they say is held once. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what was written there
function parsedOnce<T>(): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = JSON.parse(text) as T;
    known.set(text, made);
    return made;
  };
}
