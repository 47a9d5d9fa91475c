import { z } from 'zod';
import { stop, tap, type Action, type NativeAction } from '../../domain/action.js';
import { OPPOSITE_DIRECTION, pathDirection, pixelPoint } from '../../domain/geometry.js';

const coordinate = z.number();
const direction = z.enum(['up', 'down', 'left', 'right']);

/** An action as a record of AndroidControl holds it, in JSON. Source: AndroidControl repository, description of the format. */
export const ControlActionSchema = z.discriminatedUnion('action_type', [
  z.object({ action_type: z.enum(['click', 'long_press']), x: coordinate, y: coordinate }),
  /** The way the content moves into view: the finger goes the other way. */
  z.object({ action_type: z.literal('scroll'), direction }),
  z.object({ action_type: z.literal('open_app'), app_name: z.string() }),
  z.object({ action_type: z.literal('input_text'), text: z.string() }),
  /** Touches the field, types, and presses enter. */
  z.object({ action_type: z.literal('type'), x: coordinate, y: coordinate, text: z.string() }),
  z.object({ action_type: z.enum(['navigate_home', 'navigate_back', 'wait']) }),
]);
export type ControlAction = z.infer<typeof ControlActionSchema>;

const pair = z.tuple([coordinate, coordinate]);

/** An action of the JSON conversion that UI-S1 and others evaluate with; fields that an action lacks may be null. */
export const ConvertedActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['click', 'long_press']), coordinate: pair }),
  /** The finger goes from the first to the second; where those are missing, `direction` says the way of the finger. */
  z.object({
    action: z.literal('swipe'),
    coordinate: pair.nullish(),
    coordinate2: pair.nullish(),
    direction: direction.nullish(),
  }),
  z.object({ action: z.literal('type'), text: z.string() }),
  z.object({ action: z.literal('open'), text: z.string() }),
  z.object({ action: z.literal('system_button'), button: z.string() }),
  z.object({ action: z.literal('wait'), time: z.number().nonnegative().nullish() }),
  z.object({ action: z.literal('terminate'), status: z.string().nullish() }),
]);
export type ConvertedAction = z.infer<typeof ConvertedActionSchema>;

const FAMILY = 'androidcontrol';

/** A recorded action in unified form. */
export function actionOfControl(action: ControlAction): Action {
  const native: NativeAction = { family: FAMILY, name: action.action_type, arguments: action };
  switch (action.action_type) {
    case 'click':
      return { ...tap(pixelPoint(action.x, action.y)), native };
    case 'long_press':
      return { type: 'long_press', target: touched(action), native };
    case 'scroll':
      return { type: 'swipe', direction: OPPOSITE_DIRECTION[action.direction], native };
    case 'open_app':
      return { type: 'open_app', app: action.app_name, native };
    case 'input_text':
      return { type: 'type', text: action.text, native };
    case 'type':
      return { type: 'type', text: action.text, target: touched(action), submit: true, native };
    case 'navigate_home':
      return { type: 'key', key: 'HOME', native };
    case 'navigate_back':
      return { type: 'key', key: 'BACK', native };
    case 'wait':
      return { type: 'wait', native };
    default:
      return action satisfies never;
  }
}

/** An action of the JSON conversion in unified form. */
export function actionOfConverted(action: ConvertedAction): Action {
  const native: NativeAction = { family: FAMILY, name: action.action, arguments: action };
  switch (action.action) {
    case 'click':
      return { ...tap(pixelPoint(...action.coordinate)), native };
    case 'long_press':
      return {
        type: 'long_press',
        target: { type: 'point', point: pixelPoint(...action.coordinate) },
        native,
      };
    case 'swipe': {
      const { coordinate: from, coordinate2: to } = action;
      if (from === undefined || from === null || to === undefined || to === null) {
        return { type: 'swipe', direction: action.direction ?? null, native };
      }
      const path = { from: pixelPoint(...from), to: pixelPoint(...to) };
      return {
        type: 'swipe',
        direction: pathDirection(from, to) ?? action.direction ?? null,
        ...path,
        native,
      };
    }
    case 'type':
      return { type: 'type', text: action.text, native };
    case 'open':
      return { type: 'open_app', app: action.text, native };
    case 'system_button':
      return { type: 'key', key: action.button.trim().toUpperCase(), native };
    case 'wait':
      return { type: 'wait', native };
    case 'terminate':
      return { ...stop(/^fail|^infeasible/i.test(action.status ?? '') ? 'infeasible' : 'success'), native };
    default:
      return action satisfies never;
  }
}

function touched({ x, y }: { readonly x: number; readonly y: number }): {
  type: 'point';
  point: ReturnType<typeof pixelPoint>;
} {
  return { type: 'point', point: pixelPoint(x, y) };
}
