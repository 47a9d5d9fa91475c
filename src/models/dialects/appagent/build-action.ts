import { stop, type Action, type NativeAction, type Target } from '../../../domain/action.js';
import { gridPoint, type GridSpot } from '../../../domain/coordinates/grid-point.js';
import { invalid, isProblem, missing, type ArgumentProblem } from '../reading/parse-result.js';
import type { ParseContext } from '../dialect.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { decodeEscapes } from '../reading/quoted-text.js';
import type { ScannedCall } from '../reading/scan-call.js';
import type { FoundCall } from './find-call.js';
import { readDirection, readDistance, readIndex, readSubarea } from './read-arguments.js';

/** Which of AppAgent's two sets of functions is read. */
export interface AppAgentGrammar {
  readonly family: string;
  /** Areas of a grid in place of numbered elements. */
  readonly grid: boolean;
  /** Whether `text` names the field to type into, as in an adaptation. */
  readonly textNamesElement: boolean;
}

/** What the reading of one answer shares. */
export interface Reading extends AppAgentGrammar {
  readonly context: ParseContext;
  readonly warnings: Set<string>;
  readonly native: NativeAction;
}

/** Time that a finger rests or moves. Source: AppAgent reference code. */
export const PRESS_MS = 1000;
export const SWIPE_MS = 400;

/** The action that a call means. */
export function buildAction({ name, call, element }: FoundCall, reading: Reading): Action | ArgumentProblem {
  const { native, grid } = reading;
  switch (name) {
    case 'FINISH':
      return { ...stop('unspecified'), native };
    case 'grid':
      if (call.arguments.length > 0) return tooMany(name);
      return { type: 'grid_overlay', native };
    case 'text':
      if (grid) return { kind: 'unknown_action', message: 'there is no function text over a grid' };
      return typed(call, element, reading);
    case 'swipe':
      return grid ? gridSwipe(call, reading) : elementSwipe(call, reading);
    default: {
      const target = grid ? gridTarget(call, reading) : elementTarget(call, reading);
      if (isProblem(target)) return target;
      return name === 'tap'
        ? { type: 'tap', target, native }
        : { type: 'long_press', target, durationMs: PRESS_MS, native };
    }
  }
}

function typed(
  call: ScannedCall,
  field: FoundCall['element'],
  { textNamesElement, warnings, native, context }: Reading,
): Action | ArgumentProblem {
  const [content, ...more] = call.arguments;
  if (more.length > 0) return tooMany('text');
  if (content === undefined) return missing('text needs a content');
  if ((field !== null) !== textNamesElement || content.name !== null) warnings.add('alias_argument');
  if (content.quote === "'") warnings.add('single_quotes');
  if (content.quote === null) warnings.add('unquoted_name');
  const text = content.quote === null ? content.text : decodeEscapes(content.text);
  if (text.trim() === '') return missing('the text is empty');
  if (field === null) return { type: 'type', text, native };
  const index = readIndex(field, warnings);
  if (typeof index !== 'number') return index;
  const target = elementOf(index, context);
  return isProblem(target) ? target : { type: 'type', text, target, clear: false, native };
}

function elementTarget(call: ScannedCall, { warnings, context }: Reading): Target | ArgumentProblem {
  if (call.arguments.length > 1) return tooMany(call.name);
  const index = readIndex(call.arguments[0], warnings);
  return typeof index === 'number' ? elementOf(index, context) : index;
}

function elementOf(index: number, { elements }: ParseContext): Target | ArgumentProblem {
  const base = elements?.base ?? 1;
  if (index >= base && index < base + (elements?.count ?? Infinity))
    return { type: 'element', element: index };
  return { kind: 'element_not_found', message: `there is no element ${index}` };
}

function elementSwipe(call: ScannedCall, { warnings, context, native }: Reading): Action | ArgumentProblem {
  const [element, way, length, ...more] = call.arguments;
  if (more.length > 0) return tooMany('swipe');
  const index = readIndex(element, warnings);
  if (typeof index !== 'number') return index;
  const direction = readDirection(way, warnings);
  if (typeof direction !== 'string') return direction;
  const distance = readDistance(length, warnings);
  if (typeof distance !== 'string') return distance;
  const target = elementOf(index, context);
  if (isProblem(target)) return target;
  return { type: 'swipe', direction, target, distance, durationMs: SWIPE_MS, native };
}

function gridTarget(call: ScannedCall, reading: Reading): Target | ArgumentProblem {
  if (call.arguments.length > 2) return tooMany(call.name);
  const spot = readSpot(call.arguments, 0, reading);
  if (isProblem(spot)) return spot;
  const point = spotPoint(spot, reading);
  if (point === null) return { type: 'grid', ...spot };
  if (isProblem(point)) return point;
  return positionTarget(point, positions(reading)) ?? { type: 'grid', ...spot };
}

function gridSwipe(call: ScannedCall, reading: Reading): Action | ArgumentProblem {
  if (call.arguments.length > 4) return tooMany('swipe');
  const from = readSpot(call.arguments, 0, reading);
  if (isProblem(from)) return from;
  const to = readSpot(call.arguments, 2, reading);
  if (isProblem(to)) return to;
  const [start, end] = [spotPoint(from, reading), spotPoint(to, reading)];
  if (start === null || end === null) {
    return invalid('nobody knows the grid that the areas belong to');
  }
  if (isProblem(start)) return start;
  if (isProblem(end)) return end;
  return { ...pathSwipe(start, end, positions(reading)), durationMs: SWIPE_MS, native: reading.native };
}

function readSpot(
  given: ScannedCall['arguments'],
  first: number,
  { warnings }: Reading,
): GridSpot | ArgumentProblem {
  const area = readIndex(given[first], warnings);
  if (typeof area !== 'number') return area;
  const subarea = readSubarea(given[first + 1], warnings);
  return typeof subarea === 'string' ? { area, subarea } : subarea;
}

/** Null where nobody knows the grid. */
function spotPoint(
  spot: GridSpot,
  { context: { grid, screen } }: Reading,
): readonly [number, number] | ArgumentProblem | null {
  const notFound: ArgumentProblem = { kind: 'element_not_found', message: `there is no area ${spot.area}` };
  if (!grid || screen === null) return spot.area < 1 ? notFound : null;
  return gridPoint(spot, grid, screen) ?? notFound;
}

/** Points of the grid are pixels of the source picture, independent of the size sent. */
function positions({ context: { screen }, warnings }: Reading): PositionContext {
  return { coordinates: { space: 'sent' }, sizes: { screen }, warnings };
}

function tooMany(name: string): ArgumentProblem {
  return invalid(`${name} takes fewer arguments`);
}
