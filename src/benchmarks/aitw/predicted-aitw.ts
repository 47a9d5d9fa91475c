import { z } from 'zod';
import { stop, tap, type Action } from '../../domain/action.js';
import type { Direction } from '../../domain/geometry.js';
import { AITW_TYPES } from './gestures/aitw-gesture.js';
import { isTapGesture } from './gestures/match-gestures.js';

const pair = z.tuple([z.number(), z.number()]);

/** An action as predictions for Android in the Wild have it; the numbers of gestures are 0–1. */
const PredictionSchema = z.object({
  action_type: z.int(),
  /** (y, x), as the records have it. */
  touch_yx: pair.optional(),
  lift_yx: pair.optional(),
  /** (x, y), as SeeClick's predictions have it. */
  click_point: pair.optional(),
  text: z.string().optional(),
  typed_text: z.string().optional(),
});

/**
 * Numbers of scrolls and the finger's way. Source: SeeClick repository, `action_matching.py`, which uses the numbers that
 * Android in the Wild leaves free.
 */
const SCROLLS: Readonly<Record<number, Direction>> = { 0: 'up', 1: 'down', 8: 'right', 9: 'left' };

/** A predicted action in the dataset's own numbers, or in those of SeeClick; null for what is neither. */
export function predictedAitw(value: Readonly<Record<string, unknown>>): Action | null {
  const parsed = PredictionSchema.safeParse(value);
  if (!parsed.success) return null;
  const { action_type: type, touch_yx: touch, lift_yx: lift, click_point: click } = parsed.data;
  const direction = SCROLLS[type];
  if (direction !== undefined) return { type: 'swipe', direction };
  switch (type) {
    case AITW_TYPES.dualPoint: {
      if (click !== undefined) return tap({ x: click[0], y: click[1], space: 'unit' });
      if (touch === undefined) return null;
      const from = { x: touch[1], y: touch[0], space: 'unit' as const };
      if (lift === undefined || isTapGesture({ touch, lift })) return tap(from);
      // The measure takes the path; which direction it has depends on the screen's shape, and nobody asks.
      return { type: 'swipe', direction: null, from, to: { x: lift[1], y: lift[0], space: 'unit' } };
    }
    case AITW_TYPES.type:
      return { type: 'type', text: parsed.data.text ?? parsed.data.typed_text ?? '' };
    case AITW_TYPES.back:
      return { type: 'key', key: 'BACK' };
    case AITW_TYPES.home:
      return { type: 'key', key: 'HOME' };
    case AITW_TYPES.enter:
      return { type: 'key', key: 'ENTER' };
    case AITW_TYPES.complete:
      return stop('success');
    case AITW_TYPES.impossible:
      return stop('infeasible');
    default:
      return null;
  }
}
