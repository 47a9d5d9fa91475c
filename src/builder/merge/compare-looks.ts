import type { Features, LookFeatures } from './look-features.js';
import { changedCells } from './picture-cells.js';
import { difference, IS_FIELD, maskNumbers } from './screen-tokens.js';
import type { Vocabulary } from './vocabulary.js';
import { isSameActivity, type VolatileParts } from './volatile-parts.js';

/** What rules say of two looks. `prior` is how probable it is that a pair that they are not sure of is one state, 0-1. */
export type Verdict =
  | { readonly band: 'same' }
  | { readonly band: 'different' }
  | {
      readonly band: 'grey';
      readonly prior: number;
      readonly why: string;
      /** Whether pictures were compared, whose words nobody knows. */
      readonly isPicture?: true;
    };

const SAME: Verdict = { band: 'same' };
const DIFFERENT: Verdict = { band: 'different' };

/** Elements whose texts name what a page is about. */
const HEADS = /(?:^|_)(?:title|header|headline|heading|toolbar_title)(?:$|_)/;
/** Elements whose content is made for the person who looks, and another time another one. */
const PASSING =
  /(?:^|_)(?:clock|battery|badge|counter|recommend\w*|suggest\w*|sponsor\w*|advert\w*|ads?|banner|promo\w*|for_you)(?:$|_)/i;

/** Texts that may differ and still leave a doubt. */
const FEW_TEXTS = 4;
/** Elements that may be more or fewer and still leave a doubt. */
const FEW_ELEMENTS = 2;
/** Part of the screen's height that an element has to be elsewhere to have moved. */
const MOVED = 0.015;
/** Share of elements that have moved on a page that is scrolled. */
const SCROLLED = 0.5;
/** Part of the cells of a picture that may differ and still leave a doubt. */
const FEW_CELLS = 0.006;

/** What two looks differ in, by their elements where both have them, else by their pictures. */
export function compareLooks(a: number, b: number, features: Features, parts: VolatileParts): Verdict {
  const [one, other] = [features.of[a], features.of[b]];
  if (one === undefined || other === undefined || !isSameActivity(one, other)) return DIFFERENT;
  if (one.tokens !== null && other.tokens !== null)
    return compareElements([a, one], [b, other], features, parts);
  if (one.cells !== null && other.cells !== null) return comparePictures([a, one], [b, other], parts);
  return DIFFERENT;
}

function compareElements(
  [a, one]: readonly [number, LookFeatures],
  [b, other]: readonly [number, LookFeatures],
  { vocabulary }: Features,
  { steady, tokensOfLook }: VolatileParts,
): Verdict {
  const [mine, theirs] = [steady(a), steady(b)];
  if (mine === null || theirs === null) return DIFFERENT;
  const all = difference(mine.exact, theirs.exact);
  const own = [tokensOfLook(a), tokensOfLook(b)];
  const differing = all.filter((token) => !own.some((known) => known?.has(token) === true));
  if (differing.length === 0) {
    if (hasMoved(one, other)) return DIFFERENT;
    return all.length > 0 ? SAME : compareOrder(mine.ordered, theirs.ordered, vocabulary);
  }
  let [states, passing, focuses] = [0, 0, 0];
  const texts: string[] = [];
  const isOfOne = new Set(mine.exact);
  const stateSides = new Map<number, boolean>();
  for (const token of differing) {
    const element = vocabulary.elementOf(token);
    const name = vocabulary.elementName(element);
    const [kind = '', resource = ''] = name.split('#');
    if (PASSING.test(resource)) passing += 1;
    else if (vocabulary.kindOf(token) === 'focus') focuses += 1;
    else if (vocabulary.kindOf(token) === 'state') {
      states += 1;
      // An element that both have, in another state.
      const side = isOfOne.has(token);
      if ((stateSides.get(element) ?? side) !== side) return DIFFERENT;
      stateSides.set(element, side);
    } else if (HEADS.test(resource) || IS_FIELD.test(kind)) return DIFFERENT;
    else texts.push(vocabulary.textOf(token) ?? '');
  }
  if (states > FEW_ELEMENTS || texts.length > 2 * FEW_TEXTS) return DIFFERENT;
  if (states + texts.length === 0 && focuses > 0) {
    return { band: 'grey', prior: 0.3, why: 'another field has the focus' };
  }
  if (states + texts.length === 0) {
    return { band: 'grey', prior: 0.5, why: `${passing} texts differ that may pass` };
  }
  const masked = new Map<string, number>();
  for (const text of texts) {
    const key = maskNumbers(text);
    masked.set(key, (masked.get(key) ?? 0) + 1);
  }
  const isNumbers = states === 0 && [...masked.values()].every((count) => count % 2 === 0);
  if (isNumbers) return { band: 'grey', prior: 0.3, why: `numbers differ: ${shown(texts)}` };
  if (states > 0 && texts.length > FEW_TEXTS) return DIFFERENT;
  const prior = states === 0 ? 0.08 : 0.05;
  return { band: 'grey', prior, why: states === 0 ? `texts differ: ${shown(texts)}` : 'few elements differ' };
}

/** Looks of the same elements in another order. Where something else is chosen they are two, else it may be a list that comes in any order. */
function compareOrder(one: Int32Array, other: Int32Array, vocabulary: Vocabulary): Verdict {
  const isEqual = (isCounted: (token: number) => boolean): boolean => {
    const [x, y] = [one.filter(isCounted), other.filter(isCounted)];
    return x.length === y.length && x.every((token, index) => token === y[index]);
  };
  if (isEqual(() => true)) return SAME;
  if (!isEqual((token) => vocabulary.kindOf(token) !== 'text')) return DIFFERENT;
  return { band: 'grey', prior: 0.2, why: 'the same texts stand in another order' };
}

function shown(texts: readonly string[]): string {
  return texts
    .slice(0, 4)
    .map((text) => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text))
    .join(', ');
}

/** The same elements on a page that is scrolled: what was touched on the one is elsewhere on the other. */
function hasMoved({ tokens: a, height }: LookFeatures, { tokens: b }: LookFeatures): boolean {
  if (a === null || b === null || a.tops.length !== b.tops.length || a.tops.length === 0) return false;
  const least = MOVED * (height ?? Math.max(...a.tops, 1));
  let moved = 0;
  for (const [index, top] of a.tops.entries()) if (Math.abs(top - (b.tops[index] ?? top)) > least) moved += 1;
  return moved >= SCROLLED * a.tops.length;
}

function comparePictures(
  [a, one]: readonly [number, LookFeatures],
  [b, other]: readonly [number, LookFeatures],
  { cellsOf, cellsOfLook }: VolatileParts,
): Verdict {
  if (one.cells === null || other.cells === null) return DIFFERENT;
  const cells = changedCells(one.cells, other.cells);
  if (cells === null) return DIFFERENT;
  const ofApp = cellsOf(one.activity?.package ?? other.activity?.package ?? '');
  const own = [cellsOfLook(a), cellsOfLook(b)];
  const changed = cells.filter((cell) => !ofApp.has(cell) && !own.some((known) => known?.has(cell) === true));
  if (changed.length === 0) return SAME;
  if (changed.length > FEW_CELLS * one.cells.rows * one.cells.columns) return DIFFERENT;
  return {
    band: 'grey',
    prior: changed.length <= 2 ? 0.25 : 0.08,
    why: `${changed.length} small areas of the picture differ`,
    isPicture: true,
  };
}
