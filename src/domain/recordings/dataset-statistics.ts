import { z } from 'zod';

/** How often something occurs. */
export const CountSchema = z.object({ name: z.string(), count: z.int().nonnegative() });
export type Count = z.infer<typeof CountSchema>;

/** Whole numbers and how they are spread; quantiles are values that occur (nearest rank). */
export const DistributionSchema = z.object({
  count: z.int().nonnegative(),
  /** null where there is nothing, like all that follow. */
  mean: z.number().nullable(),
  least: z.int().nullable(),
  p10: z.int().nullable(),
  p25: z.int().nullable(),
  median: z.int().nullable(),
  p75: z.int().nullable(),
  p90: z.int().nullable(),
  most: z.int().nullable(),
  /** From `from` up to and with `to`; neighbours touch, empty ones included. */
  bins: z.array(z.object({ from: z.int(), to: z.int(), count: z.int().nonnegative() })),
});
export type Distribution = z.infer<typeof DistributionSchema>;

/** Two apps that tasks use together. */
export const AppPairSchema = z.object({ a: z.string(), b: z.string(), count: z.int().positive() });
export type AppPair = z.infer<typeof AppPairSchema>;

/** Texts of one language. */
export const InstructionStatisticsSchema = z.object({
  language: z.string(),
  words: DistributionSchema,
  characters: DistributionSchema,
});
export type InstructionStatistics = z.infer<typeof InstructionStatisticsSchema>;

const sizeFields = { width: z.int().positive(), height: z.int().positive() };

/** Facts from the screenshots' own headers, by steps. */
export const PictureStatisticsSchema = z.object({
  read: z.int().nonnegative(),
  /** Missing, or neither PNG nor JPEG. */
  unread: z.int().nonnegative(),
  sizes: z.array(z.object({ ...sizeFields, pictures: z.int().positive() })),
  /** Those of another size than the data state; the first of them by screen. */
  differing: z.object({
    count: z.int().nonnegative(),
    listed: z.array(z.object({ screen: z.string(), said: z.object(sizeFields), real: z.object(sizeFields) })),
  }),
});
export type PictureStatistics = z.infer<typeof PictureStatisticsSchema>;

/** Where screens of one size are touched: counts in a grid, row by row from the top left. */
export const TouchMapSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  columns: z.int().positive(),
  rows: z.int().positive(),
  cells: z.array(z.int().nonnegative()),
  touches: z.int().nonnegative(),
});
export type TouchMap = z.infer<typeof TouchMapSchema>;

/** Statistics of the tasks of every dataset. Lists are sorted by frequency. */
const taskFields = {
  /** Apps by tasks that use them. */
  apps: z.array(CountSchema),
  appsPerTask: DistributionSchema,
  appPairs: z.array(AppPairSchema),
  /** Classes of apps by tasks that use one of them, where a table of classes was given. */
  appClasses: z.array(CountSchema).nullable(),
  instructions: z.array(InstructionStatisticsSchema),
};

/** Statistics of a dataset of recorded episodes. */
export const RecordedStatisticsSchema = z.object({
  kind: z.literal('recorded'),
  episodes: z.int().nonnegative(),
  steps: z.int().nonnegative(),
  /** Episodes that cannot be read are in no other number; the first of them by name. */
  broken: z.object({
    count: z.int().nonnegative(),
    listed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  }),
  lengths: DistributionSchema,
  ...taskFields,
  /** Category, device, …, by episodes. */
  labels: z.array(z.object({ name: z.string(), values: z.array(CountSchema) })),
  actions: z.array(CountSchema),
  /** Actions by tenths of their episodes, and by number of the step (from 0) as long as enough episodes last. */
  actionsByTenth: z.array(z.array(CountSchema)),
  actionsByStep: z.array(z.array(CountSchema)),
  typedCharacters: DistributionSchema,
  /** Sizes of screens by steps; those that nobody recorded are left out. */
  screens: z.array(z.object({ width: z.int(), height: z.int(), steps: z.int(), episodes: z.int() })),
  /** The screenshots themselves; absent unless their headers were read. */
  pictures: PictureStatisticsSchema.optional(),
  touches: z.array(TouchMapSchema),
  /** What steps bring along, by how many of them. */
  annotations: z.array(CountSchema),
});
export type RecordedStatistics = z.infer<typeof RecordedStatisticsSchema>;

/** Kinds of actions that ask a screen for a successor of its own. */
export const SCREEN_ACTION_KINDS = ['click', 'long_press', 'swipe', 'type', 'key'] as const;
export type ScreenActionKind = (typeof SCREEN_ACTION_KINDS)[number];

const count = z.int().nonnegative();

/** What agents did on the screens of a recorded phone, over runs: how many successors each screen would need. */
export const ScreenActionStatisticsSchema = z.object({
  /** Runs that were read, by name. */
  runs: z.array(z.string()),
  episodes: count,
  /** Screens that agents saw, each step one. */
  steps: count,
  /** Distinct actions of each visited screen. */
  spread: DistributionSchema,
  /** Visited screens without any. */
  none: count,
  /** Every visited screen, those with most actions first. */
  screens: z.array(
    z.object({
      screen: z.string(),
      steps: count,
      actions: count,
      kinds: z.object({ click: count, long_press: count, swipe: count, type: count, key: count }),
      /** As the published script counts, where there is one. */
      published: count.optional(),
    }),
  ),
  /** Touches that met no area of their screen, near ones as one, the most frequent first: where edges may be missing. */
  missed: z.array(
    z.object({
      screen: z.string(),
      kind: z.enum(['click', 'long_press']),
      /** Pixels of the screen. */
      x: z.number(),
      y: z.number(),
      times: z.int().positive(),
      tasks: z.array(z.string()),
    }),
  ),
  /** What the published script makes of the same runs, and what the paper printed, where there is either. */
  published: z
    .object({ spread: DistributionSchema, none: count, note: z.string(), paper: z.string() })
    .optional(),
});
export type ScreenActionStatistics = z.infer<typeof ScreenActionStatisticsSchema>;

/** Statistics of a recorded phone and its tasks. */
export const WorldStatisticsSchema = z.object({
  kind: z.literal('world'),
  graph: z
    .object({
      nodes: z.int(),
      edges: z.int(),
      effectiveEdges: z.int(),
      deadEnds: z.int(),
      unreachable: z.int(),
      screen: z.object({ width: z.int(), height: z.int() }),
      apps: z.int(),
      actions: z.array(CountSchema),
      /** Edges that lead on from a node, by nodes; steps from the root, by nodes. */
      degrees: DistributionSchema,
      depths: DistributionSchema,
      touches: z.array(TouchMapSchema),
    })
    .nullable(),
  tasks: z.int().nonnegative(),
  /** Tasks that cannot be read are in no other number; the first of them by name. */
  broken: z.object({
    count: z.int().nonnegative(),
    listed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  }),
  ...taskFields,
  /** Steps of the annotated best routes. */
  optimalSteps: DistributionSchema,
  milestones: DistributionSchema,
  tags: z.array(CountSchema),
  /** What agents did on the screens, where runs were read too. */
  screenActions: ScreenActionStatisticsSchema.optional(),
});
export type WorldStatistics = z.infer<typeof WorldStatisticsSchema>;

export const DatasetStatisticsSchema = z.discriminatedUnion('kind', [
  RecordedStatisticsSchema,
  WorldStatisticsSchema,
]);
export type DatasetStatistics = z.infer<typeof DatasetStatisticsSchema>;
