import { z } from 'zod';

const ratio = z.number().min(0).max(1);

/**
 * How far a touch may be from the recorded one, the border included. `square`: straight distance in the square that each
 * axis spans from 0 to 1. `per_axis`: each axis by itself, 0–1 as well. `pixel`: straight distance in pixels of the source
 * picture. `longer_side`: the same, in lengths of the screen's longer side.
 */
const DistanceSchema = z.strictObject({
  threshold: z.number().nonnegative(),
  space: z.enum(['square', 'per_axis', 'pixel', 'longer_side']),
});
export type DistanceRule = z.infer<typeof DistanceSchema>;

const TouchSchema = z.strictObject({
  /**
   * What an annotated area decides: `instead` of the distance wherever there is one, in addition to it (`beside`:
   * either is enough), or nothing (`none`).
   */
  boxes: z.enum(['instead', 'beside', 'none']),
  /** Annotated areas are enlarged about their centre by this factor; 1 leaves them as they are. */
  boxFactor: z.number().positive(),
  /**
   * Touches in one and the same element of the screen match; the elements are enlarged by this factor first. null: the
   * screen's elements do not count.
   */
  elementFactor: z.number().positive().nullable(),
  /** null: no distance is near enough. */
  distance: DistanceSchema.nullable(),
  /** Whether a tap and a long press are of one type, so that either may stand for the other. */
  longPressIsTap: z.boolean(),
  /**
   * A path whose ends are at most this far apart (square of 0–1) is a tap at its start. `isOneType`: taps and swipes are
   * of one type, as where a dataset records both as a gesture of two points.
   */
  dualPoint: z.strictObject({ threshold: z.number().nonnegative(), isOneType: z.boolean() }).nullable(),
});
export type TouchRule = z.infer<typeof TouchSchema>;

/** Direction: |dx| > |dy| is horizontal, all else vertical; measured in pixels, or with each axis spanning 0–1. */
const SwipeSchema = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('direction'), space: z.enum(['pixel', 'unit']) }),
  z.strictObject({ rule: z.literal('axis'), space: z.enum(['pixel', 'unit']) }),
  z.strictObject({ rule: z.literal('type') }),
  /** Both ends within this distance (square of 0–1); where one of the two has no path, the direction decides. */
  z.strictObject({ rule: z.literal('path'), threshold: z.number().nonnegative() }),
]);
export type SwipeRule = z.infer<typeof SwipeSchema>;

const TextTestSchema = z.discriminatedUnion('test', [
  z.strictObject({ test: z.literal('any') }),
  z.strictObject({ test: z.literal('equal') }),
  /** One of the two contains the other. */
  z.strictObject({ test: z.literal('containment') }),
  /** 1 − edit distance / length of the longer one, in code points. */
  z.strictObject({ test: z.literal('similarity'), atLeast: ratio }),
  /**
   * Of the words between white space, each counted once (`set`) or as often as it is there (`bag`). `isInclusive`: exactly
   * the threshold is enough.
   */
  z.strictObject({
    test: z.literal('token_f1'),
    threshold: ratio,
    isInclusive: z.boolean(),
    tokens: z.enum(['set', 'bag']),
  }),
]);
export type TextTest = z.infer<typeof TextTestSchema>;

const TextSchema = z.strictObject({
  strip: z.boolean(),
  lowerCase: z.boolean(),
  /** One of these is enough. */
  anyOf: z.array(TextTestSchema).min(1),
  /** Nothing but white space: `equal` matches nothing but the same, `tested` is tested like any other text. */
  empty: z.enum(['equal', 'tested']),
});
export type TextRule = z.infer<typeof TextSchema>;

/**
 * Everything that decides whether a predicted action is the recorded one; plain JSON, kept whole with every result.
 */
export const StepProtocolSchema = z.strictObject({
  /** The preset it is, or is made from. */
  name: z.string().min(1),
  touch: TouchSchema,
  swipe: SwipeSchema,
  text: TextSchema,
  /** Whether each system key is a type of its own, or all are one type and the key is compared. */
  keys: z.enum(['own_types', 'one_type']),
  /** Whether a declared success and a declared failure differ. An end without a status is a success. */
  stopStatus: z.enum(['ignored', 'compared']),
  /** Whether asking the user ends an episode as a failure does. */
  askUserIsStop: z.boolean(),
  openApp: z.strictObject({
    /** Names are compared without case and outer white space. */
    name: z.enum(['equal', 'containment', 'ignored']),
    /** Whether a tap into an annotated area opens the app as well. */
    iconCounts: z.boolean(),
  }),
});
export type StepProtocol = z.infer<typeof StepProtocolSchema>;
