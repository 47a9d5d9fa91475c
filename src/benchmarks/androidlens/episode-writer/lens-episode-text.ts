import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import type { RecordedMilestone } from '../../../domain/recordings/recorded-milestone.js';
import type { Action } from '../../../domain/action.js';
import { toPixel, type Direction, type Point, type Size } from '../../../domain/geometry.js';

/** Share of the screen's length over which a swipe goes that has no path; through the middle. */
const SWIPE = { begin: 0.75, end: 0.25 };
const KEYS: Readonly<Record<string, string>> = { BACK: 'PressBack', HOME: 'PressHome', MENU: 'PressMenu' };

/** An action in AndroidLens's words. */
export type LensWords = { readonly action_type: string } & Readonly<Record<string, unknown>>;

/**
 * An action in AndroidLens's words, positions in whole pixels of the screenshot; null for what its action space does not have
 * (ENTER, opening an app, …). Source: AndroidLens paper (supplement), action space.
 */
export function lensWords(action: Action, size: Size): LensWords | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point') return null;
      const name = action.type === 'tap' ? 'Click' : 'LongPress';
      return { action_type: name, point: pixelsOf(action.target.point, size) };
    }
    case 'swipe': {
      const { from, to, direction } = action;
      const path = from !== undefined && to !== undefined ? [from, to] : direction && pathOf(direction);
      const [start, end] = path ?? [];
      if (start === undefined || end === undefined) return null;
      return { action_type: 'Swipe', start: pixelsOf(start, size), end: pixelsOf(end, size) };
    }
    case 'type':
      return { action_type: 'Type', text: action.text };
    case 'key': {
      const name = KEYS[action.key];
      return name === undefined ? null : { action_type: name };
    }
    case 'wait':
      return { action_type: 'Wait' };
    case 'stop': {
      const isSuccess = action.status === 'success' || action.status === 'unspecified';
      return { action_type: 'Terminate', status: isSuccess ? 'success' : 'failure' };
    }
    default:
      return null;
  }
}

/** One step of an episode, as it is written. */
export interface LensStepLine {
  readonly action: LensWords;
  /** Name of the screenshot's file. */
  readonly screenshot: string;
  /** Area of the touched element, pixels. */
  readonly box: readonly number[] | null;
  readonly stepInstruction: string | null;
  readonly anomaly: string | null;
}

/**
 * The JSON of an episode: a list of step objects, what is said of the whole episode in the first.
 *
 * @param pictures file names of the milestones' reference pictures, by milestone
 * @param numbers written step of each recorded one; null for those left out
 */
export function lensEpisodeText(
  { id, instructions, apps, milestones = [] }: RecordedEpisode,
  steps: readonly LensStepLine[],
  {
    language,
    pictures,
    numbers,
  }: {
    readonly language: string;
    readonly pictures: ReadonlyMap<string, string>;
    readonly numbers: readonly (number | null)[];
  },
): string {
  const about = {
    episode_id: id,
    instruction: instructions[language] ?? Object.values(instructions)[0] ?? '',
    language,
    apps,
    ...(milestones.length === 0
      ? {}
      : { milestones: milestones.map((one, index) => milestoneEntry(one, index, { pictures, numbers })) }),
  };
  const list = steps.map(({ action, screenshot, box, stepInstruction, anomaly }, index) => ({
    ...(index === 0 ? about : {}),
    step: index,
    image: screenshot,
    action,
    ...(box === null ? {} : { bbox: box }),
    ...(stepInstruction === null ? {} : { low_instruction: stepInstruction }),
    ...(anomaly === null ? {} : { anomaly }),
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

function milestoneEntry(
  { id, subTarget, step, box, text, state, group }: RecordedMilestone,
  index: number,
  {
    pictures,
    numbers,
  }: { readonly pictures: ReadonlyMap<string, string>; readonly numbers: readonly (number | null)[] },
): Record<string, unknown> {
  const screenshot = pictures.get(id);
  // The last written step among those that were done when it was marked.
  const last = numbers.slice(0, step).findLast((number) => number !== null);
  return {
    idx: index,
    'sub-target': subTarget,
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(box === null ? {} : { bbox: box }),
    text,
    state,
    ...(group === null ? {} : { group }),
    ...(typeof last === 'number' ? { end_step: last } : {}),
  };
}

function pathOf(direction: Direction): [Point, Point] {
  const isBack = direction === 'down' || direction === 'right';
  const [begin, end] = isBack ? [SWIPE.end, SWIPE.begin] : [SWIPE.begin, SWIPE.end];
  const at = (share: number): Point =>
    direction === 'up' || direction === 'down'
      ? { x: 0.5, y: share, space: 'unit' }
      : { x: share, y: 0.5, space: 'unit' };
  return [at(begin), at(end)];
}

function pixelsOf(point: Point, size: Size): [number, number] {
  const [x, y] = toPixel(point, size);
  return [Math.round(x), Math.round(y)];
}
