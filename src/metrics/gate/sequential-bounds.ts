import { fixedDesign } from './fixed-design.js';
import { SEQUENTIAL } from './sequential-errors.js';

/** Absorbs rounding where a likelihood ratio meets its bound exactly. */
const ROUNDING = 1e-9;

/** When a watched rate is decided. */
export interface SequentialBounds {
  /** Missed once the episodes are this many times likelier under an agent that is worse by the margin. */
  readonly missed: number;
  /** Met once they are this many times likelier under an agent that is as good as asked for. */
  readonly met: number;
  /** Episodes after which it is decided in any case: missed below the middle between the two rates. */
  readonly most: number;
}

/** The longest test, as a multiple of the fixed design: long enough to cost little, short enough for agents in between. */
const LONGEST = 1.35;
/** Bounds that are hardly ever reached. */
const HIGH = 1000;
/** Rounds after which the bounds hardly change. */
const ROUNDS = 3;
/** To which bounds are found. */
const TOLERANCE = 1e-3;

/**
 * The smallest bounds at which Wald's sequential probability ratio test of `limit` against a rate lower by the margin, ended
 * after a most, keeps both error chances: these are computed exactly. A rate above the limit is missed less often than the
 * limit itself, and a rate below the other met less often.
 *
 * Source: Wald 1945, Sequential tests of statistical hypotheses.
 * Deviation: bounds by computation, and an end; his own bounds pass over what a ratio leaps over them.
 */
export function exactBounds(limit: number): SequentialBounds {
  const worse = limit - SEQUENTIAL.margin;
  const holdsLimit = (bounds: SequentialBounds): boolean =>
    decisionChances(limit, limit, bounds).missed <= SEQUENTIAL.falseAlarms;
  const holdsWorse = (bounds: SequentialBounds): boolean =>
    decisionChances(limit, worse, bounds).met <= SEQUENTIAL.letThrough;
  let bounds = { missed: HIGH, met: HIGH, most: Math.ceil(fixedDesign(limit) * LONGEST) };
  while (!holdsLimit(bounds) || !holdsWorse(bounds)) bounds = { ...bounds, most: bounds.most + 1 };
  // Lowering one bound makes the other error rarer, so each round keeps what the one before reached.
  for (let round = 0; round < ROUNDS; round += 1) {
    const { missed, met, most } = bounds;
    bounds = { met, most, missed: smallest(missed, (bound) => holdsLimit({ met, most, missed: bound })) };
    const lowered = bounds.missed;
    bounds = { ...bounds, met: smallest(met, (bound) => holdsWorse({ missed: lowered, met: bound, most })) };
  }
  return bounds;
}

/** The smallest number from 1 to `high` that holds, or a little more; `high` holds. */
function smallest(high: number, holds: (bound: number) => boolean): number {
  let [low, kept] = [1, high];
  while (kept - low > TOLERANCE) {
    const middle = (low + kept) / 2;
    if (holds(middle)) kept = middle;
    else low = middle;
  }
  return kept;
}

/** What comes of a test whose episodes pass with one chance. */
export interface DecisionChances {
  readonly missed: number;
  readonly met: number;
  /** Episodes on average. */
  readonly episodes: number;
}

/** Exact chances of the test of `limit`, where each episode passes with the chance `rate`, whatever came before. */
export function decisionChances(limit: number, rate: number, bounds: SequentialBounds): DecisionChances {
  const decide = decider(limit, bounds);
  /** Chances of being undecided, by failures from the fewest that leave it open. */
  let open = [1];
  let [fewest, missed, met, episodes, undecided] = [0, 0, 0, 0, 1];
  for (let count = 1; count <= bounds.most && undecided > 0; count += 1) {
    episodes += undecided;
    undecided = 0;
    const next: number[] = [];
    let first = fewest;
    for (let place = 0; place <= open.length; place += 1) {
      const chance = (open[place] ?? 0) * rate + (open[place - 1] ?? 0) * (1 - rate);
      const failed = fewest + place;
      const decision = decide(count - failed, failed);
      if (decision === 'missed') missed += chance;
      else if (decision === 'met') met += chance;
      else {
        if (next.length === 0) first = failed;
        next.push(chance);
        undecided += chance;
      }
    }
    [open, fewest] = [next, first];
  }
  return { missed, met, episodes };
}

/** Says what so many passed and failed episodes decide; null where they leave it open. */
export function decider(
  limit: number,
  { missed, met, most }: SequentialBounds,
): (passed: number, failed: number) => 'met' | 'missed' | null {
  const worse = limit - SEQUENTIAL.margin;
  const [ofPassed, ofFailed] = [Math.log(worse / limit), Math.log((1 - worse) / (1 - limit))];
  const [highest, lowest] = [Math.log(missed) - ROUNDING, ROUNDING - Math.log(met)];
  return (passed, failed) => {
    // Nothing failed says nothing, even where one failure would be proof.
    const ratio = passed * ofPassed + (failed === 0 ? 0 : failed * ofFailed);
    if (ratio >= highest) return 'missed';
    if (ratio <= lowest) return 'met';
    if (passed + failed < most) return null;
    return passed < most * (limit - SEQUENTIAL.margin / 2) - ROUNDING ? 'missed' : 'met';
  };
}
