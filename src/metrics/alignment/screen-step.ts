import type { Action, Target } from '../../domain/action.js';
import { toPixel, type Point, type Size } from '../../domain/geometry.js';
import type { ScreenSketch } from './screen-sketch.js';

/** One step of a run as far as setting runs side by side goes: what was seen and what was done. */
export interface ScreenStep {
  /** Name of the environment's state; null where states have no names. */
  readonly state: string | null;
  /** What is equal for equal pictures, such as a hash of the bytes; null where there is no picture. */
  readonly picture: string | null;
  /** Null where nobody looked at the pixels. */
  readonly sketch: ScreenSketch | null;
  /** Texts on the screen in any order; empty where nothing tells them. */
  readonly texts: readonly string[];
  /** Null where nothing was done, as on a last screen. */
  readonly action: StepAction | null;
}

/** What was done, so that two runs can be asked whether they did the same. */
export interface StepAction {
  /** All that tells actions apart but where they were aimed. */
  readonly key: string;
  /** Where it was aimed, 0–1 of each axis; null where it has no place, or none that can be compared. */
  readonly place: readonly [x: number, y: number] | null;
}

/** Share of an axis by which two aims at one thing may differ. */
const AIM = 0.05;

/** Whether two runs did the same: the same words and keys, and touches close to each other. */
export function isSameAction(a: StepAction | null, b: StepAction | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.key !== b.key) return false;
  if (a.place === null || b.place === null) return a.place === b.place;
  return Math.abs(a.place[0] - b.place[0]) <= AIM && Math.abs(a.place[1] - b.place[1]) <= AIM;
}

/** An action as alignment compares it; `size` is the screen's in pixels, null when nobody recorded it. */
export function stepAction(action: Action | null, size: Size | null): StepAction | null {
  if (action === null) return null;
  switch (action.type) {
    case 'tap':
      return aimed(`tap ${action.count ?? 1}`, action.target, size);
    case 'long_press':
      return aimed('long_press', action.target, size);
    case 'swipe':
      // Where a finger began matters less than which way it went.
      return { key: `swipe ${action.direction ?? ''}`, place: null };
    case 'type':
      return { key: JSON.stringify(['type', action.text, action.submit === true]), place: null };
    case 'key':
      return { key: `key ${action.key.toLowerCase()}`, place: null };
    case 'open_app':
      return { key: JSON.stringify(['open_app', action.app]), place: null };
    case 'open_url':
      return { key: JSON.stringify(['open_url', action.url]), place: null };
    case 'answer':
      return { key: JSON.stringify(['answer', action.text]), place: null };
    case 'stop':
      return { key: JSON.stringify(['stop', action.status, action.answer ?? '']), place: null };
    case 'foreign':
      return { key: JSON.stringify(['foreign', action.native.name, action.native.text]), place: null };
    default:
      return { key: action.type, place: null };
  }
}

function aimed(key: string, target: Target, size: Size | null): StepAction {
  if (target.type !== 'point') return { key: `${key} ${JSON.stringify(target)}`, place: null };
  const place = placeOf(target.point, size);
  return place === null ? { key: `${key} ${target.point.x} ${target.point.y}`, place } : { key, place };
}

function placeOf(point: Point, size: Size | null): readonly [number, number] | null {
  if (point.space === 'permille') return [point.x / 1000, point.y / 1000];
  if (point.space === 'unit') return [point.x, point.y];
  if (size === null) return null;
  const [x, y] = toPixel(point, size);
  return [x / size.width, y / size.height];
}
