import type { ModelCallEvent } from './journal/event.js';

/** Numbers of some calls: how many, and what they come to. */
export interface MeasureSum {
  readonly calls: number;
  readonly sum: number;
  readonly most: number;
}

/** What was measured of the calls of one role of a run, failed attempts at an item included. */
export interface RoleMeasures {
  /** Calls that an endpoint answered. */
  readonly live: number;
  readonly firstTokenMs: MeasureSum;
  /** Output tokens, and the milliseconds in which they came: calls that took longer count for more. */
  readonly tokenRate: { readonly tokens: number; readonly ms: number };
  readonly pictureTokens: MeasureSum;
  readonly historyPictureTokens: MeasureSum;
  /** Who counted the tokens of pictures, each once. */
  readonly countedBy: readonly string[];
}

const NOTHING: MeasureSum = { calls: 0, sum: 0, most: 0 };
export const NO_MEASURES: RoleMeasures = {
  live: 0,
  firstTokenMs: NOTHING,
  tokenRate: { tokens: 0, ms: 0 },
  pictureTokens: NOTHING,
  historyPictureTokens: NOTHING,
  countedBy: [],
};

/** The same with one call more; calls that nobody answered just now change nothing. */
export function addMeasures(
  before: RoleMeasures,
  { measures }: Pick<ModelCallEvent, 'measures'>,
): RoleMeasures {
  if (measures === undefined) return before;
  const { firstTokenMs, pictureTokens, historyPictureTokens, pictureTokensBy: by } = measures;
  const { tokensPerSecond = 0, ratedMs = 0 } = measures;
  const { tokens, ms } = before.tokenRate;
  return {
    live: before.live + 1,
    firstTokenMs: added(before.firstTokenMs, firstTokenMs),
    tokenRate: { tokens: tokens + (tokensPerSecond * ratedMs) / 1000, ms: ms + ratedMs },
    pictureTokens: added(before.pictureTokens, pictureTokens),
    historyPictureTokens: added(before.historyPictureTokens, historyPictureTokens),
    countedBy:
      by === undefined || before.countedBy.includes(by)
        ? before.countedBy
        : [...before.countedBy, by].toSorted(),
  };
}

/** Measures of one role from two journals. */
export function joinMeasures(a: RoleMeasures, b: RoleMeasures): RoleMeasures {
  return {
    live: a.live + b.live,
    firstTokenMs: joined(a.firstTokenMs, b.firstTokenMs),
    tokenRate: { tokens: a.tokenRate.tokens + b.tokenRate.tokens, ms: a.tokenRate.ms + b.tokenRate.ms },
    pictureTokens: joined(a.pictureTokens, b.pictureTokens),
    historyPictureTokens: joined(a.historyPictureTokens, b.historyPictureTokens),
    countedBy: [...new Set([...a.countedBy, ...b.countedBy])].toSorted(),
  };
}

function joined(a: MeasureSum, b: MeasureSum): MeasureSum {
  return { calls: a.calls + b.calls, sum: a.sum + b.sum, most: Math.max(a.most, b.most) };
}

function added(before: MeasureSum, value: number | undefined): MeasureSum {
  if (value === undefined) return before;
  const { calls, sum, most } = before;
  return { calls: calls + 1, sum: sum + value, most: Math.max(most, value) };
}
