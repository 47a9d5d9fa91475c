import { z } from 'zod';
import type { Action } from '../action.js';
import { coordinateSpan, parseCoordinateRule, type CoordinateRule } from './coordinate-rule.js';
import { toPixel, type Point, type Size } from '../geometry.js';
import { resizedSize, ResizeRuleSchema, type ResizeRule } from './resize-rule.js';
import type { RunIdentity } from '../run.js';

/** Code of the warning, for programs. */
export const SPAN_MISMATCH = 'span_mismatch_suspected';

/** Why the numbers look wrong: many lie outside their space, or none is as large as pixels of such a picture would be. */
export type SpanReason = 'outside' | 'small';

/** How many of a model's positions have their larger number in a range, both ends in words. */
export interface SpanBin {
  readonly range: string;
  readonly positions: number;
}

/** A model whose positions suggest that its numbers mean something else than they are read as. */
export interface CoordinateMismatch {
  readonly code: typeof SPAN_MISMATCH;
  /** Family whose grammar the positions were written in, or the role that found them. */
  readonly speaker: string;
  readonly reason: SpanReason;
  /** Positions so far, and those outside their space. */
  readonly positions: number;
  readonly outside: number;
  /** Rule they are read by, as settings spell it. */
  readonly readAs: string;
  /** Largest numbers across and down, in the model's own numbers. */
  readonly largest: readonly [x: number, y: number];
  readonly histogram: readonly SpanBin[];
  /** Settings that would have put (nearly) all positions into their space; null where none of those known does. */
  readonly tryInstead: string | null;
  /** What finds out more, to end a sentence with. */
  readonly advice: string;
}

/** Below this many positions nothing is concluded: a few misses are a model's, not a setting's. */
const FEWEST = 5;
/** More than this share outside is suspicious. */
const OUTSIDE_SHARE = 0.2;
/** Numbers this small, on a picture this large, that many times: positions of 0–1000 read as pixels. */
const SMALL = { positions: 30, largest: 1000, side: 1300 } as const;
/** Share of positions that a better reading has to take. */
const EXPLAINED = 0.95;
/** Upper ends of the histogram's ranges. */
const BINS = [0, 1, 100, 1000, 2000, Infinity] as const;
const RANGES = ['below 0', '0–1', '1–100', '100–1000', '1000–2000', 'above 2000'] as const;
/** Most grammars counted separately; an agent that names a new one each time must not fill the memory. */
const MOST_SPEAKERS = 16;

interface ReadingRule {
  readonly coordinates: CoordinateRule;
  /** How the picture is resized before it is sent. */
  readonly resize: ResizeRule | null;
  readonly text: string;
  /** Whether a model's dialect states it; else the numbers are taken for pixels, as agents of any kind write them. */
  readonly isKnown: boolean;
  readonly advice: string;
  /** Whether the positions were recorded: no setting of a model reads them. */
  readonly isRecorded?: boolean;
}

const PROBE = 'measure with touchstone probe';
const DialectsSchema = z.record(
  z.string(),
  z.object({
    family: z.string(),
    coordinates: z.string(),
    observation: z.object({ picture: z.object({ resize: ResizeRuleSchema.nullable() }) }),
  }),
);
const PIXELS: ReadingRule = {
  coordinates: { space: 'sent' },
  resize: null,
  text: 'sent',
  isKnown: false,
  advice: PROBE,
};

/** What a watch must know of a run. */
export interface WatchedRun extends Pick<RunIdentity, 'agent'> {
  readonly benchmark?: Pick<RunIdentity['benchmark'], 'name' | 'settings'>;
}

/**
 * Watches the positions that a run's models name, and reports when they suggest that the coordinates are read in the
 * wrong space. Memory is constant, independent of the number of positions. It changes nothing: only a person knows
 * which is right.
 *
 * Source: models.md section 5.4. Deviation: at least 5 positions, so that a single miss is no alarm.
 */
export class CoordinateMismatchDetector {
  readonly #rules: ReadonlyMap<string, ReadingRule>;
  readonly #counts = new Map<string, SpanCount>();

  /** @param identity its benchmark names the source of positions in recorded actions, which an agent may repeat */
  constructor(identity: WatchedRun) {
    this.#rules = readingRules(identity);
  }

  /**
   * Counts what an action aims at. @param screen size of the source picture; positions on unknown ones are not counted
   */
  add(action: Action, screen: Size | null): void {
    if (screen === null) return;
    for (const { point, speaker } of positionsOf(action)) {
      let count = this.#counts.get(speaker);
      if (count === undefined) {
        if (this.#counts.size >= MOST_SPEAKERS) continue;
        count = new SpanCount(speaker, this.#rules.get(speaker) ?? PIXELS);
        this.#counts.set(speaker, count);
      }
      count.add(point, screen);
    }
  }

  /** What looks wrong by now, one per grammar. */
  findings(): readonly CoordinateMismatch[] {
    return [...this.#counts.values()].flatMap((count) => count.finding() ?? []);
  }
}

/** The finding in two sentences for people. */
export function coordinateMismatchWarning(finding: CoordinateMismatch): string {
  const { speaker, positions, outside, readAs, largest, tryInstead, advice } = finding;
  const numbers = `largest ${largest.map((number) => String(Math.round(number * 100) / 100)).join(', ')}`;
  const seen =
    finding.reason === 'outside'
      ? `${outside} of ${positions} positions lie outside the space that they are read in (${readAs}; ${numbers})`
      : `none of ${positions} positions that are read as pixels (${readAs}) is beyond 1000 (${numbers}), on screens larger than that`;
  const first = tryInstead === null ? '' : `try ${tryInstead}, or `;
  return `${speaker === '' ? 'the agent' : speaker}: ${seen}. Its numbers may mean something else: ${first}${advice}.`;
}

/** Another meaning that the numbers may have. */
interface Candidate {
  readonly settings: string;
  readonly isSwapped: boolean;
  readonly isNorm: boolean;
  /** Positions that it would have in its space. */
  fitting: number;
  /** Area of its space, the last one seen. */
  area: number;
  spanOf(screen: Size, sent: Size): Size;
}

class SpanCount {
  readonly #speaker: string;
  readonly #rule: ReadingRule;
  readonly #bins: number[] = BINS.map(() => 0);
  readonly #candidates: readonly Candidate[];
  #positions = 0;
  #outside = 0;
  /** On screens that are large enough to decide. */
  #onLarge = 0;
  #largest: [number, number] = [-Infinity, -Infinity];

  constructor(speaker: string, rule: ReadingRule) {
    this.#speaker = speaker;
    this.#rule = rule;
    this.#candidates = rule.isRecorded === true ? [] : candidatesFor(rule);
  }

  add(point: Point, screen: Size): void {
    const { coordinates, resize } = this.#rule;
    const resized = resize === null ? null : resizedSize(screen, resize);
    const sent = resized?.type === 'size' ? resized.size : screen;
    const span = coordinateSpan(coordinates, { screen, sent });
    if (span === null) return;
    const [px, py] = toPixel(point, screen);
    const x = (px * span.width) / screen.width;
    const y = (py * span.height) / screen.height;
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    this.#positions += 1;
    if (!isWithin(x, y, span)) this.#outside += 1;
    if (Math.max(screen.width, screen.height) > SMALL.side) this.#onLarge += 1;
    this.#largest = [Math.max(this.#largest[0], x), Math.max(this.#largest[1], y)];
    const largest = Math.min(x, y) < 0 ? -1 : Math.max(x, y);
    const bin = largest < 0 ? 0 : BINS.findIndex((end, index) => index > 0 && largest <= end);
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    for (const candidate of this.#candidates) {
      const its = candidate.spanOf(screen, sent);
      candidate.area = its.width * its.height;
      if (candidate.isSwapped ? isWithin(y, x, its) : isWithin(x, y, its)) candidate.fitting += 1;
    }
  }

  finding(): CoordinateMismatch | null {
    const reason = this.#reason();
    if (reason === null) return null;
    const better = this.#candidates
      .filter(
        ({ fitting, isNorm }) => fitting >= EXPLAINED * this.#positions && (isNorm || reason === 'outside'),
      )
      // The space that fits tightest, in the order of numbers that is used already.
      .toSorted((a, b) => a.area - b.area || Number(a.isSwapped) - Number(b.isSwapped))[0];
    return {
      code: SPAN_MISMATCH,
      speaker: this.#speaker,
      reason,
      positions: this.#positions,
      outside: this.#outside,
      readAs: this.#rule.text,
      largest: this.#largest,
      histogram: RANGES.map((range, index) => ({ range, positions: this.#bins[index] ?? 0 })),
      tryInstead: better?.settings ?? null,
      advice: this.#rule.advice,
    };
  }

  #reason(): SpanReason | null {
    if (this.#positions >= FEWEST && this.#outside > OUTSIDE_SHARE * this.#positions) return 'outside';
    const isPixels = this.#rule.isKnown && this.#rule.coordinates.space !== 'norm';
    const isSmall = Math.max(...this.#largest) <= SMALL.largest;
    return isPixels && isSmall && this.#onLarge >= SMALL.positions ? 'small' : null;
  }
}

/** Points that a model named as numbers: not those that stand for an element's number or a cell of a grid. */
function positionsOf(action: Action): { readonly point: Point; readonly speaker: string }[] {
  const family = action.native?.family ?? '';
  const found: { point: Point; speaker: string }[] = [];
  if ('target' in action && action.target?.type === 'point' && action.target.element === undefined) {
    const { point, description } = action.target;
    found.push({ point, speaker: description === undefined ? family : 'grounder' });
  }
  if (action.type === 'swipe') {
    for (const point of [action.from, action.to, action.at]) {
      if (point !== undefined) found.push({ point, speaker: family });
    }
  }
  return found;
}

/** By family, and by the role that finds what another describes. */
function readingRules({ agent, benchmark }: WatchedRun): ReadonlyMap<string, ReadingRule> {
  const dialects = DialectsSchema.safeParse(agent.settings['dialects']);
  const rules = new Map<string, ReadingRule>();
  // Recorded actions are of a family that is called as their benchmark is.
  if (benchmark !== undefined) {
    const advice =
      benchmark.settings['mapping'] === undefined
        ? `check the data with touchstone lint ${benchmark.name}`
        : 'check "coordinates" in the mapping file (--benchmark-option mapping=FILE)';
    rules.set(benchmark.name, { ...PIXELS, text: 'recorded', advice, isRecorded: true });
  }
  if (!dialects.success) return rules;
  for (const [role, { family, coordinates: text, observation }] of Object.entries(dialects.data)) {
    const coordinates = parseCoordinateRule(text);
    if (coordinates === null) continue;
    const rule = { coordinates, resize: observation.picture.resize, text, isKnown: true, advice: PROBE };
    // The acting role comes first; another one with the same family is read alike.
    if (!rules.has(family)) rules.set(family, rule);
    if (role === 'grounder') rules.set(role, rule);
  }
  return rules;
}

function candidatesFor({ text, coordinates }: ReadingRule): readonly Candidate[] {
  const spaces: [settings: string, spanOf: Candidate['spanOf']][] = [
    ...[1, 100, 1000].map((span): [string, Candidate['spanOf']] => [
      `--coordinates norm:${span}`,
      () => ({ width: span, height: span }),
    ]),
    ['--coordinates sent', (_, sent) => sent],
    ['--picture source --coordinates sent', (screen) => screen],
  ];
  const isYx = coordinates.order === 'yx';
  return spaces.flatMap(([settings, spanOf]) =>
    [false, true].flatMap((isSwapped): Candidate[] => {
      const name = isSwapped === isYx ? settings : `${settings}:yx`;
      return name === `--coordinates ${text}`
        ? []
        : [{ settings: name, isSwapped, isNorm: settings.includes('norm'), fitting: 0, area: 0, spanOf }];
    }),
  );
}

/** With a little room for the rounding of positions that were converted and are converted back. */
function isWithin(x: number, y: number, { width, height }: Size): boolean {
  const room = 1e-6;
  return x >= -room * width && y >= -room * height && x <= width * (1 + room) && y <= height * (1 + room);
}
