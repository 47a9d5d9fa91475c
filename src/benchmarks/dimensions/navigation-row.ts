import { z } from 'zod';
import type { ItemResult } from '../../domain/score.js';
import type { Measured } from '../../metrics/tables/measured.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import { instructionFollowingRates } from '../../metrics/instruction-following-rates.js';
import { percent } from '../../metrics/tables/percent.js';
import type { DimensionRow } from './dimension-row.js';
import { measureShare } from './measure-dimension.js';

/** Names of the two scores of an item of navigation: whether it is solved, and how it was gone about. */
export const NAVIGATION = 'navigation';
export const INSTRUCTION_FOLLOWING = 'navigation.conduct';

/** What tables need of one item of navigation, kept in its score. */
export const InstructionFollowingDetailsSchema = z.object({
  /** The episode went where nothing is recorded. */
  left: z.boolean(),
  repeated: z.int(),
  repeatable: z.int(),
  actions: z.int(),
  formatErrors: z.int(),
  /** How much is recorded of the app. */
  coverage: z.object({ recordings: z.int(), screens: z.int(), ways: z.int() }).nullable(),
});
export type InstructionFollowingDetails = z.infer<typeof InstructionFollowingDetailsSchema>;

/** Tags of an item of navigation: the dimension, and last the app. */
export function navigationTags(app: string): string[] {
  return [NAVIGATION, app];
}

/** What tables keep of one item of navigation. */
export interface NavigationRow {
  readonly app: string;
  readonly solved: DimensionRow;
  readonly completed: DimensionRow;
  readonly instructionFollowing: InstructionFollowingDetails | null;
}

/** The row of an item of navigation; null for other items. */
export function navigationRow({ key, task, outcome, result }: ItemResult): NavigationRow | null {
  const [dimension, app] = task.tags;
  if (dimension !== NAVIGATION || app === undefined) return null;
  const shared = {
    key,
    dimension,
    modality: null,
    kind: 'task',
    set: app,
    app,
    outcome,
    repaired: null,
    details: null,
  } as const;
  const instructionFollowing = result.scores.find(
    ({ evaluator }) => evaluator === INSTRUCTION_FOLLOWING,
  )?.score;
  const parsed =
    instructionFollowing?.status === 'scored'
      ? InstructionFollowingDetailsSchema.safeParse(instructionFollowing.details)
      : null;
  return {
    app,
    solved: { ...shared, original: result.success === null ? null : Number(result.success) },
    completed: { ...shared, original: result.completion },
    instructionFollowing: parsed?.success === true ? parsed.data : null,
  };
}

/** Navigation of one agent, and how it followed instructions on the way; shares in 0–1. */
export interface NavigationMeasures {
  /** Tasks that are solved. */
  readonly success: Measured;
  /** Share of a task's rules that hold. */
  readonly completion: Measured;
  /** Share of actions that repeat an earlier one of their episode; null where none could, or where it means nothing. */
  readonly repetition: number | null;
  /** Share of answers that nobody could read. */
  readonly formatError: number | null;
  readonly apps: ReadonlyMap<string, readonly NavigationRow[]>;
}

/** Null without any items. */
export function measureNavigation(rows: readonly NavigationRow[]): NavigationMeasures | null {
  const success = measureShare(rows.map(({ solved }) => solved))?.original;
  const completion = measureShare(rows.map(({ completed }) => completed))?.original;
  if (success === undefined || completion === undefined) return null;
  const apps = new Map<string, NavigationRow[]>();
  for (const row of rows) {
    const known = apps.get(row.app);
    if (known === undefined) apps.set(row.app, [row]);
    else known.push(row);
  }
  const { repetition, formatError } = instructionFollowingRates(
    rows.flatMap(({ instructionFollowing }) => instructionFollowing ?? []),
  );
  return {
    success,
    completion,
    repetition: repetition.value,
    formatError: formatError.value,
    apps,
  };
}

/** What the recordings show of each app, and how many episodes left them. */
export function coverageTable({ apps }: NavigationMeasures): Table {
  const number = (value: number | undefined): Cell =>
    value === undefined ? { text: 'n/a', value: null } : { text: String(value), value };
  return {
    id: 'navigation-coverage',
    title: 'Navigation by app',
    columns: [
      ...textColumns('App'),
      ...numberColumns('Recordings', 'Screens', 'Ways', 'Items', 'Solved', 'Left', 'SR between'),
    ],
    rows: [...apps]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([app, rows]): Cell[] => {
        const coverage = rows.find(({ instructionFollowing }) => instructionFollowing?.coverage != null)
          ?.instructionFollowing?.coverage;
        const known = rows.filter(({ solved }) => solved.original !== null).length;
        const solved = rows.filter((row) => row.solved.original === 1).length;
        const open = rows.length - known;
        return [
          { text: app },
          number(coverage?.recordings),
          number(coverage?.screens),
          number(coverage?.ways),
          number(rows.length),
          number(solved),
          number(rows.filter(({ instructionFollowing }) => instructionFollowing?.left === true).length),
          coverage === undefined
            ? number(undefined)
            : { text: `${percent(solved / rows.length)}–${percent((solved + open) / rows.length)}` },
        ];
      }),
    notes: [
      'Recordings, different screens and different actions that lead on are all that is known of an app. Left: the episode went where nothing is recorded; SR lies between none and all of these solved.',
    ],
  };
}
