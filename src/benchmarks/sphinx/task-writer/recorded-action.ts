import type { Action, Target } from '../../../domain/action.js';
import { toPixel, type Box, type Point, type Size } from '../../../domain/geometry.js';
import { nodeContains } from '../../../domain/hierarchy/find-node.js';
import { touchedNode } from '../../../domain/hierarchy/touched-node.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import type { RecordedAction } from '../saved-runs/native-action.js';

/** The screen that an action was done on. */
export interface ActedScreen {
  readonly hierarchy: UiHierarchy;
  /** Pixels. */
  readonly size: Size;
  /** Area of the touched element as recorded, pixels; null where nobody recorded one. */
  readonly box: Box | null;
}

const KEYS: Readonly<Record<string, 'back' | 'enter'>> = { BACK: 'back', ENTER: 'enter' };

/**
 * An action in the words of `meta.json`, aimed at the element that it touches; a reason where there are no words for it. What touches no
 * element keeps its place.
 */
export function recordedActionOf(action: Action, screen: ActedScreen): RecordedAction | string {
  switch (action.type) {
    case 'tap':
      if ((action.count ?? 1) !== 1) return 'there is no double tap';
      return placed('click', action.target, screen);
    case 'long_press':
      return placed('longclick', action.target, screen);
    case 'type': {
      if (action.submit === true) return 'text is typed, and not sent with it';
      const place = placeOf(action.target, screen) ?? fieldOf(screen);
      if (place === null) return 'no field is there to type into';
      const clear = action.clear === undefined ? {} : { clear: action.clear };
      return { type: 'input', ...place, message: action.text, ...clear };
    }
    case 'swipe': {
      const { direction, from, to, at } = action;
      const ways = direction === null ? {} : { direction };
      if (from !== undefined && to !== undefined) {
        const coords = [toPixel(from, screen.size), toPixel(to, screen.size)];
        return { type: 'swipe', element: null, coords, ...ways };
      }
      const target: Target | undefined = at === undefined ? action.target : { type: 'point', point: at };
      const place = placeOf(target, screen, true) ?? placeOf(middle(screen.size), screen, true);
      return place === null ? 'the swipe has no place' : { type: 'swipe', ...place, ...ways };
    }
    case 'key': {
      const key = KEYS[action.key];
      return key === undefined ? `there is no key ${action.key}` : { type: key };
    }
    case 'wait':
      return { type: 'none' };
    case 'restart_app':
      return { type: 'restart' };
    case 'stop':
      return { type: 'stop' };
    default:
      return `there is no action ${action.type}`;
  }
}

type Place = Pick<Extract<RecordedAction, { type: 'click' }>, 'element' | 'coords'>;

function placed(type: 'click' | 'longclick', target: Target, screen: ActedScreen): RecordedAction | string {
  const place = placeOf(target, screen);
  return place === null ? 'the touch names no place' : { type, ...place };
}

function placeOf(target: Target | undefined, screen: ActedScreen, mustScroll = false): Place | null {
  if (target?.type === 'selector') return { element: { ...target.attributes } };
  if (target?.type !== 'point') return null;
  const pixel = toPixel(target.point, screen.size);
  const node = nodeAt(pixel, screen, mustScroll);
  return node === null ? { element: null, coords: [pixel] } : elementOf(node);
}

/** What takes a touch there, else what lies deepest; for swipes the innermost that scrolls. */
function nodeAt(
  pixel: readonly [number, number],
  { hierarchy, box }: ActedScreen,
  mustScroll: boolean,
): UiNode | null {
  const own = hierarchy.nodes.findLast((node) => box !== null && String(node.bounds) === String(box));
  if (own !== undefined) return own;
  const under = hierarchy.nodes.filter((node) => nodeContains(node, pixel));
  const scrolling = under.findLast((node) => node.attribute('scrollable') === 'true');
  const touched = mustScroll ? scrolling : touchedNode(hierarchy, pixel);
  return touched ?? under.at(-1) ?? null;
}

/** The field that has the focus, or the only one. */
function fieldOf({ hierarchy }: ActedScreen): Place | null {
  const fields = hierarchy.nodes.filter((node) => node.isVisible && node.actions.includes('text'));
  const focused = fields.find((node) => node.attribute('focused') === 'true');
  const field = focused ?? (fields.length === 1 ? fields[0] : undefined);
  return field === undefined ? null : elementOf(field);
}

function elementOf(node: UiNode): Place {
  return { element: Object.fromEntries(node.attributes()) };
}

function middle({ width, height }: Size): Target {
  const point: Point = { x: Math.floor(width / 2), y: Math.floor(height / 2), space: 'pixel' };
  return { type: 'point', point };
}
