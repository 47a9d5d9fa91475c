import type { StopStatus } from '../../../domain/action.js';
import { actionRules, keyRules, once, rule, unless } from '../grammar/action-rules.js';
import {
  fingerOf,
  namelessArgument,
  path,
  targetPart,
  text,
  textOf,
  type CallArguments,
  type CallField,
} from '../grammar/call-fields.js';
import { keyNamed } from '../key-names.js';
import { argumentOf, soleArgument } from '../reading/call-arguments.js';
import { isPlainTyping } from '../reading/free-text.js';
import { invalid, missing, quoted, type ArgumentProblem } from '../reading/parse-result.js';
import type { ScannedArgument } from '../reading/scan-call.js';

const NUMBER = /^[-+]?(?:\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})$/;
const KEYS: Readonly<Record<string, string>> = {
  return: 'ENTER',
  backspace: 'DELETE',
  esc: 'BACK',
  escape: 'BACK',
};

/** `x=0.5, y=0.5`, with or without their names. */
const target: CallField = {
  read: ({ call, positions }) => {
    const { warnings } = positions;
    const x = argumentOf(call, ['x'], warnings) ?? namelessArgument(call, 0, warnings);
    const y = argumentOf(call, ['y'], warnings) ?? namelessArgument(call, 1, warnings);
    if (x === null || y === null) return missing(`${call.name} needs x and y`);
    const [first, second] = [numberOf(x, warnings), numberOf(y, warnings)];
    if (first === null || second === null) return notNumber(first === null ? x : y);
    const part = targetPart([first, second], positions);
    return 'kind' in part ? notNumber(x) : part;
  },
  write: (action, { point }) => {
    if (action.target?.type !== 'point') return null;
    const [x = '', y = ''] = point(action.target.point).slice(1, -1).split(', ');
    return [
      ['x', x],
      ['y', y],
    ];
  },
};

/** Only Enter is pressed by this call; Back and Home have calls of their own. */
const key: CallField = {
  read: ({ call, positions }) => {
    const keys = soleArgument(call, ['keys', 'key'], positions.warnings);
    const word = (keys?.text ?? '').replaceAll(/["'[\]\s]/g, '');
    if (word === '') return missing('press needs a key');
    const found = KEYS[word.toLowerCase()] ?? keyNamed(word);
    return found === null ? invalid(`${quoted(word)} is no key`) : { key: found };
  },
  write: (action) => (action.key === 'ENTER' ? [['keys', "['enter']"]] : null),
};

/** The sign is a wheel's: with a positive page the first word's content comes into view. */
function wheel(positive: 'up' | 'right', negative: 'down' | 'left'): CallField {
  return {
    read: ({ call, positions, grammar }) => {
      const page = soleArgument(call, ['page', 'clicks'], positions.warnings);
      if (page === null) return missing(`${call.name} needs a page`);
      const number = numberOf(page, positions.warnings);
      if (number === null || number === 0) return notNumber(page);
      return { direction: fingerOf(grammar, number > 0 ? positive : negative) };
    },
    write: ({ direction, at, target: on }, { finger }) => {
      if (!direction || at !== undefined || on !== undefined) return null;
      const word = finger(direction);
      if (word === positive) return [['page', '0.5']];
      return word === negative ? [['page', '-0.5']] : null;
    },
  };
}

const time: CallField = {
  read: ({ call, positions }) => {
    const found = soleArgument(call, ['seconds'], positions.warnings);
    if (found === null) return {};
    const number = numberOf(found, positions.warnings);
    return number === null || number < 0 ? notNumber(found) : { durationMs: number * 1000 };
  },
  write: ({ durationMs }) => (durationMs === undefined ? [] : [['seconds', String(durationMs / 1000)]]),
};

const FAILURES: readonly (StopStatus | undefined)[] = ['failure', 'infeasible'];
const status: CallField = {
  read: (args) => {
    const written = textOf(args, ['status']).trim();
    const folded = written.toLowerCase();
    if (folded === '') return { status: 'unspecified' };
    if (folded !== 'success' && folded !== 'failure') return invalid(`${quoted(written)} is no status`);
    if (folded !== written) args.positions.warnings.add('case');
    return { status: folded };
  },
  write: (action) =>
    action.answer === undefined
      ? [['status', FAILURES.includes(action.status) ? `'failure'` : `'success'`]]
      : null,
};

/** The functions of Aguvis. Source: Aguvis constants as published. */
export const AGUVIS_RULES = actionRules<CallArguments, string>(
  [
    rule('pyautogui.click', 'tap', target, once),
    rule('mobile.long_press', 'long_press', target),
    rule(
      'pyautogui.write',
      'type',
      unless((action) => !isPlainTyping(action)),
      text('text', ['message', 'text'], { needs: 'write needs a message' }),
    ),
    rule('pyautogui.press', 'key', key),
    ...keyRules({ 'mobile.home': 'HOME', 'mobile.back': 'BACK' }),
    rule('mobile.swipe', 'swipe', path(['from_coord', 'start'], ['to_coord', 'end'])),
    rule('pyautogui.scroll', 'swipe', wheel('up', 'down')),
    rule('pyautogui.hscroll', 'swipe', wheel('right', 'left')),
    rule('mobile.wait', 'wait', time),
    rule(
      'mobile.open_app',
      'open_app',
      text('app', ['app_name', 'app', 'name'], { needs: 'open_app needs a name', trim: true }),
    ),
    rule('mobile.terminate', 'stop', status),
  ],
  {
    aliases: {
      'pyautogui.tap': 'pyautogui.click',
      'mobile.tap': 'pyautogui.click',
      'mobile.click': 'pyautogui.click',
    },
  },
);

function numberOf({ text: written, quote }: ScannedArgument, warnings: Set<string>): number | null {
  if (quote !== null) warnings.add('string_coordinate');
  return NUMBER.test(written.trim()) ? Number(written) : null;
}

function notNumber({ text: written }: ScannedArgument): ArgumentProblem {
  return invalid(`${quoted(written)} does not fit`);
}
