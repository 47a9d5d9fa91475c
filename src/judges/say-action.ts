import type { Action, Target } from '../domain/action.js';
import { toPixel, type Point, type Size } from '../domain/geometry.js';
import type { TrajectoryStep } from '../domain/trajectory.js';
import { quoteAsData } from './quote-as-data.js';

/**
 * What a step did, in a judge's prompt: the action with pixels of the screenshot, texts quoted as data; an answer that nobody could
 * read is said to be one.
 */
export function sayStep({ action, formatError, screen }: TrajectoryStep): string {
  if (action !== null) return sayAction(action, screen.size);
  return formatError === undefined ? 'nothing' : 'an answer that could not be read as an action';
}

/** An action in words, for people and judges. @param size of the screenshot in pixels; positions are as given without it */
export function sayAction(action: Action, size: Size | null): string {
  switch (action.type) {
    case 'tap':
      return `${action.count === 2 ? 'double tap' : 'tap'} ${sayTarget(action.target, size)}`;
    case 'long_press':
      return `long press ${sayTarget(action.target, size)}`;
    case 'swipe': {
      const { from, to, direction } = action;
      if (from !== undefined && to !== undefined) return `swipe from ${at(from, size)} to ${at(to, size)}`;
      return `swipe ${direction ?? ''}`.trim();
    }
    case 'type':
      return `type ${quoteAsData(action.text)}`;
    case 'key':
      return `press ${/^\w{1,32}$/.test(action.key) ? action.key : quoteAsData(action.key)}`;
    case 'open_app':
      return `open the app ${quoteAsData(action.app)}`;
    case 'open_url':
      return `open the address ${quoteAsData(action.url)}`;
    case 'answer':
      return `answer ${quoteAsData(action.text)}`;
    case 'ask_user':
      return action.text === undefined ? 'ask the user' : `ask the user ${quoteAsData(action.text)}`;
    case 'stop':
      return action.answer === undefined
        ? `end the task (${action.status})`
        : `end the task (${action.status}) with the answer ${quoteAsData(action.answer)}`;
    case 'foreign':
      return `a foreign action ${quoteAsData(action.native.text ?? action.native.name ?? '')}`;
    default:
      return action.type.replaceAll('_', ' ');
  }
}

function sayTarget(target: Target, size: Size | null): string {
  switch (target.type) {
    case 'point':
      return `at ${at(target.point, size)}`;
    case 'element':
      return `element ${target.element}`;
    case 'grid':
      return `grid area ${target.area} ${target.subarea}`;
    case 'description':
      return `on ${quoteAsData(target.text)}`;
    case 'selector':
      return `on ${quoteAsData(JSON.stringify(target.attributes))}`;
    default:
      return target satisfies never;
  }
}

function at(point: Point, size: Size | null): string {
  const [x, y] = size === null ? [point.x, point.y] : toPixel(point, size);
  return `(${x}, ${y})`;
}
