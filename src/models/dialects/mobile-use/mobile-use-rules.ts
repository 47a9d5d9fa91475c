import type { StopStatus } from '../../../domain/action.js';
import { DirectionSchema } from '../../../domain/coordinates/geometry-schemas.js';
import { actionRules, is, rule, unless, type ActionRules, type Field } from '../grammar/action-rules.js';
import { keyNamed } from '../key-names.js';
import { invalid, missing, quoted, type ArgumentProblem } from '../reading/parse-result.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { readCoordinate, readNumber } from '../reading/read-coordinate.js';
import { MOBILE_USE_BUTTONS } from './mobile-use-tool.js';

/** The arguments of a call, and which action they name. */
export interface MobileUseArguments {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly positions: PositionContext;
}

type MobileUseField = Field<MobileUseArguments, unknown>;

/** What differs between the families that speak the tool. */
export interface MobileUseFamily {
  readonly family: string;
  /** `answer` ends the task. */
  readonly answerEnds: boolean;
  /** `interact` is known. */
  readonly interacts: boolean;
  /** Other words for actions, besides `tap`. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** Seconds where an action leaves them open: the tool wants a number. */
const PRESS_SECONDS = 1;
const WAIT_SECONDS = 2;

const target: MobileUseField = {
  read: ({ name, given, positions }) => {
    const numbers = coordinate(name, given['coordinate'], positions);
    if ('kind' in numbers) return numbers;
    const found = positionTarget(numbers, positions);
    return found === null ? invalid(`${name} takes two numbers`) : { target: found };
  },
  write: (action, { point }) =>
    action.target?.type === 'point' && (action.count ?? 1) === 1
      ? [['coordinate', point(action.target.point)]]
      : null,
};

/** A path; a direction, the finger's, is outside the tool's signature, and clear all the same. */
const path: MobileUseField = {
  read: (args) => {
    const { name, given, positions } = args;
    if (given['coordinate2'] === undefined && given['direction'] !== undefined) return directed(args);
    const from = coordinate(name, given['coordinate'], positions);
    if ('kind' in from) return from;
    const to = coordinate(name, given['coordinate2'], positions);
    if ('kind' in to) return to;
    return pathSwipe(pairOf(from, positions), pairOf(to, positions), positions);
  },
  write: ({ from, to }, { point }) =>
    from === undefined || to === undefined
      ? null
      : [
          ['coordinate', point(from)],
          ['coordinate2', point(to)],
        ],
};

function directed({ name, given, positions }: MobileUseArguments): ReturnType<MobileUseField['read']> {
  const { coordinate: at, direction: written } = given;
  const word = DirectionSchema.safeParse(typeof written === 'string' ? written.trim().toLowerCase() : '');
  if (!word.success) return invalid('a direction is up, down, left or right');
  positions.warnings.add('alias_argument');
  const direction = word.data;
  if (at === undefined || at === null) return { direction };
  const numbers = coordinate(name, at, positions);
  if ('kind' in numbers) return numbers;
  const anchor = positionTarget(numbers, positions);
  return anchor === null ? invalid('swipe takes two numbers') : { direction, at: anchor.point };
}

/** A text; `other` is a name that it goes by as well. */
function text(field: 'text' | 'app', other?: string): MobileUseField {
  return {
    read: (args) => {
      const said = textOf(args, other);
      return typeof said === 'string' ? { [field]: said } : said;
    },
    write: (action) => (action[field] === undefined ? null : [['text', action[field]]]),
  };
}

/** Seconds, which may be missing; those that are written then. */
function time(otherwise: number): MobileUseField {
  return {
    read: ({ given: { time: written }, positions: { warnings } }) => {
      if (isAbsent(written)) {
        warnings.add('default_duration');
        return {};
      }
      const bare = typeof written === 'string' ? written.replace(/\s*s(?:econds?)?$/i, '') : written;
      const seconds = readNumber(bare, new Set());
      if (seconds === null || seconds < 0) return invalid('a time is a number of seconds');
      if (typeof written === 'string') warnings.add('alias_argument');
      return { durationMs: seconds * 1000 };
    },
    write: ({ durationMs }) => [['time', durationMs === undefined ? otherwise : durationMs / 1000]],
  };
}

const button: MobileUseField = {
  read: ({ given: { button: written }, positions }) => {
    if (isAbsent(written)) return missing('system_button needs a button');
    if (typeof written !== 'string') return invalid('a button is a word');
    const exact = MOBILE_USE_BUTTONS.get(written);
    if (exact !== undefined) return { key: exact };
    const folded = written.trim().toUpperCase();
    if (![...MOBILE_USE_BUTTONS.values()].includes(folded))
      return invalid(`there is no button ${quoted(written)}`);
    positions.warnings.add('case');
    return { key: folded };
  },
  write: (action) => {
    const word = [...MOBILE_USE_BUTTONS].find(([, key]) => key === action.key)?.[0];
    return word === undefined ? null : [['button', word]];
  },
};

const key: MobileUseField = {
  read: (args) => {
    const written = textOf(args);
    if (typeof written !== 'string') return written;
    const found = keyNamed(written);
    return found === null ? invalid(`there is no key ${quoted(written)}`) : { key: found };
  },
  write: ({ key: name = '' }) => [['text', name.startsWith('KEYCODE_') ? name : name.toLowerCase()]],
};

const FAILURES: readonly (StopStatus | undefined)[] = ['failure', 'infeasible', 'interrupted'];
const status: MobileUseField = {
  read: ({ given: { status: written }, positions: { warnings } }) => {
    if (isAbsent(written)) {
      // There is no code for an argument left out; a status by another form comes nearest.
      warnings.add('alias_argument');
      return { status: 'unspecified' };
    }
    const word = typeof written === 'string' ? written.trim().toLowerCase() : '';
    if (word !== 'success' && word !== 'failure') return invalid('a status is success or failure');
    if (word !== written) warnings.add('case');
    return { status: word };
  },
  write: (action) => [['status', FAILURES.includes(action.status) ? 'failure' : 'success']],
};

/** Ends the task with an answer, where the family's `answer` does. */
const answered: MobileUseField = {
  read: () => null,
  write: ({ answer }) => (answer === undefined ? null : [['text', answer]]),
};

/** A question to the user for any reason; GUI-Owl's own loop asks without a text too. */
const asked: MobileUseField = {
  read: (args) => {
    if (!isAbsent(args.given['text'])) {
      const said = textOf(args);
      return typeof said === 'string' ? { reason: 'feedback', text: said } : said;
    }
    args.positions.warnings.add('alias_argument');
    return { reason: 'feedback' };
  },
  write: (action) => (action.text === undefined ? null : [['text', action.text]]),
};

const noText = unless((action) => action.text === '');

/** The actions of the tool. Source: Qwen2.5-VL, Qwen3-VL and GUI-Owl cookbooks. */
export function mobileUseRules({
  answerEnds,
  interacts,
  aliases = {},
}: MobileUseFamily): ActionRules<MobileUseArguments, unknown> {
  return actionRules<MobileUseArguments, unknown>(
    [
      rule('click', 'tap', target),
      rule('long_press', 'long_press', target, time(PRESS_SECONDS)),
      rule('swipe', 'swipe', path),
      rule('type', 'type', noText, text('text')),
      rule('system_button', 'key', button),
      rule('key', 'key', key),
      rule('open', 'open_app', text('app', 'app')),
      rule('wait', 'wait', time(WAIT_SECONDS)),
      ...(answerEnds ? [rule('answer', 'stop', answered)] : []),
      rule('answer', 'answer', text('text'), is({ terminal: answerEnds })),
      ...(interacts ? [rule('interact', 'ask_user', asked)] : []),
      rule('terminate', 'stop', status),
    ],
    { fold: (name) => name.trim().toLowerCase(), aliases: { tap: 'click', ...aliases } },
  );
}

function coordinate(
  name: string,
  written: unknown,
  { warnings }: PositionContext,
): readonly number[] | ArgumentProblem {
  const numbers = readCoordinate(written, warnings);
  return 'kind' in numbers ? { ...numbers, message: `${name}: ${numbers.message}` } : numbers;
}

function pairOf([a = 0, b = 0, c, d]: readonly number[], { warnings }: PositionContext): [number, number] {
  if (c === undefined || d === undefined) return [a, b];
  warnings.add('box_for_point');
  return [(a + c) / 2, (b + d) / 2];
}

function textOf({ name, given, positions }: MobileUseArguments, other?: string): string | ArgumentProblem {
  const { warnings } = positions;
  let { text: said } = given;
  if ((said === undefined || said === null) && other !== undefined && given[other] !== undefined) {
    warnings.add('alias_argument');
    said = given[other];
  }
  if (isAbsent(said)) return missing(`${name} needs a text`);
  if (typeof said === 'number' && Number.isFinite(said)) {
    warnings.add('alias_argument');
    return String(said);
  }
  return typeof said === 'string' ? said : invalid(`the text of ${name} is not a text`);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
