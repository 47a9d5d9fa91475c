import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { fingerDirection } from '../reading/call-arguments.js';
import { quoteText } from '../reading/quoted-text.js';
import { writePoint } from '../reading/resolve-position.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import type { UiTarsGrammar } from './action-of-call.js';

/** How a release writes positions: `<|box_start|>(1,2)<|box_end|>` or `<point>1 2</point>`. */
export type UiTarsPointForm = 'box_token' | 'point_tag';

/** A call by its name and its arguments, texts as they are meant. */
export interface PrintedCall {
  readonly name: string;
  readonly arguments: readonly (readonly [name: string, text: string])[];
}

/** The call that means this action; null where the grammar has none. */
export function uiTarsCall(
  action: Action,
  grammar: UiTarsGrammar,
  form: UiTarsPointForm,
  sizes: PictureSizes,
): PrintedCall | null {
  const at = (point: Point): string => positionText(point, form, grammar.coordinates, sizes);
  const place = form === 'point_tag' ? 'point' : 'start_box';
  switch (action.type) {
    case 'tap':
      if (action.target.type !== 'point' || (action.count ?? 1) > 1) return null;
      return { name: 'click', arguments: [[place, at(action.target.point)]] };
    case 'long_press': {
      if (action.target.type !== 'point') return null;
      const time =
        action.durationMs === undefined ? [] : [['time', String(action.durationMs / 1000)] as const];
      return { name: 'long_press', arguments: [[place, at(action.target.point)], ...time] };
    }
    case 'swipe':
      return swipeCall(action, grammar, place, at);
    case 'type': {
      if (action.target !== undefined) return null;
      // A line break at the end means Enter, so a text that ends in one cannot be typed without.
      if (action.text === '' || (action.submit !== true && action.text.endsWith('\n'))) return null;
      return {
        name: 'type',
        arguments: [['content', action.submit === true ? `${action.text}\n` : action.text]],
      };
    }
    case 'key': {
      const name = { HOME: 'press_home', BACK: 'press_back', ENTER: 'press_enter', MENU: 'press_menu' }[
        action.key
      ];
      return name === undefined || !grammar.calls.some((call) => call === name)
        ? null
        : { name, arguments: [] };
    }
    case 'open_app':
      return { name: 'open_app', arguments: [['app_name', action.app]] };
    case 'wait':
      return { name: 'wait', arguments: [] };
    case 'ask_user':
      return { name: 'call_user', arguments: action.text === undefined ? [] : [['content', action.text]] };
    case 'stop':
      return { name: 'finished', arguments: action.answer ? [['content', action.answer]] : [] };
    default:
      return null;
  }
}

/** `click(point='<point>1 2</point>')` */
export function callText({ name, arguments: all }: PrintedCall): string {
  return `${name}(${all.map(([key, text]) => `${key}=${quoteText(text)}`).join(', ')})`;
}

function swipeCall(
  action: Extract<Action, { type: 'swipe' }>,
  grammar: UiTarsGrammar,
  place: string,
  at: (point: Point) => string,
): PrintedCall | null {
  const { direction, from, to } = action;
  if (from !== undefined && to !== undefined) {
    if (action.style !== 'drag')
      return {
        name: 'scroll',
        arguments: [
          ['start_box', at(from)],
          ['end_box', at(to)],
        ],
      };
    const [start, end] = place === 'point' ? ['start_point', 'end_point'] : ['start_box', 'end_box'];
    return {
      name: 'drag',
      arguments: [
        [start ?? '', at(from)],
        [end ?? '', at(to)],
      ],
    };
  }
  if (direction === null || (action.target !== undefined && action.target.type !== 'point')) return null;
  const point = action.at ?? (action.target?.type === 'point' ? action.target.point : undefined);
  const word = fingerDirection(direction, grammar.scroll, grammar.invertHorizontal);
  return {
    name: 'scroll',
    arguments: [...(point === undefined ? [] : [[place, at(point)] as const]), ['direction', word]],
  };
}

function positionText(
  point: Point,
  form: UiTarsPointForm,
  rule: CoordinateRule,
  sizes: PictureSizes,
): string {
  const [first, second] = writePoint(point, rule, sizes);
  return form === 'point_tag'
    ? `<point>${first} ${second}</point>`
    : `<|box_start|>(${first},${second})<|box_end|>`;
}
