import type { Action, Target } from '../../../domain/action.js';
import { toPixel, type Point, type Size } from '../../../domain/geometry.js';
import { gridSpotAt, type GridSpot } from '../../../domain/coordinates/grid-point.js';
import type { Grid } from '../../../domain/observation-rule.js';
import type { SaidWithAction } from '../dialect.js';
import { quoteText } from '../reading/quoted-text.js';
import type { PictureSizes } from '../reading/resolve-position.js';
import type { AppAgentGrammar } from './build-action.js';

/** What calls are printed for: over a grid, positions have names only where the grid is known. */
export interface AppAgentSizes extends PictureSizes {
  readonly grid?: Grid | null;
}

/** A whole answer around a call. */
export function appAgentAnswer(call: string, said: SaidWithAction): string {
  const [thought, summary] = [said.thought, said.summary].map((text) => text.replaceAll(/\s+/g, ' '));
  return `Observation: The screen.\nThought: ${thought}\nAction: ${call}\nSummary: ${summary}`;
}

/** The action as a function call; null where AppAgent has none for it. */
export function appAgentCall(action: Action, grammar: AppAgentGrammar, sizes: AppAgentSizes): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const place = grammar.grid ? spotOf(action.target, sizes) : elementOf(action.target);
      return place === null ? null : `${action.type}(${place})`;
    }
    case 'type':
      return grammar.grid ? null : textOf(action.text, action.target, grammar);
    case 'swipe': {
      if (grammar.grid) return gridSwipe(action.from, action.to, sizes);
      const element = elementOf(action.target);
      if (element === null || action.direction === null) return null;
      return `swipe(${element}, "${action.direction}", "${action.distance ?? 'medium'}")`;
    }
    case 'grid_overlay':
      return 'grid()';
    case 'stop':
      return 'FINISH';
    default:
      return null;
  }
}

function textOf(
  text: string,
  target: Target | undefined,
  { textNamesElement }: AppAgentGrammar,
): string | null {
  if (text.trim() === '') return null;
  if (!textNamesElement) return target === undefined ? `text(${quoteText(text, '"')})` : null;
  const element = elementOf(target);
  return element === null ? null : `text(${element}, ${quoteText(text, '"')})`;
}

function elementOf(target: Target | undefined): string | null {
  const element = target?.type === 'element' || target?.type === 'point' ? target.element : undefined;
  return element === undefined ? null : String(element);
}

function spotOf(target: Target, sizes: AppAgentSizes): string | null {
  if (target.type === 'grid') return written(target.area, target.subarea);
  return target.type === 'point' ? writtenAt(target.point, sizes) : null;
}

function gridSwipe(from: Point | undefined, to: Point | undefined, sizes: AppAgentSizes): string | null {
  const [start, end] = [from, to].map((point) => (point === undefined ? null : writtenAt(point, sizes)));
  return start && end ? `swipe(${start}, ${end})` : null;
}

function writtenAt(point: Point, { grid, screen }: AppAgentSizes): string | null {
  const spot = grid && screen !== null ? spotAt(point, grid, screen) : null;
  return spot === null ? null : written(spot.area, spot.subarea);
}

function spotAt(point: Point, grid: Grid, screen: Size): GridSpot | null {
  return gridSpotAt(point.resolved ?? toPixel(point, screen), grid, screen);
}

function written(area: number, subarea: string): string {
  return `${area}, "${subarea}"`;
}
