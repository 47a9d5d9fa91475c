import { z } from 'zod';
import type { ItemResult } from '../../domain/score.js';
import type { Measured } from '../../metrics/tables/measured.js';
import { instructionFollowingRates } from '../../metrics/instruction-following-rates.js';
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
  /** Names of the recorded screens that were seen; absent in older scores. */
  seen: z.array(z.string()).optional(),
  /** Actions of an exploring agent that nobody recorded; absent where none was. */
  unrecorded: z.int().optional(),
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
