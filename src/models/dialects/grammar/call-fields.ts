import type { Direction } from '../../../domain/geometry.js';
import type { ScrollMeaning } from '../dialect.js';
import {
  argumentOf,
  directionWord,
  fingerDirection,
  pathArguments,
  requiredPosition,
  secondsArgument,
  soleArgument,
} from '../reading/call-arguments.js';
import { invalid, isProblem, missing, quoted, type ArgumentProblem } from '../reading/parse-result.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { decodeEscapes } from '../reading/quoted-text.js';
import { writePoint, type CoordinateRule, type PictureSizes } from '../reading/resolve-position.js';
import type { ScannedArgument, ScannedCall } from '../reading/scan-call.js';
import type { ActionFields, Field, Writer, Written } from './action-rules.js';

/** What the arguments of `name(a='x', b=(1, 2))` are read against. */
export interface CallArguments {
  readonly call: ScannedCall;
  readonly positions: PositionContext;
  /** Forms of positions that the grammar asks for, as for `scanPosition`. */
  readonly shapes: ReadonlySet<string>;
  readonly fractions?: boolean;
  /** Whether backslashes escape within texts. */
  readonly escapes: boolean;
  readonly grammar: CallGrammar;
}

/** A part of an action that named arguments express. */
export type CallField = Field<CallArguments, string>;

/** A family's rules for positions and directions. */
export interface CallGrammar {
  readonly family: string;
  readonly coordinates: CoordinateRule;
  readonly scroll?: ScrollMeaning;
  /** False: left and right are the finger's, independent of up and down. */
  readonly invertHorizontal?: boolean;
}

/** The way of the finger that a family's word means, and the other way round: the same thing twice is the first again. */
export function fingerOf({ scroll = 'finger', invertHorizontal }: CallGrammar, word: Direction): Direction {
  return fingerDirection(word, scroll, invertHorizontal);
}

/** Writes positions and texts as the family does. */
export function callWriter(
  grammar: CallGrammar,
  sizes: PictureSizes,
  forms: {
    readonly point: (first: number, second: number) => string;
    readonly text: (text: string) => string | null;
  },
): Writer<string> {
  return {
    point: (point) => forms.point(...writePoint(point, grammar.coordinates, sizes)),
    text: forms.text,
    finger: (direction) => fingerOf(grammar, direction),
  };
}

/** `a=1, b=2` */
export function argumentText(written: Written<string>): string {
  return written.map(([name, value]) => `${name}=${value}`).join(', ');
}

/** What is touched: the position by the first name or another word for it, perhaps by none. */
export function target(names: readonly [string, ...string[]], nameless = false): CallField {
  return {
    read: ({ call, positions, shapes }) => {
      const { warnings } = positions;
      const place =
        argumentOf(call, names, warnings) ?? (nameless ? namelessArgument(call, 0, warnings) : null);
      const numbers = requiredPosition(call, place, { shapes, warnings });
      if (isProblem(numbers)) return numbers;
      if (place !== null && place.quote !== null) warnings.add('string_coordinate');
      return targetPart(numbers, positions);
    },
    write: (action, { point }) =>
      action.target?.type === 'point' ? [[names[0], point(action.target.point)]] : null,
  };
}

/** The target at these numbers. */
export function targetPart(
  numbers: readonly number[],
  positions: PositionContext,
): ActionFields | ArgumentProblem {
  const found = positionTarget(numbers, positions);
  return found === null ? NOT_FINITE : { target: found };
}

export const NOT_FINITE = invalid('the numbers are not finite');

/** The argument without a name at this place among those without. */
export function namelessArgument(
  call: ScannedCall,
  index: number,
  warnings: Set<string>,
): ScannedArgument | null {
  const found = call.arguments.filter(({ name }) => name === null)[index];
  if (found !== undefined) warnings.add('alias_argument');
  return found ?? null;
}

/** Both ends of the finger's path, by the first of their names or other words for them. */
export function path(start: readonly [string, ...string[]], end: readonly [string, ...string[]]): CallField {
  return {
    read: ({ call, positions, shapes, fractions = false }) => {
      const { warnings } = positions;
      const [from, to] = [argumentOf(call, start, warnings), argumentOf(call, end, warnings)];
      return pathPart(pathArguments(call, from, to, { shapes, fractions, warnings }), positions);
    },
    write: ({ from, to }, { point }) =>
      from === undefined || to === undefined
        ? null
        : [
            [start[0], point(from)],
            [end[0], point(to)],
          ],
  };
}

/** The swipe along a path that was read. */
export function pathPart(
  found: ReturnType<typeof pathArguments>,
  positions: PositionContext,
): ActionFields | ArgumentProblem {
  if (isProblem(found)) return found;
  if (![...found.from, ...found.to].every(Number.isFinite)) return NOT_FINITE;
  return pathSwipe(found.from, found.to, positions);
}

/** The finger's direction that a word means. */
export function directionPart(
  written: string,
  { positions, grammar }: CallArguments,
): ActionFields | ArgumentProblem {
  const word = directionWord(written, positions.warnings);
  return typeof word === 'string' ? { direction: fingerOf(grammar, word) } : word;
}

/** The parts of an action that are texts. */
type TextField = 'text' | 'app' | 'url' | 'answer';

interface TextOptions {
  /** What is wrong where there is no text; null: another rule is meant. Absent: there need not be one. */
  readonly needs?: string | null;
  /** Whether the only argument without a name will do. */
  readonly sole?: boolean;
  readonly trim?: boolean;
  /** What is written where the action has no text: nothing, unless given. */
  readonly otherwise?: string;
}

/** A text, by the first name or another word for it. */
export function text(
  field: TextField,
  names: readonly [string, ...string[]],
  { needs, sole = true, trim = false, otherwise }: TextOptions = {},
): CallField {
  return {
    read: (args) => {
      const written = textOf(args, names, sole);
      const said = trim ? written.trim() : written;
      if (said !== '') return { [field]: said };
      return needs === undefined ? {} : needs === null ? null : missing(needs);
    },
    write: (action, writer) => {
      const said = action[field] ?? otherwise;
      return said === undefined ? [] : [[names[0], writer.text(said)]];
    },
  };
}

/** The text of an argument; empty where there is none. */
export function textOf(
  { call, positions, escapes }: CallArguments,
  names: readonly string[],
  sole = true,
): string {
  const found = (sole ? soleArgument : argumentOf)(call, names, positions.warnings)?.text ?? '';
  return escapes ? decodeEscapes(found) : found;
}

/** A time in seconds, which may be missing. `what` names the expected value in the error for any other text. */
export function seconds(names: readonly [string, ...string[]], what: string, unit = ''): CallField {
  return {
    read: ({ call, positions }) => {
      const written = argumentOf(call, names, positions.warnings)?.text.trim() ?? '';
      if (written === '') return {};
      const durationMs = secondsArgument(written);
      return durationMs === null ? invalid(`${quoted(written)} is no ${what}`) : { durationMs };
    },
    write: ({ durationMs }, writer) =>
      durationMs === undefined ? [] : [[names[0], writer.text(`${durationMs / 1000}${unit}`)]],
  };
}
