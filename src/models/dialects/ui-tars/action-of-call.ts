import type { Action, ActionOf, NativeAction } from '../../../domain/action.js';
import { invalid, isProblem, missing, quoted, unknownAction } from '../reading/parse-result.js';
import type { ArgumentProblem } from '../reading/parse-result.js';
import {
  argumentOf,
  directionWord,
  fingerDirection,
  pathArguments,
  positionArgument,
  requiredPosition,
  secondsArgument,
  soleArgument,
} from '../reading/call-arguments.js';
import type { ParseContext, ScrollMeaning } from '../dialect.js';
import { pathSwipe, positionTarget } from '../reading/position-target.js';
import { decodeEscapes } from '../reading/quoted-text.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import type { ScannedArgument, ScannedCall } from '../reading/scan-call.js';
import type { ScanPositionOptions } from '../reading/scan-position.js';
import { findUiTarsCall } from './ui-tars-calls.js';
import type { UiTarsCallName } from './ui-tars-calls.js';

/** What the calls of a family that speaks as UI-TARS does mean. */
export interface UiTarsGrammar {
  readonly family: string;
  readonly calls: readonly UiTarsCallName[];
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
  readonly invertHorizontal: boolean;
}

/** What the calls of one answer share. */
export interface CallSource {
  readonly context: ParseContext;
  readonly reading: UiTarsGrammar;
  readonly warnings: Set<string>;
}

const SHAPES: ReadonlySet<string> = new Set(['(#,#)', '<|box_start|>(#,#)<|box_end|>', '<point># #</point>']);
const START = ['start_box', 'point', 'start_point', 'box'] as const;
const END = ['end_box', 'end_point'] as const;

/** The action that a call means, or why it means none. `answer` is the text that the call's offsets belong to. */
export function actionOfCall(
  answer: string,
  call: ScannedCall,
  source: CallSource,
): Action | ArgumentProblem {
  const { reading, warnings } = source;
  const found = findUiTarsCall(call.name);
  if (found === null || !reading.calls.includes(found.name)) {
    return unknownAction(call.name);
  }
  if (found.warning !== null) warnings.add(found.warning);
  for (const { name, quote } of call.arguments) {
    if (quote !== "'" || name === null) warnings.add('alias_argument');
  }
  const native = { family: reading.family, name: found.name, text: answer.slice(call.start, call.end) };
  const action = build(found.name, call, source);
  return isProblem(action) ? action : withNative(action, native);
}

function withNative(action: Action, native: NativeAction): Action {
  return { ...action, native };
}

function build(name: UiTarsCallName, call: ScannedCall, source: CallSource): Action | ArgumentProblem {
  switch (name) {
    case 'click':
    case 'double_click':
    case 'long_press':
      return touch(name, call, source);
    case 'type':
      return typeText(call, source);
    case 'scroll':
    case 'drag':
      return move(name, call, source);
    case 'open_app': {
      const app = textOf(soleArgument(call, ['app_name', 'app', 'text', 'name'], source.warnings)).trim();
      return app === '' ? missing('open_app needs a name') : { type: 'open_app', app };
    }
    case 'press_home':
      return { type: 'key', key: 'HOME' };
    case 'press_back':
      return { type: 'key', key: 'BACK' };
    case 'press_enter':
      return { type: 'key', key: 'ENTER' };
    case 'press_menu':
      return { type: 'key', key: 'MENU' };
    case 'wait': {
      const time = secondsArgument(
        argumentOf(call, ['time', 'seconds', 'duration'], source.warnings)?.text ?? '',
      );
      return time === null ? { type: 'wait' } : { type: 'wait', durationMs: time };
    }
    case 'finished': {
      const answer = textOf(soleArgument(call, ['content', 'text', 'message'], source.warnings));
      return { type: 'stop', status: 'unspecified', ...(answer === '' ? {} : { answer }) };
    }
    case 'call_user': {
      const text = textOf(soleArgument(call, ['content', 'text', 'message'], source.warnings));
      return { type: 'ask_user', reason: 'takeover', ...(text === '' ? {} : { text }) };
    }
    default:
      return name satisfies never;
  }
}

function touch(
  name: 'click' | 'double_click' | 'long_press',
  call: ScannedCall,
  source: CallSource,
): Action | ArgumentProblem {
  const { warnings } = source;
  const numbers = requiredPosition(call, startOf(call) ?? endOf(call), positionOptions(warnings));
  if (isProblem(numbers)) return numbers;
  const target = positionTarget(numbers, positionContext(source));
  if (target === null) return notFinite();
  if (name === 'click') return { type: 'tap', target };
  if (name === 'double_click') return { type: 'tap', target, count: 2 };
  const time = argumentOf(call, ['time', 'duration'], warnings)?.text.trim() ?? '';
  if (time === '') return { type: 'long_press', target };
  const durationMs = secondsArgument(time);
  return durationMs === null
    ? invalid(`${quoted(time)} is no time`)
    : { type: 'long_press', target, durationMs };
}

function move(
  name: 'scroll' | 'drag',
  call: ScannedCall,
  source: CallSource,
): ActionOf<'swipe'> | ArgumentProblem {
  const { warnings, reading } = source;
  const options = positionOptions(warnings);
  const direction = argumentOf(call, ['direction'], warnings);
  const end = endOf(call);
  if (name === 'drag' || (direction === null && end !== null)) {
    const path = pathArguments(call, startOf(call), end, options);
    if (isProblem(path)) return path;
    if (![...path.from, ...path.to].every(Number.isFinite)) return notFinite();
    const swipe = pathSwipe(path.from, path.to, positionContext(source));
    return name === 'drag' ? { ...swipe, style: 'drag' } : swipe;
  }
  if (direction === null || direction.text.trim() === '') return missing('scroll needs a direction');
  const word = directionWord(direction.text, warnings);
  if (typeof word !== 'string') return word;
  const swipe = {
    type: 'swipe',
    direction: fingerDirection(word, reading.scroll, reading.invertHorizontal),
  } as const;
  const numbers = positionArgument(call, startOf(call), options);
  if (numbers === null) return swipe;
  if (isProblem(numbers)) return numbers;
  const at = positionTarget(numbers, positionContext(source));
  return at === null ? notFinite() : { ...swipe, at: at.point };
}

function typeText(call: ScannedCall, { warnings }: CallSource): Action | ArgumentProblem {
  const written = textOf(soleArgument(call, ['content', 'text'], warnings));
  if (written === '') return missing('type needs a text');
  const submit = written.endsWith('\n');
  return { type: 'type', text: submit ? written.slice(0, -1) : written, submit };
}

function textOf(argument: ScannedArgument | null): string {
  return argument === null ? '' : decodeEscapes(argument.text);
}

/** Its name is one of several that prompts of the family use, so that none of them is an alias. */
function startOf({ arguments: all }: ScannedCall): ScannedArgument | null {
  return all.find(({ name }) => name === null || START.some((word) => word === name)) ?? null;
}

function endOf({ arguments: all }: ScannedCall): ScannedArgument | null {
  return all.find(({ name }) => END.some((word) => word === name)) ?? null;
}

function positionOptions(warnings: Set<string>): ScanPositionOptions {
  return { shapes: SHAPES, warnings };
}

function positionContext({ reading, context, warnings }: CallSource): Parameters<typeof positionTarget>[1] {
  return { coordinates: reading.coordinates, sizes: context, warnings };
}

function notFinite(): ArgumentProblem {
  return invalid('the numbers are not finite');
}
