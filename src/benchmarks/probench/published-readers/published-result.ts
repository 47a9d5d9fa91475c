import { stop, type Action } from '../../../domain/action.js';
import {
  OPPOSITE_DIRECTION,
  pathDirection,
  pixelPoint,
  resolvePoint,
  type Direction,
  type Point,
  type Size,
} from '../../../domain/geometry.js';
import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import type { ParseContext, ParseResult, ScrollMeaning } from '../../../models/dialects/dialect.js';
import { formatErrorOf } from '../../../models/dialects/reading/parse-result.js';
import { coordinateSpan, type CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';
import { printProBenchCall, type ProBenchCall } from './probench-call.js';

/** A position of ProBench on the screen. */
interface ProBenchPixel {
  /** Whole pixels within the screen. */
  readonly at: readonly [x: number, y: number];
  /** Whether it had to be moved by more than a pixel to get there. */
  readonly isOutside: boolean;
}

const FAMILY = 'probench';
const SWIPE_MS = 500;
const WAIT_MS = 5000;
/** Length of a scroll, as a part of the screen's side. */
const SCROLL_PART = 0.4;

/**
 * The dialect's reader for ProBench: its own grammar, scroll length and clipping.
 *
 * @param read of the answer without its thinking; null where it holds no operation
 */
export function proBenchReader(
  read: (answer: string, variant: string | null) => ProBenchCall | null,
): PublishedReader {
  return (text, context, { variant, coordinates, scroll }) => {
    // What a model thinks of doing is not what it does.
    const cut = cutThinking(text, (offset) => answerTagAfter(text, offset));
    const thought = cut.thought ? { thought: cut.thought } : {};
    const call = read(cut.text, variant);
    const result =
      call === null
        ? formatErrorOf(text, 'malformed_action', 'ProBench reads no operation here')
        : resultOf(text, call, { context, coordinates, scroll: scroll ?? 'content' });
    return { ...result, ...thought };
  };
}

function answerTagAfter(text: string, offset: number): number | null {
  const tag = text.indexOf('<answer>', offset);
  return tag < 0 ? null : tag;
}

interface Reading {
  readonly context: ParseContext;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning;
}

function resultOf(text: string, call: ProBenchCall, reading: Reading): ParseResult {
  const warnings = new Set<string>();
  const action = actionOf(call, reading, warnings);
  if (action === null) {
    return formatErrorOf(text, 'invalid_argument', 'a position needs the size of the screen');
  }
  const summary = printProBenchCall(call);
  return {
    type: 'actions',
    actions: [{ ...action, native: { family: FAMILY, name: call.name, text: summary } }],
    summary,
    warnings: [...warnings],
    lenient: false,
  };
}

function actionOf(call: ProBenchCall, reading: Reading, warnings: Set<string>): Action | null {
  switch (call.name) {
    case 'Click': {
      const point = pointOf(call.numbers[0], call.numbers[1], reading, warnings);
      return point === null ? null : { type: 'tap', target: { type: 'point', point } };
    }
    case 'Swipe': {
      const [x1, y1, x2, y2] = call.numbers;
      const [from, to] = [pointOf(x1, y1, reading, warnings), pointOf(x2, y2, reading, warnings)];
      if (from === null || to === null) return null;
      return {
        type: 'swipe',
        direction: pathDirection([from.x, from.y], [to.x, to.y]),
        from,
        to,
        durationMs: SWIPE_MS,
      };
    }
    case 'Scroll':
      return scrolled(call.direction, reading);
    case 'Type':
      return { type: 'type', text: call.text };
    case 'Back':
    case 'Enter':
      return { type: 'key', key: call.name.toUpperCase() };
    case 'Wait':
      return { type: 'wait', durationMs: WAIT_MS };
    case 'Complete':
      return stop('success');
    default:
      return call satisfies never;
  }
}

function pointOf(
  x: number,
  y: number,
  { context, coordinates }: Reading,
  warnings: Set<string>,
): Point | null {
  const span = coordinateSpan(coordinates, context);
  if (context.screen === null || span === null) return null;
  const { at, isOutside } = proBenchPixel(x, y, span, context.screen);
  if (isOutside) warnings.add('out_of_bounds');
  return resolvePoint(pixelPoint(...at), context.screen);
}

/** Through the middle of the screen. */
function scrolled(word: Direction, { context, scroll }: Reading): Action | null {
  const { screen } = context;
  if (screen === null) return null;
  const direction = scroll === 'content' ? OPPOSITE_DIRECTION[word] : word;
  const [towards, away] = [0.5 - SCROLL_PART / 2, 0.5 + SCROLL_PART / 2];
  const at = (x: number, y: number): Point => share(x, y, screen);
  const path = {
    up: [at(0.5, away), at(0.5, towards)],
    down: [at(0.5, towards), at(0.5, away)],
    left: [at(away, 0.5), at(towards, 0.5)],
    right: [at(towards, 0.5), at(away, 0.5)],
  } as const;
  const [from, to] = path[direction];
  return { type: 'swipe', direction, from, to, durationMs: SWIPE_MS };
}

function share(x: number, y: number, screen: Size): Point {
  return resolvePoint(pixelPoint(Math.trunc(x * screen.width), Math.trunc(y * screen.height)), screen);
}

/**
 * A model's two numbers as a pixel: scaled, cut to whole pixels, moved into the screen.
 *
 * Source: ProBench paper, section 4.1, for the ranges of the models; rounding and clipping are our own rule.
 *
 * @param span largest numbers of the model on both axes
 */
export function proBenchPixel(x: number, y: number, span: Size, screen: Size): ProBenchPixel {
  const exact = [
    Math.trunc((x * screen.width) / span.width),
    Math.trunc((y * screen.height) / span.height),
  ] as const;
  const at = [within(exact[0], screen.width), within(exact[1], screen.height)] as const;
  return { at, isOutside: Math.abs(at[0] - exact[0]) > 1 || Math.abs(at[1] - exact[1]) > 1 };
}

function within(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}
