import { isVoided, type Outcome } from '../../domain/episode.js';
import type { SequentialRule } from '../../domain/run.js';
import { decider, exactBounds } from './sequential-bounds.js';
import { SequentialDrop } from './sequential-drop.js';

/** Of the episodes up to a decision, the share that has to be judged. */
const LEAST_JUDGED = 0.5;

/** What a sequential gate says after some episodes. */
export interface SequentialState {
  /** null while it is open. */
  readonly decision: 'met' | 'missed' | null;
  /** Episodes in the order of the plan that it has seen, up to its decision. */
  readonly seen: number;
  /** Of these, those that entered it: judged, and of a task that the baseline judged, where there is one. */
  readonly judged: number;
  readonly passed: number;
  /** Judged episodes after which it is decided in any case; null where there is no such number. */
  readonly most: number | null;
  /** Mean of what the baseline has for the judged ones; null without a baseline or without any. */
  readonly before: number | null;
}

/**
 * A gate that is watched while episodes come in, one after the other in the order of the plan, and stays decided once it is.
 * It is wrong about an agent that is as good as asked for in at most 5 % of runs, and about one that is worse by 10 points in
 * at most 10 %, whenever it stops.
 */
export class SequentialTest {
  readonly #rule: SequentialRule;
  readonly #decideRate: ReturnType<typeof decider> | null;
  readonly #most: number | null;
  readonly #drop: SequentialDrop | null;
  /** What the bounds have said first, whether or not enough is judged. */
  #crossed: 'met' | 'missed' | null = null;
  #decision: 'met' | 'missed' | null = null;
  #seen = 0;
  #judged = 0;
  #passed = 0;
  #before = 0;

  constructor(rule: SequentialRule) {
    this.#rule = rule;
    const isRate = rule.gate === 'min-success';
    const bounds = isRate ? exactBounds(rule.limit) : null;
    this.#decideRate = bounds === null ? null : decider(rule.limit, bounds);
    this.#most = bounds?.most ?? null;
    this.#drop = isRate ? null : new SequentialDrop(Object.values(rule.rates), rule.limit);
  }

  /** The next episode of the plan. One without an outcome, or void, is passed over. Nothing counts after the decision. */
  add(item: string, outcome: Outcome | null): void {
    if (this.#decision !== null) return;
    this.#seen += 1;
    const before = this.#rule.gate === 'min-success' ? 0 : this.#rule.rates[item];
    if (outcome !== null && !isVoided(outcome) && before !== undefined) {
      this.#judge(outcome === 'passed', before);
    }
    if (this.#judged >= this.#seen * LEAST_JUDGED) this.#decision = this.#crossed;
  }

  get state(): SequentialState {
    const [decision, seen, judged, passed] = [this.#decision, this.#seen, this.#judged, this.#passed];
    const hasBaseline = this.#drop !== null && judged > 0;
    return {
      decision,
      seen,
      judged,
      passed,
      most: this.#most,
      before: hasBaseline ? this.#before / judged : null,
    };
  }

  #judge(passed: boolean, before: number): void {
    this.#judged += 1;
    this.#passed += Number(passed);
    this.#before += before;
    this.#drop?.add(passed, before);
    const failed = this.#judged - this.#passed;
    this.#crossed ??= this.#drop?.decision ?? this.#decideRate?.(this.#passed, failed) ?? null;
  }
}
