import { z } from 'zod';
import { stop, type Action, type Target } from '../../../domain/action.js';
import { pathDirection, pixelPoint } from '../../../domain/geometry.js';
import { parseBounds } from '../../../domain/hierarchy/bounds.js';

/** Attributes of the node an action was aimed at, as its UI hierarchy gives them. */
const ElementSchema = z
  .record(z.string(), z.string())
  .refine((element) => Object.hasOwn(element, 'bounds') && parseBounds(element['bounds'] ?? '') !== null, {
    message: 'an element needs bounds "[x1,y1][x2,y2]"',
    path: ['bounds'],
  });

/** Where a touch action goes: an element, which comes first, or points in pixels. */
const place = {
  element: ElementSchema.nullish(),
  coords: z.array(z.tuple([z.number(), z.number()])).nullish(),
};
const typed = { ...place, message: z.string(), clear: z.boolean().nullish() };
const swiped = { ...place, direction: z.enum(['up', 'down', 'left', 'right']).nullish() };
const PLACELESS = ['none', 'back', 'enter', 'restart', 'stop'] as const;

interface Placed {
  readonly element?: Readonly<Record<string, string>> | null | undefined;
  readonly coords?: readonly (readonly [number, number])[] | null | undefined;
}

function hasPlace(action: Placed): boolean {
  return (action.element ?? action.coords?.[0]) !== undefined;
}
const NO_PLACE = 'a touch action needs an element or coordinates';

/**
 * An action as SPHINX's recordings write it (`meta.json`), also in ground truths and login scripts.
 *
 * Source: SPHINX repository, `groundtruth/<task>/<app>/meta.json`.
 */
export const RecordedActionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('click'), ...place }).refine(hasPlace, NO_PLACE),
  z.object({ type: z.literal('longclick'), ...place }).refine(hasPlace, NO_PLACE),
  z.object({ type: z.literal('swipe'), ...swiped }).refine(hasPlace, NO_PLACE),
  z.object({ type: z.literal('input'), ...typed }).refine(hasPlace, NO_PLACE),
  z.object({ type: z.enum(PLACELESS) }),
]);
export type RecordedAction = z.infer<typeof RecordedActionSchema>;

const SAVED_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['click', 'longclick', 'swipe', ...PLACELESS].map((type) => [type.toUpperCase(), type]),
  ),
  TEXT: 'input',
};

/**
 * An action as the reference code saves it with a run (`actions.json`): the same under `action_type` and other names, read
 * as a recorded action.
 */
export const SavedActionSchema = z
  .looseObject({ action_type: z.enum(Object.keys(SAVED_TYPES) as [string, ...string[]]) })
  .transform(({ action_type: savedType, ...fields }) => ({ ...fields, type: SAVED_TYPES[savedType] }))
  .pipe(RecordedActionSchema);

/** The action in the words of this project. */
export function toAction(recorded: RecordedAction): Action {
  switch (recorded.type) {
    case 'click':
      return { type: 'tap', target: targetOf(recorded) };
    case 'longclick':
      return { type: 'long_press', target: targetOf(recorded) };
    case 'swipe':
      return toSwipe(recorded);
    case 'input':
      return {
        type: 'type',
        text: recorded.message,
        target: targetOf(recorded),
        clear: recorded.clear ?? true,
      };
    case 'none':
      return { type: 'wait' };
    case 'back':
      return { type: 'key', key: 'BACK' };
    case 'enter':
      return { type: 'key', key: 'ENTER' };
    case 'restart':
      return { type: 'restart_app' };
    case 'stop':
      return stop();
    default:
      return recorded satisfies never;
  }
}

function toSwipe(recorded: Extract<RecordedAction, { type: 'swipe' }>): Action {
  const direction = recorded.direction ?? null;
  const [from, to] = recorded.coords ?? [];
  if (recorded.element || from === undefined) return { type: 'swipe', direction, target: targetOf(recorded) };
  if (to === undefined) return { type: 'swipe', direction, at: pixelPoint(...from) };
  const path = { from: pixelPoint(...from), to: pixelPoint(...to) };
  return { type: 'swipe', direction: direction ?? pathDirection(from, to), ...path };
}

function targetOf({ element, coords }: Placed): Target {
  if (element) return { type: 'selector', attributes: { ...element } };
  const [x, y] = coords?.[0] ?? [0, 0];
  return { type: 'point', point: pixelPoint(x, y) };
}
