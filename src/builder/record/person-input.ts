import { z } from 'zod';
import type { Action } from '../../domain/action.js';
import { pathDirection, pixelPoint } from '../../domain/geometry.js';

const PlaceSchema = z.tuple([z.number(), z.number()]);

/** What a person does on the page; positions in pixels of the picture. */
export const PersonInputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tap'), at: PlaceSchema }),
  z.strictObject({ type: z.literal('double_tap'), at: PlaceSchema }),
  z.strictObject({
    type: z.literal('long_press'),
    at: PlaceSchema,
    durationMs: z.number().nonnegative().max(60_000).optional(),
  }),
  z.strictObject({
    type: z.literal('swipe'),
    from: PlaceSchema,
    to: PlaceSchema,
    durationMs: z.number().nonnegative().max(60_000),
  }),
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(10_000) }),
  z.strictObject({ type: z.literal('key'), key: z.enum(['BACK', 'HOME', 'ENTER', 'APP_SWITCH', 'DELETE']) }),
  z.strictObject({ type: z.literal('open_app'), app: z.string().min(1).max(200) }),
  z.strictObject({ type: z.literal('wait'), durationMs: z.number().nonnegative().max(60_000).default(1000) }),
]);
export type PersonInput = z.infer<typeof PersonInputSchema>;

/** Fastest drag, milliseconds; what is quicker is a fling. */
const DRAG_MS = 800;

/** The action that a person's input is. */
export function actionOfInput(input: PersonInput): Action {
  switch (input.type) {
    case 'tap':
    case 'double_tap': {
      const target = { type: 'point' as const, point: pixelPoint(...input.at) };
      return { type: 'tap', target, ...(input.type === 'double_tap' ? { count: 2 } : {}) };
    }
    case 'long_press': {
      const { at, durationMs } = input;
      const target = { type: 'point' as const, point: pixelPoint(...at) };
      return { type: 'long_press', target, ...(durationMs === undefined ? {} : { durationMs }) };
    }
    case 'swipe': {
      const { durationMs } = input;
      const [from, to] = [pixelPoint(...input.from), pixelPoint(...input.to)];
      const direction = pathDirection(input.from, input.to);
      const style = durationMs >= DRAG_MS ? ('drag' as const) : ('fling' as const);
      return { type: 'swipe', direction, from, to, durationMs, style };
    }
    case 'text':
      return { type: 'type', text: input.text };
    case 'key':
      return { type: 'key', key: input.key };
    case 'open_app':
      return { type: 'open_app', app: input.app };
    case 'wait':
      return { type: 'wait', durationMs: input.durationMs };
    default:
      return input satisfies never;
  }
}
