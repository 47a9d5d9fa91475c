/**
 * Why a predicted action is right or wrong: `match`; the type is right, but `point` (elsewhere), `place` (its place is not
 * known, or the screen's size), `gesture` (a tap for a swipe or the reverse, of one type), `direction`, `path`, `text`,
 * `key`, `status`, `app`, `address` differs; `type` another type; `format_error` an unreadable answer; `missing` no answer.
 */
export const STEP_REASONS = [
  'match',
  'point',
  'gesture',
  'direction',
  'path',
  'text',
  'key',
  'status',
  'app',
  'address',
  'place',
  'type',
  'format_error',
  'missing',
] as const;
export type StepMatchReason = (typeof STEP_REASONS)[number];

/** A predicted action compared with a recorded one. A match is always of the same type. */
export interface StepMatch {
  readonly typeMatch: boolean;
  readonly match: boolean;
  readonly reason: StepMatchReason;
}

const OTHER_TYPE: ReadonlySet<StepMatchReason> = new Set(['type', 'format_error', 'missing']);

/** The one verdict that each reason stands for. */
export const STEP_MATCHES = Object.fromEntries(
  STEP_REASONS.map((reason): [StepMatchReason, StepMatch] => [
    reason,
    { reason, match: reason === 'match', typeMatch: !OTHER_TYPE.has(reason) },
  ]),
  // Object.fromEntries forgets the keys it was given.
) as Readonly<Record<StepMatchReason, StepMatch>>;

const RANK = Object.fromEntries(STEP_REASONS.map((reason, index) => [reason, index])) as Readonly<
  Record<StepMatchReason, number>
>;

/** The better of two verdicts, whichever comes first: a match, else the right type, else by the order of the reasons. */
export function betterMatch(a: StepMatch, b: StepMatch): StepMatch {
  return RANK[b.reason] < RANK[a.reason] ? b : a;
}
