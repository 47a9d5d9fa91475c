import { stop, type Action, type Target } from '../../../domain/action.js';
import { gridPoint, isGridSubarea } from '../../../domain/coordinates/grid-point.js';
import { actionsResult, formatErrorOf } from '../reading/parse-result.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { PRESS_MS, SWIPE_MS } from './build-action.js';
import { parseExploreReply, parseGridReply } from './published-reply.js';

/** Whose code reads: the name of the profile, behind `reference:`. */
export const APPAGENT_READER = 'appagent';

/** What an answer is read as. */
export interface PublishedAppAgent {
  /** Answers are over numbered elements, or over the areas of a grid. */
  readonly over: 'elements' | 'grid';
  readonly textNamesElement: boolean;
  /**
   * A swipe over the grid starts where it was meant to, and areas that the grid does not have are refused; the published code
   * starts it as far down as it is to the right, and counts areas on beyond the screen.
   */
  readonly repairsGrid?: boolean;
}

/** One value of a call, as the reference code reads it. */
type Value = string | number | undefined;

/** Thrown where the reference ends the run. */
class ReferenceFault {
  readonly kind: 'malformed_action' | 'invalid_argument' | 'element_not_found';
  readonly message: string;

  constructor(kind: ReferenceFault['kind'], message: string) {
    this.kind = kind;
    this.message = message;
  }
}

/**
 * Reads an answer as the reference code does, slips included: elements count from the end where their number is 0 or
 * negative, unknown distances are short, unknown parts of an area its centre.
 *
 * Source: AppAgent reference code, `parse_explore_rsp`, `parse_grid_rsp` and what the scripts do with them.
 */
export function readPublishedAppAgent(
  answer: string,
  context: ParseContext,
  how: PublishedAppAgent,
): ParseResult {
  const { over, textNamesElement, repairsGrid = false } = how;
  const [name, ...values] =
    over === 'grid' ? parseGridReply(answer) : parseExploreReply(answer, textNamesElement);
  const family = over === 'grid' ? 'appagent_grid' : 'appagent';
  const warnings = new Set<string>();
  try {
    const action = actionOf(name, values, context, { warnings, repairsGrid });
    const native = { family, name, arguments: values, text: answer };
    // The call of `grid` brings no summary; the next round gets its name instead.
    const summary = name === 'grid' ? name : values.at(-1);
    return actionsResult([{ ...action, native }], { summary: String(summary ?? '') }, warnings);
  } catch (error) {
    if (!(error instanceof ReferenceFault)) throw error;
    return formatErrorOf(answer, answer.trim() === '' ? 'empty_output' : error.kind, error.message);
  }
}

function actionOf(
  name: string,
  values: readonly (string | number)[],
  context: ParseContext,
  { warnings, repairsGrid }: { readonly warnings: Set<string>; readonly repairsGrid: boolean },
): Action {
  const sizes = { screen: context.screen };
  const spotAt = (area: Value, subarea: Value): readonly [number, number] | null =>
    spotPoint(area, subarea, context, !repairsGrid);
  const positions = { coordinates: { space: 'sent' } as const, sizes, warnings };
  const [first, second, third, fourth] = values;
  switch (name) {
    case 'tap':
      return { type: 'tap', target: elementOf(first, context) };
    case 'long_press':
      return { type: 'long_press', target: elementOf(first, context), durationMs: PRESS_MS };
    case 'text':
      return values.length === 2
        ? { type: 'type', text: String(first) }
        : { type: 'type', text: String(second), target: elementOf(first, context), clear: false };
    case 'swipe': {
      const direction = (['up', 'down', 'left', 'right'] as const).find((word) => word === second);
      if (direction === undefined) throw new ReferenceFault('invalid_argument', `no direction: ${second}`);
      const distance = (['medium', 'long'] as const).find((word) => word === third) ?? 'short';
      return { type: 'swipe', direction, target: elementOf(first, context), distance, durationMs: SWIPE_MS };
    }
    case 'tap_grid':
      return { type: 'tap', target: spotTarget(spotAt(first, second), first, second, positions) };
    case 'long_press_grid':
      return {
        type: 'long_press',
        target: spotTarget(spotAt(first, second), first, second, positions),
        durationMs: PRESS_MS,
      };
    case 'swipe_grid': {
      const [from, to] = [spotAt(first, second), spotAt(third, fourth)];
      if (from === null || to === null) throw new ReferenceFault('element_not_found', 'no such area');
      const start = repairsGrid ? from : ([from[0], from[0]] as const);
      return { ...pathSwipe(start, to, positions), durationMs: SWIPE_MS };
    }
    case 'grid':
      return { type: 'grid_overlay' };
    case 'FINISH':
      return stop('unspecified');
    default:
      throw new ReferenceFault('malformed_action', 'ERROR');
  }
}

function elementOf(value: string | number | undefined, { elements }: ParseContext): Target {
  const number = Number(value);
  if (!elements) return { type: 'element', element: number };
  // Python's lists count from the end with negative indices, and the index of element 0 is -1.
  const element = number <= 0 ? number + elements.count : number;
  if (element >= 1 && element <= elements.count) return { type: 'element', element };
  throw new ReferenceFault('element_not_found', `list index out of range: ${number}`);
}

/** The target at a spot's point; the spot itself where nobody knows the grid. */
function spotTarget(
  point: readonly [number, number] | null,
  area: Value,
  subarea: Value,
  positions: PositionContext,
): Target {
  const target = point === null ? null : positionTarget(point, positions);
  return target ?? { type: 'grid', area: Number(area), subarea: String(subarea) };
}

function spotPoint(
  area: Value,
  subarea: Value,
  { grid, screen }: ParseContext,
  beyond: boolean,
): readonly [number, number] | null {
  if (!grid || screen === null) return null;
  const word = String(subarea);
  const point = gridPoint(
    { area: Number(area), subarea: isGridSubarea(word) ? word : 'center' },
    grid,
    screen,
    { beyond },
  );
  if (point === null) throw new ReferenceFault('element_not_found', `no area ${area}`);
  return point;
}
