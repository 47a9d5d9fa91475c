import { roundHalfToEven } from '../../domain/coordinates/resize-rule.js';
import type { Box, Size } from '../../domain/geometry.js';
import { readChecked, reads, unreadable, type Reading } from '../../models/readers/reading.js';

/** What an annotator says of a touch. */
export interface BoxReply {
  /** Pixels of the picture, as written, whole numbers. */
  readonly box: Box;
  /** What somebody who touches there wants; empty where it is not said. */
  readonly intent: string;
  readonly purpose: string;
  readonly explanation: string;
}

const NUMBER = String.raw`\s*(-?\d+(?:\.\d+)?)\s*`;
const BRACKET = new RegExp(String.raw`\[${NUMBER},${NUMBER},${NUMBER},${NUMBER}\]`);

/**
 * An annotator's box: the first bracket of four numbers, else the first four numbers without a sign; decimals are rounded, halves to
 * the even neighbour.
 *
 * Source: ColorBench reference code `image_jump_parser.py`; colorbench.md section 6.5.
 */
export function readBoxReply(text: string): Reading<BoxReply> {
  return readChecked(text, (given) => {
    const box = boxOf(given);
    if (box === null) return unreadable('the answer has no four numbers');
    return reads({
      box,
      intent: lineOf(given, '点击意图'),
      purpose: lineOf(given, '功能说明'),
      explanation: lineOf(given, '边界框说明'),
    });
  });
}

function boxOf(text: string): Box | null {
  const [, ...bracket] = BRACKET.exec(text) ?? [];
  const numbers = bracket.length === 4 ? bracket : (text.match(/\d+(?:\.\d+)?/g) ?? []).slice(0, 4);
  if (numbers.length < 4) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers.map((number) => roundHalfToEven(Number(number)));
  return [x1, y1, x2, y2];
}

function lineOf(text: string, label: string): string {
  const [, said = ''] = new RegExp(`${label}[：:](.*)`).exec(text) ?? [];
  return said.trim();
}

/** The annotation that a referee prefers, or a box of its own. */
export type RefereeReply =
  | { readonly type: 'first' | 'second' }
  | { readonly type: 'own'; readonly box: Box };

/**
 * A referee's choice. As published, `2` is the second and everything else the first, an answer that cannot be read included. In
 * corrected mode `0` with a bracket is a box of the referee's own, and an answer without a number is asked for again.
 *
 * Source: ColorBench reference code `image_jump_parser.py`; its paper, Appendix on bounding boxes.
 */
export function readReferee(text: string, mode: 'reference' | 'corrected'): Reading<RefereeReply> {
  const [, number] = /更优标注：(\d)/.exec(text) ?? [];
  if (mode === 'reference') return reads({ type: number === '2' ? 'second' : 'first' });
  const [, loose] = /更优标注\s*[：:]\s*(\d)/.exec(text) ?? [];
  if (loose === '1') return reads({ type: 'first' });
  if (loose === '2') return reads({ type: 'second' });
  const box = BRACKET.test(text) ? boxOf(text) : null;
  if (loose === '0' && box !== null) return reads({ type: 'own', box });
  return unreadable('the answer names neither of the two boxes, and draws none');
}

/** The box, larger where it has to be to hold the point. */
export function grownTo([x1, y1, x2, y2]: Box, [x, y]: readonly [number, number]): Box {
  return [Math.min(x1, x), Math.min(y1, y), Math.max(x2, x), Math.max(y2, y)];
}

/** Shortest side in pixels, and the longest as a share of the picture's. */
const SHORTEST = 10;
const LONGEST = 0.15;

/** What is wrong with an annotator's box; null where nothing is. Boxes of input fields may be longer. */
export function boxProblem({ box: [x1, y1, x2, y2], intent, purpose }: BoxReply, size: Size): string | null {
  const [width, height] = [x2 - x1, y2 - y1];
  if (width <= 0 || height <= 0) return 'its corners are the wrong way round';
  if (x1 < 0 || y1 < 0 || x2 > size.width || y2 > size.height) return 'it leaves the picture';
  if (width < SHORTEST || height < SHORTEST) return `a side is shorter than ${SHORTEST} pixels`;
  const isField = /输入|搜索框|input|field/i.test(`${intent} ${purpose}`);
  const isLong = width > LONGEST * size.width || height > LONGEST * size.height;
  return isLong && !isField ? `a side is longer than ${LONGEST * 100} % of the picture's` : null;
}
