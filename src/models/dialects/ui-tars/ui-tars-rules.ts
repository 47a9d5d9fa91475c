import {
  actionRules,
  implies,
  is,
  keyRules,
  once,
  readOnly,
  rule,
  type FoundName,
} from '../grammar/action-rules.js';
import {
  directionPart,
  pathPart,
  seconds,
  targetPart,
  text,
  textOf,
  type CallArguments,
  type CallField,
} from '../grammar/call-fields.js';
import {
  argumentOf,
  pathArguments,
  positionArgument,
  requiredPosition,
  secondsArgument,
} from '../reading/call-arguments.js';
import { isProblem, missing } from '../reading/parse-result.js';
import type { ScannedArgument, ScannedCall } from '../reading/scan-call.js';

const START = ['start_box', 'point', 'start_point', 'box'];
const END = ['end_box', 'end_point'];
const CONTENT = ['content', 'text', 'message'] as const;

/** Its name is one of several that prompts of the family use, so that none of them is an alias. */
function startOf({ arguments: all }: ScannedCall): ScannedArgument | null {
  return all.find(({ name }) => name === null || START.includes(name)) ?? null;
}

function endOf({ arguments: all }: ScannedCall): ScannedArgument | null {
  return all.find(({ name }) => name !== null && END.includes(name)) ?? null;
}

const touched: CallField = {
  read: ({ call, positions, shapes }) => {
    const place = startOf(call) ?? endOf(call);
    const numbers = requiredPosition(call, place, { shapes, warnings: positions.warnings });
    return isProblem(numbers) ? numbers : targetPart(numbers, positions);
  },
  write: ({ target }, { point }) => (target?.type === 'point' ? [['point', point(target.point)]] : null),
};

/** Both ends of a path; a scroll with a direction has none. */
function path(start: string, end: string, fits: (call: ScannedCall) => boolean = () => true): CallField {
  return {
    read: ({ call, positions, shapes }) => {
      if (!fits(call)) return null;
      const { warnings } = positions;
      return pathPart(pathArguments(call, startOf(call), endOf(call), { shapes, warnings }), positions);
    },
    write: ({ from, to }, { point }) =>
      from === undefined || to === undefined
        ? null
        : [
            [start, point(from)],
            [end, point(to)],
          ],
  };
}

function hasPathOnly(call: ScannedCall): boolean {
  return endOf(call) !== null && call.arguments.every(({ name }) => name !== 'direction');
}

const scrolled: CallField = {
  read: (args) => {
    const { call, positions, shapes } = args;
    const written = argumentOf(call, ['direction'], positions.warnings)?.text ?? '';
    if (written.trim() === '') return missing('scroll needs a direction');
    const way = directionPart(written, args);
    if (isProblem(way)) return way;
    const numbers = positionArgument(call, startOf(call), { shapes, warnings: positions.warnings });
    if (numbers === null) return way;
    const part = isProblem(numbers) ? numbers : targetPart(numbers, positions);
    if (isProblem(part)) return part;
    return part.target?.type === 'point' ? { ...way, at: part.target.point } : way;
  },
  write: ({ direction, at, target }, { point, finger }) => {
    if (!direction || (target !== undefined && target.type !== 'point')) return null;
    const place = at ?? target?.point;
    return [
      ...(place === undefined ? [] : [['point', point(place)] as const]),
      ['direction', finger(direction)],
    ];
  },
};

/** A line break at the end means Enter, so a text that ends in one cannot be typed without. */
const typed: CallField = {
  read: (args) => {
    const written = textOf(args, ['content', 'text']);
    if (written === '') return missing('type needs a text');
    const submit = written.endsWith('\n');
    return { text: submit ? written.replace(/\r?\n$/, '') : written, submit };
  },
  write: ({ text: said = '', submit = false, target }) =>
    target !== undefined || said === '' || (!submit && said.endsWith('\n'))
      ? null
      : [['content', submit ? `${said}\n` : said]],
};

/** A time that is none is no time; nothing is said of it when waiting is asked for. */
const waited: CallField = {
  read: ({ call, positions }) => {
    const written = argumentOf(call, ['time', 'seconds', 'duration'], positions.warnings)?.text ?? '';
    const durationMs = secondsArgument(written);
    return durationMs === null ? {} : { durationMs };
  },
  write: () => [],
};

const answered: CallField = {
  ...text('answer', CONTENT),
  write: ({ answer }) => (answer ? [['content', answer]] : []),
};

/** Not in the published action spaces of phones, so a strict reader refuses them. */
const UNPUBLISHED: readonly string[] = ['double_click', 'press_menu'];

/** The calls of UI-TARS on phones. Source: UI-TARS prompts and action parser as published. */
export const UI_TARS_RULES = actionRules<CallArguments, string>(
  [
    rule('click', 'tap', touched, once),
    rule('double_click', 'tap', touched, is({ count: 2 }), readOnly),
    rule('long_press', 'long_press', touched, seconds(['time', 'duration'], 'time')),
    rule('type', 'type', typed),
    rule('drag', 'swipe', path('start_point', 'end_point'), is({ style: 'drag' })),
    rule('scroll', 'swipe', path('start_box', 'end_box', hasPathOnly)),
    rule('scroll', 'swipe', scrolled),
    rule(
      'open_app',
      'open_app',
      text('app', ['app_name', 'app', 'text', 'name'], { needs: 'open_app needs a name', trim: true }),
    ),
    ...keyRules({ press_home: 'HOME', press_back: 'BACK', press_enter: 'ENTER', press_menu: 'MENU' }),
    rule('wait', 'wait', waited),
    rule('finished', 'stop', implies({ status: 'unspecified' }), answered),
    rule('call_user', 'ask_user', implies({ reason: 'takeover' }), text('text', CONTENT)),
  ],
  {
    fold: (name) => name.toLowerCase(),
    aliases: {
      left_single: 'click',
      left_click: 'click',
      tap: 'click',
      left_double: 'double_click',
      double_tap: 'double_click',
      longpress: 'long_press',
      swipe: 'scroll',
      open: 'open_app',
      home: 'press_home',
      back: 'press_back',
      enter: 'press_enter',
    },
  },
);

/** Every call but those that only some prompts offer. */
export const UI_TARS_CALLS: readonly string[] = UI_TARS_RULES.names.filter((name) => name !== 'press_menu');

/** The call that a word means, and the code of what is unlike the grammar about it. */
export function findUiTarsCall(word: string): FoundName | null {
  const found = UI_TARS_RULES.find(word);
  return found !== null && UNPUBLISHED.includes(found.name) ? { ...found, warning: 'alias_name' } : found;
}
