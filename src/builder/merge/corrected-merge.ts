import type { Ask } from '../../models/asking/model-question.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';
import type { Material } from '../material/material.js';
import { compareLooks, type Verdict } from './compare-looks.js';
import { Groups } from './groups.js';
import { lookFeatures, type Features } from './look-features.js';
import { looksOf, type Look, type Looks } from './looks.js';
import { Matcher, type ControlPairs } from './matcher.js';
import type { MergeProgress } from './merge-progress.js';
import { nearHashes } from './candidates/near-hashes.js';
import { nearSets, type Pair } from './candidates/near-sets.js';
import { outcomesApart, type Grey } from './outcomes-apart.js';
import { pictureHash } from './picture-cells.js';
import { compareWords, type ReadWords } from './picture-words.js';
import { isSameActivity, volatileParts, type VolatileParts } from './volatile-parts.js';

/** What a person decided of two looks. */
export interface Decision {
  /** Ids of looks. */
  readonly looks: readonly [string, string];
  readonly isSame: boolean;
}

/** Two states that may be one, or one that may be two: nobody is sure. */
export interface Doubt {
  /** Places of looks, one of each side. */
  readonly looks: Pair;
  readonly why: string;
  /** What was assumed. */
  readonly isSame: boolean;
  /** What the model said, in order. */
  readonly said: readonly boolean[];
}

/** Which captures are one state, and how that came about. */
export interface Merged extends Looks {
  /** State of each capture, numbered as they were first seen. */
  readonly states: readonly number[];
  readonly doubts: readonly Doubt[];
  readonly warnings: readonly string[];
  readonly counts: {
    readonly captures: number;
    readonly looks: number;
    readonly states: number;
    /** Pairs of captures that were near enough to be compared, those that are equal included. */
    readonly candidates: number;
    /** Of looks, that rules were not sure of. */
    readonly grey: number;
    /** Questions to the model, those about known pairs included. */
    readonly asked: number;
  };
}

export interface CorrectedMergeOptions {
  /** Null where there is no model. */
  readonly ask: Ask | null;
  /** Leaves hierarchies aside. */
  readonly picturesOnly?: boolean;
  /** Reads words on pictures that differ little; null where nobody does. */
  readonly readWords?: ReadWords | null;
  readonly decisions?: readonly Decision[];
  /** Most questions, as part of the candidate pairs of captures. */
  readonly askShare?: number;
  readonly onProgress?: MergeProgress;
  readonly signal: AbortSignal;
}

/** How much two screens' elements must have in common to be compared. */
const NEAR = 0.75;
/** Bits in which hashes of pictures may differ. */
const RADIUS = 20;
/** Most questions unless said otherwise. */
const ASK_SHARE = 0.05;
/** Questions that a small world may have all the same. */
const FEWEST_QUESTIONS = 20;
/** How sure one has to be to leave off asking. */
const SURE = 0.97;
const SURELY_NOT = 0.04;
/** Most questions about one pair of states. */
const MOST_DRAWS = 4;

/**
 * Decides which captures are one state. Rules on elements or pictures are sure of most pairs; a model is asked about the others, as
 * long as what is known of it says that it can tell, and what follows from other pairs is not asked.
 */
export async function correctedMerge(material: Material, options: CorrectedMergeOptions): Promise<Merged> {
  const { readWords = null, onProgress = () => undefined, signal } = options;
  const found = looksOf(material);
  const features = await lookFeatures(found.looks, {
    picturesOnly: options.picturesOnly ?? false,
    onProgress,
    signal,
  });
  const parts = volatileParts(material, found, features);
  const groups = new Groups(found.looks.length);
  const isDecided = decide(groups, found, options.decisions ?? []);
  const equals = joinEqual(found, features, parts, groups);
  const pairs = candidatePairs(found, features, parts, equals);
  const byRules = pairs.map((pair): Judged => [pair, compareLooks(...pair, features, parts)]);
  applyRules(byRules, features, parts, groups);
  const warnings: string[] = [];
  const verdicts =
    readWords === null
      ? byRules
      : await withWords(byRules, found, groups, { readWords, onProgress, warnings });
  const grey = verdicts.flatMap(([pair, verdict]): Grey[] =>
    verdict.band === 'grey' ? [{ pair, prior: verdict.prior, why: verdict.why }] : [],
  );
  const candidates = countCandidates(found, equals, pairs);
  if (features.unread > 0) warnings.push(`${features.unread} pictures cannot be decoded`);
  const weighed = outcomesApart(material, found, groups, grey, (a, b) =>
    isApart(compareLooks(a, b, features, parts)),
  );
  const matcher = options.ask === null ? null : new Matcher(options.ask, signal);
  const doubts = await settle(weighed, {
    found,
    groups,
    matcher,
    isDecided,
    most: Math.max(FEWEST_QUESTIONS, Math.floor((options.askShare ?? ASK_SHARE) * candidates)),
    controls: () => controlPairs(found, features, parts),
    warnings,
    onProgress,
  });
  const { states, count } = statesOf(found, groups);
  return {
    ...found,
    states,
    doubts,
    warnings,
    counts: {
      captures: material.captures.length,
      looks: found.looks.length,
      states: count,
      candidates,
      grey: grey.length,
      asked: matcher?.asked ?? 0,
    },
  };
}

type Judged = readonly [Pair, Verdict];

/** What rules say once the words on pictures are read in which small areas differ. */
async function withWords(
  verdicts: readonly Judged[],
  { looks }: Looks,
  groups: Groups,
  {
    readWords,
    onProgress,
    warnings,
  }: { readonly readWords: ReadWords; readonly onProgress: MergeProgress; readonly warnings: string[] },
): Promise<readonly Judged[]> {
  const isOpen = ([pair, verdict]: Judged): boolean =>
    verdict.band === 'grey' &&
    verdict.isPicture === true &&
    !groups.areSame(...pair) &&
    !groups.areApart(...pair);
  const total = verdicts.filter(isOpen).length;
  const told: Judged[] = [];
  let isSpent = false;
  for (const judged of verdicts) {
    const [pair, verdict] = judged;
    const [one, other] = pair.map((place) => looks[place]);
    if (isSpent || one === undefined || other === undefined || verdict.band !== 'grey' || !isOpen(judged)) {
      told.push(judged);
      continue;
    }
    try {
      const [mine, theirs] = [await readWords(one), await readWords(other)];
      const next = mine === null || theirs === null ? verdict : compareWords(verdict, mine, theirs);
      if (next.band === 'different') groups.keepApart(...pair);
      told.push([pair, next]);
    } catch (error) {
      if (!(error instanceof BudgetSpentError)) throw error;
      warnings.push(`${error.message}: no more words are read`);
      isSpent = true;
      told.push(judged);
    }
    onProgress('words', total);
  }
  return told;
}

/**
 * Joins what rules take for the same, and keeps apart what they take for different. Elements tell more than pictures: a picture that is equal to two
 * screens whose elements differ goes to one of them, and joins them not.
 */
function applyRules(
  verdicts: readonly Judged[],
  features: Features,
  parts: VolatileParts,
  groups: Groups,
): void {
  const hasElements = (place: number): boolean => features.of[place]?.tokens != null;
  const isMixed = ([a, b]: Pair): boolean => hasElements(a) !== hasElements(b);
  for (const [pair, { band }] of verdicts) if (band === 'same' && !isMixed(pair)) groups.join(...pair);
  for (const [pair, { band }] of verdicts) {
    if (band === 'different' && hasElements(pair[0]) && hasElements(pair[1])) groups.keepApart(...pair);
  }
  const withElements = new Map<number, number>();
  for (const place of features.of.keys()) if (hasElements(place)) withElements.set(groups.find(place), place);
  for (const [pair, { band }] of verdicts) {
    if (band !== 'same' || !isMixed(pair)) continue;
    const [a, b] = pair.map((place) => withElements.get(groups.find(place)));
    if (a !== undefined && b !== undefined && isApart(compareLooks(a, b, features, parts))) continue;
    const of = a ?? b;
    if (groups.join(...pair) && of !== undefined) withElements.set(groups.find(pair[0]), of);
  }
  for (const [pair, { band }] of verdicts) if (band === 'different') groups.keepApart(...pair);
}

function isApart({ band }: Verdict): boolean {
  return band === 'different';
}

/** What a person decided goes before everything. Gives whether a pair was decided. */
function decide(
  groups: Groups,
  { looks }: Looks,
  decisions: readonly Decision[],
): (a: number, b: number) => boolean {
  const placeOf = new Map(looks.map(({ id }, place) => [id, place]));
  const decided = new Set<string>();
  // Those that are one first: what is apart from one is then apart from both.
  for (const { looks: ids, isSame } of decisions.toSorted((x, y) => Number(y.isSame) - Number(x.isSame))) {
    const [a, b] = [placeOf.get(ids[0]), placeOf.get(ids[1])];
    if (a === undefined || b === undefined) continue;
    if (isSame) groups.join(a, b);
    else groups.keepApart(a, b);
    decided.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
  }
  return (a, b) => decided.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
}

/** Joins looks that are equal but for what changes by itself. Gives one of each kind, with the others. */
function joinEqual(
  { looks }: Looks,
  features: Features,
  parts: VolatileParts,
  groups: Groups,
): ReadonlyMap<number, readonly number[]> {
  const kinds = new Map<string, number[]>();
  const equals = new Map<number, number[]>();
  for (const [place, { capture }] of looks.entries()) {
    const key = keyOf(place, capture, features, parts);
    const firsts = kinds.get(key) ?? [];
    kinds.set(key, firsts);
    const first = firsts.find((one) => compareLooks(one, place, features, parts).band === 'same');
    // A person may have said that they are different.
    if (first !== undefined && groups.join(first, place)) equals.get(first)?.push(place);
    else {
      firsts.push(place);
      equals.set(place, []);
    }
  }
  return equals;
}

/** The same for looks that are equal. */
function keyOf(
  place: number,
  { activity, picture }: Look['capture'],
  { of }: Features,
  { steady }: VolatileParts,
): string {
  const { cells } = of[place] ?? { cells: null };
  const tokens = steady(place);
  const app = `${activity?.package ?? ''}/${activity?.activity ?? ''}`;
  if (tokens !== null) {
    return `${app} ${tokens.ordered.join()}`;
  }
  // Small pictures that are equal byte by byte; others are compared as pairs.
  return cells === null
    ? `${app} ${picture ?? `unseen ${place}`}`
    : Buffer.from(cells.colours).toString('latin1');
}

/** Pairs of looks, one of each kind of equal ones, that are near enough to be one state. */
export function candidatePairs(
  { looks }: Looks,
  { of }: Features,
  { steady, cellsOf }: VolatileParts,
  equals: ReadonlyMap<number, readonly number[]>,
): Pair[] {
  const places = [...equals.keys()];
  const hasTokens = (place: number): boolean => of[place]?.tokens != null;
  const withTokens = places.filter(hasTokens);
  const sets = withTokens.map((place) => steady(place)?.masked ?? new Int32Array());
  const withCells = places.filter((place) => of[place]?.cells != null);
  const hashes = withCells.flatMap((place) => {
    const cells = of[place]?.cells;
    return cells == null ? [] : [pictureHash(cells, cellsOf(looks[place]?.capture.activity?.package ?? ''))];
  });
  const named = (list: readonly number[], [a, b]: Pair): Pair => [list[a] ?? 0, list[b] ?? 0];
  return [
    ...nearSets(sets, NEAR).map((pair) => named(withTokens, pair)),
    ...nearHashes(hashes, RADIUS)
      .map((pair) => named(withCells, pair))
      // Those were compared by their elements.
      .filter(([a, b]) => !hasTokens(a) || !hasTokens(b)),
  ];
}

/** Pairs of captures that were compared, or that are equal. */
function countCandidates(
  { looks }: Looks,
  equals: ReadonlyMap<number, readonly number[]>,
  pairs: readonly Pair[],
): number {
  const capturesOf = (place: number): number =>
    [place, ...(equals.get(place) ?? [])].reduce((sum, one) => sum + (looks[one]?.captures.length ?? 0), 0);
  const sizes = new Map([...equals.keys()].map((place) => [place, capturesOf(place)]));
  let count = 0;
  for (const size of sizes.values()) count += (size * (size - 1)) / 2;
  for (const [a, b] of pairs) count += (sizes.get(a) ?? 1) * (sizes.get(b) ?? 1);
  return count;
}

interface Settling {
  readonly found: Looks;
  readonly groups: Groups;
  readonly matcher: Matcher | null;
  readonly isDecided: (a: number, b: number) => boolean;
  /** Most questions. */
  readonly most: number;
  readonly controls: () => ControlPairs;
  readonly warnings: string[];
  readonly onProgress: MergeProgress;
}

/** Settles what rules are not sure of: the likeliest first, so that what follows from them is not asked. */
async function settle(grey: readonly Grey[], settling: Settling): Promise<Doubt[]> {
  const { groups, isDecided, warnings } = settling;
  let { matcher } = settling;
  const doubts: Doubt[] = [];
  let isProven = false;
  for (const { pair, prior, why } of grey.toSorted((a, b) => b.prior - a.prior)) {
    settling.onProgress('pairs', grey.length);
    if (groups.areSame(...pair) || groups.areApart(...pair)) continue;
    if (prior < SURELY_NOT && !isDecided(...pair)) {
      groups.keepApart(...pair);
      continue;
    }
    const said: boolean[] = [];
    let belief = prior;
    try {
      if (matcher !== null && !isProven) {
        isProven = true;
        await matcher.prove(settling.controls());
        if (matcher.disbelieved !== null) {
          warnings.push(
            `the model is not believed: ${matcher.disbelieved}; what it would decide is in the review`,
          );
          matcher = null;
        }
      }
      if (matcher !== null) belief = await ask(pair, prior, said, matcher, settling);
    } catch (error) {
      if (!(error instanceof BudgetSpentError)) throw error;
      warnings.push(`${error.message}: what is left is in the review`);
      matcher = null;
    }
    const isSame = belief >= 0.5 && (said.length > 0 || prior >= 0.5);
    const isSure = said.length > 0 && (belief >= 0.9 || belief <= 0.1);
    if (isSame) groups.join(...pair);
    else groups.keepApart(...pair);
    if (!isSure) doubts.push({ looks: pair, why, isSame, said });
  }
  return doubts;
}

/** Asks until one is sure, each time about other looks of the two states where there are any. */
async function ask(
  pair: Pair,
  prior: number,
  said: boolean[],
  matcher: Matcher,
  { found: { looks }, groups, most }: Settling,
): Promise<number> {
  let odds = prior / (1 - prior);
  const belief = (): number => odds / (1 + odds);
  const [ones, others] = [looksLike(pair[0]), looksLike(pair[1])];
  for (let draw = 0; draw < MOST_DRAWS && matcher.asked < most; draw += 1) {
    const [a, b] = [ones[draw % ones.length], others[draw % others.length]];
    if (a === undefined || b === undefined) break;
    // The order is another one each time: some models prefer what comes first.
    const answer = await matcher.say(draw % 2 === 0 ? [a, b] : [b, a], draw);
    if (answer === null) continue;
    said.push(answer);
    const { accuracy } = matcher;
    odds *= answer ? accuracy / (1 - accuracy) : (1 - accuracy) / accuracy;
    if (belief() >= SURE || belief() <= SURELY_NOT || (!answer && draw === 0 && belief() <= 0.1)) break;
  }
  return belief();

  function looksLike(place: number): readonly Look[] {
    const root = groups.find(place);
    const own = looks[place];
    const same: Look[] = own === undefined ? [] : [own];
    for (const [index, look] of looks.entries()) {
      if (same.length >= MOST_DRAWS) break;
      if (index !== place && groups.find(index) === root) same.push(look);
    }
    return same;
  }
}

/** Looks of one screen between which nothing was done, and looks of different pages: what both are is known without asking. */
function controlPairs({ looks }: Looks, features: Features, parts: VolatileParts): ControlPairs {
  const lookOf = ([a, b]: readonly [number, number]): readonly [Look, Look][] => {
    const [one, other] = [looks[a], looks[b]];
    return one === undefined || other === undefined ? [] : [[one, other]];
  };
  const same = spread(
    parts.idlePairs.filter((pair) => compareLooks(...pair, features, parts).band === 'same'),
  );
  const different: (readonly [number, number])[] = [];
  const stride = Math.max(1, Math.floor(looks.length / 40));
  for (let a = 0; a < looks.length && different.length < 40; a += stride) {
    for (let b = a + 1; b < looks.length; b += stride) {
      if (!isFar(features, a, b)) continue;
      different.push([a, b]);
      break;
    }
  }
  // Where nothing was looked at twice, a look is shown next to itself.
  const twice = spread(looks).map((look): readonly [Look, Look] => [look, look]);
  return {
    same: same.length > 0 ? same.flatMap(lookOf) : twice,
    different: spread(different).flatMap(lookOf),
  };
}

/** Some of many, from all over the list. */
function spread<T>(list: readonly T[]): readonly T[] {
  const most = 6;
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]).filter(
    (one) => one !== undefined,
  );
}

/** Whether two looks are certainly of different screens: of other pages with much that differs, or with next to nothing in common. */
function isFar({ of }: Features, a: number, b: number): boolean {
  const [one, other] = [of[a], of[b]];
  if (one === undefined || other === undefined) return false;
  if (one.tokens !== null && other.tokens !== null) {
    const share = commonShare(one.tokens.masked, other.tokens.masked);
    return share < (isSameActivity(one, other) ? 0.3 : 0.6);
  }
  if (one.cells === null || other.cells === null || one.cells.rows !== other.cells.rows) return false;
  let apart = 0;
  for (let at = 0; at < one.cells.colours.length; at += 3) {
    if (Math.abs((one.cells.colours[at] ?? 0) - (other.cells.colours[at] ?? 0)) > 16) apart += 1;
  }
  return apart > 0.25 * (one.cells.colours.length / 3);
}

function commonShare(a: Int32Array, b: Int32Array): number {
  const set = new Set(a);
  const common = b.reduce((sum, token) => sum + (set.has(token) ? 1 : 0), 0);
  return common / Math.max(1, a.length + b.length - common);
}

function statesOf(
  { of }: Looks,
  groups: Groups,
): { readonly states: readonly number[]; readonly count: number } {
  const numbers = new Map<number, number>();
  const states = of.map((look) => {
    const root = groups.find(look);
    const state = numbers.get(root) ?? numbers.size;
    numbers.set(root, state);
    return state;
  });
  return { states, count: numbers.size };
}
