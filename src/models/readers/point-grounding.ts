import type { Target } from '../../domain/action.js';
import { cutThinking } from '../dialects/reading/cut-thinking.js';
import { positionTarget } from '../dialects/reading/position-target.js';
import { readCoordinate } from '../dialects/reading/read-coordinate.js';
import { findObject, readLooseJson } from '../dialects/reading/read-loose-json.js';
import type { CoordinateRule, PictureSizes } from '../dialects/reading/resolve-position.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

/** Where a grounding model sees what it was asked for. */
export type GroundedTarget = Extract<Target, { type: 'point' }>;

/** What the numbers of an answer mean. */
export interface GroundingContext extends PictureSizes {
  readonly coordinates: CoordinateRule;
}

/** Members of a JSON answer that hold a position, the best first. */
const MEMBERS = ['point', 'point_2d', 'coordinate', 'bbox', 'bbox_2d', 'box_2d'] as const;
const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,20})?`;
const POINT_TAG = /<point>([^<]{1,200})<\/point>/i;
const BOX_TAG = /<\|box_start\|>([^<|]{1,200})<\|box_end\|>/i;
/** Molmo's own; several points are numbered from 1. */
const MOLMO_TAG = new RegExp(
  String.raw`<points?\s[^<>]{0,200}?x1?=["'](${NUMBER})["']\s{1,10}y1?=["'](${NUMBER})["']`,
  'i',
);
const MOLMO_SPAN: CoordinateRule = { space: 'norm', span: 100 };
/** Nothing but numbers between brackets. */
const BRACKETS = /[([]([-\d.,\s]{1,200})[)\]]/g;
const BARE = new RegExp(
  String.raw`(?<![\w.])${NUMBER}(?:\s{0,10}[,，]\s{0,10}${NUMBER}){1,3}(?![\w.]|\s{0,10}[,，]\s{0,10}\d)`,
  'g',
);

/**
 * The position that a grounding model answers with: JSON (`point_2d`, `bbox_2d` and the like), `<point>`, box tokens,
 * Molmo's `<point x= y=>` in percent, or bare numbers, of which the last group counts. Four numbers are a box, whose centre
 * is meant; `[-1, -1]` says that there is no such thing.
 *
 * Source: models.md section 8.3, from the answers of UGround, Qwen-VL, Gemini, Molmo and UI-Venus.
 */
export function readGroundedTarget(answer: string, context: GroundingContext): Reading<GroundedTarget> {
  return readChecked(answer, (original) => {
    const { text } = cutThinking(original);
    const molmo = MOLMO_TAG.exec(text);
    if (molmo !== null) {
      return targetOf([Number(molmo[1]), Number(molmo[2])], { ...context, coordinates: MOLMO_SPAN });
    }
    const numbers = jsonNumbers(text) ?? taggedNumbers(text) ?? bareNumbers(text);
    if (numbers === null) return unreadable('the answer names no position', 'no_action');
    return targetOf(numbers, context);
  });
}

function targetOf(numbers: readonly number[], context: GroundingContext): Reading<GroundedTarget> {
  if (numbers.length > 0 && numbers.every((number) => number === -1)) {
    return unreadable('the model says that it is not there', 'refusal');
  }
  const target = positionTarget(numbers, {
    coordinates: context.coordinates,
    sizes: context,
    warnings: new Set(),
  });
  if (target !== null) return reads(target);
  return unreadable(`a position takes two or four numbers, not ${numbers.length}`, 'invalid_argument');
}

/** Numbers of the first object that holds a position; null where none does. */
function jsonNumbers(text: string): readonly number[] | null {
  const start = findObject(text);
  if (start < 0) return null;
  const read = readLooseJson(text, start, { warnings: new Set() });
  if (read.type === 'problem' || typeof read.value !== 'object' || read.value === null) return null;
  const members = read.value as Readonly<Record<string, unknown>>;
  const member = MEMBERS.find((name) => Object.hasOwn(members, name));
  if (member === undefined) return null;
  const numbers = readCoordinate(members[member], new Set());
  return Array.isArray(numbers) ? numbers : [];
}

function taggedNumbers(text: string): readonly number[] | null {
  const inner = POINT_TAG.exec(text)?.[1] ?? BOX_TAG.exec(text)?.[1];
  return inner === undefined ? null : numbersIn(inner);
}

function bareNumbers(text: string): readonly number[] | null {
  const groups = [...text.matchAll(BRACKETS)];
  const last = groups.at(-1);
  if (last !== undefined) {
    const numbers = numbersIn(last[1] ?? '');
    const before = groups.at(-2);
    const corner = before === undefined ? [] : numbersIn(before[1] ?? '');
    const between =
      before === undefined ? ' ' : text.slice(before.index + before[0].length, last.index).trim();
    const isBox = corner.length === 2 && numbers.length === 2 && (between === ',' || between === '');
    return isBox && before !== undefined ? [...corner, ...numbers] : numbers;
  }
  const bare = [...text.matchAll(BARE)].at(-1)?.[0];
  if (bare !== undefined) return numbersIn(bare);
  return /^[-\d.\s]+$/.test(text) ? numbersIn(text) : null;
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/-?\d{1,12}(?:\.\d{1,20})?/g)].map(([digits]) => Number(digits));
}
