import { z } from 'zod';
import { BoxSchema, DirectionSchema, SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { ActivitySchema } from '../../domain/screen.js';
import { isTimeZone } from '../../domain/clock/time-zone.js';
import { FolderPathSchema } from '../safe-path.js';

const IdSchema = z.string().min(1);

/** Pixels of the screen's picture, sides inclusive; the first corner is the upper left. */
const UprightBoxSchema = BoxSchema.refine(([x1, y1, x2, y2]) => x1 <= x2 && y1 <= y2, {
  message: 'a box is [left, top, right, bottom]',
});

const touchFields = {
  box: UprightBoxSchema.optional(),
  point: z.tuple([z.number(), z.number()]).optional(),
};
const NO_PLACE = { message: 'needs a "box" or a "point"' };

/** What makes an edge fire. */
export const GraphFileActionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('click'), ...touchFields })
    .refine(({ box, point }) => box !== undefined || point !== undefined, NO_PLACE),
  z
    .strictObject({ type: z.literal('long_press'), ...touchFields })
    .refine(({ box, point }) => box !== undefined || point !== undefined, NO_PLACE),
  z.strictObject({
    type: z.literal('swipe'),
    direction: DirectionSchema,
    box: UprightBoxSchema.optional(),
  }),
  z.strictObject({ type: z.literal('type'), text: z.string() }),
  z.strictObject({ type: z.literal('key'), key: z.string().min(1) }),
  z.strictObject({ type: z.literal('open'), app: z.string().min(1) }),
  z.strictObject({ type: z.literal('wait') }),
]);

export const GraphFileNodeSchema = z.strictObject({
  id: IdSchema,
  title: z.string().optional(),
  screens: z
    .array(
      z.strictObject({
        id: IdSchema,
        picture: FolderPathSchema.optional(),
        hierarchy: FolderPathSchema.optional(),
        activity: ActivitySchema.optional(),
        size: SizeSchema.optional(),
      }),
    )
    .min(1)
    .optional(),
  showFor: z.int().min(1).optional(),
  edges: z.array(z.strictObject({ to: IdSchema, actions: z.array(GraphFileActionSchema) })).optional(),
});

/** What starts an app. All that is given must fit. */
const GraphFileIntentSchema = z.strictObject({
  action: z.string().min(1),
  categories: z.array(z.string().min(1)).optional(),
  /** Beginnings of the data's URI (`geo:`); without them the intent has no data. */
  data: z.array(z.string().min(1)).min(1).optional(),
  /** Media types of the data. */
  types: z.array(z.string().min(1)).min(1).optional(),
});

/** When and where a phone was recorded, by its own clock. */
const GraphFileClockSchema = z.strictObject({
  recordedAt: z.iso.datetime({ offset: true }),
  timeZone: z.string().refine(isTimeZone, { message: 'is no time zone, such as "Europe/Lisbon" or "UTC"' }),
});

/** `graph.json` of a world folder, format version 2. Described in docs/formats.md. */
export const GraphFileSchema = z.strictObject({
  $schema: z.string().optional(),
  formatVersion: z.literal(2),
  name: z.string().min(1),
  screenSize: SizeSchema,
  root: IdSchema,
  launcher: z
    .strictObject({
      apps: z.array(
        z.strictObject({
          name: z.string().min(1),
          aliases: z.array(z.string()).optional(),
          entries: z.array(IdSchema),
          intents: z.array(GraphFileIntentSchema).optional(),
        }),
      ),
      icons: z.array(z.strictObject({ app: z.string().min(1), box: UprightBoxSchema })).optional(),
    })
    .optional(),
  clock: GraphFileClockSchema.optional(),
  nodes: z.array(GraphFileNodeSchema).min(1),
});
export type GraphFile = z.infer<typeof GraphFileSchema>;

/** Steps from each older version of the format to the next. */
export const GRAPH_FORMAT = {
  name: 'graph',
  // Version 2 has intents of apps and a clock, both optional.
  steps: [(value: Record<string, unknown>) => ({ ...value, formatVersion: 2 })],
} as const;
