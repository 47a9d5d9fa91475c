import { DatasetError } from '../../../errors.js';
import type { Mode } from '../../../domain/mode.js';
import { toFixedEven } from '../../../metrics/tables/percent.js';
import { roundNumpy, roundPython } from '../../../metrics/round-python.js';
import type { StepVerdict } from './match-odyssey-step.js';

/** Categories of GUIOdyssey, over which the random split is averaged. */
export const ODYSSEY_CATEGORIES = [
  'Multi_Apps',
  'Web_Shopping',
  'General_Tool',
  'Information_Management',
  'Media_Entertainment',
  'Social_Sharing',
] as const;

/**
 * How steps become one number: `pooled` over all steps (task, device and app splits; the published code calls it macro),
 * `category_mean` over the rounded values of the six categories (random split; micro there).
 */
export type OdysseyAggregation = 'pooled' | 'category_mean';

/** One judged step, and the episode it belongs to. */
export interface MatchedStep {
  readonly episode: string;
  readonly category: string;
  /** Steps that the whole episode has. */
  readonly stepLength: number;
  readonly verdict: StepVerdict;
}

/** A share in percent to two decimals, and what it was made from; null where there is nothing to share. */
export interface OdysseyRate {
  readonly percent: number | null;
  readonly hits: number;
  readonly total: number;
}

export interface OdysseyGroup {
  readonly category: string;
  readonly ams: OdysseyRate;
  readonly sr: OdysseyRate;
}

/** Result of a run, as the published evaluator prints it and more. */
export interface OdysseyScores {
  readonly aggregation: OdysseyAggregation;
  /** Percent; null in `corrected` where nothing was judged. */
  readonly ams: number | null;
  readonly sr: number | null;
  readonly steps: number;
  /** Steps whose action is the recorded one; unreadable ones count as such, as in the published code. */
  readonly actionType: OdysseyRate;
  /** The same without unreadable ones. */
  readonly actionTypeStrict: OdysseyRate;
  /** Typed texts that match, of the steps where typing was recorded and predicted. */
  readonly text: OdysseyRate;
  /** In order of their first step; the categories there are. */
  readonly categories: readonly OdysseyGroup[];
  /** Of the six, those without a step. */
  readonly missingCategories: readonly string[];
  /** Episodes with fewer or more judged steps than they have: outside the success rate. */
  readonly incompleteEpisodes: readonly string[];
}

interface EpisodeCount {
  readonly category: string;
  readonly stepLength: number;
  steps: number;
  correct: number;
}

interface GroupCount {
  steps: number;
  correct: number;
}

/** Sums judged steps as they come; holds one small record per episode and category. */
export class OdysseyTally {
  readonly #mode: Mode;
  readonly #episodes = new Map<string, EpisodeCount>();
  readonly #categories = new Map<string, GroupCount>();
  #steps = 0;
  #correct = 0;
  #sameType = 0;
  #invalid = 0;
  #texts = 0;
  #textHits = 0;

  constructor(mode: Mode) {
    this.#mode = mode;
  }

  /** @throws {DatasetError} when steps of one episode disagree about its length */
  add({ episode, category, stepLength, verdict }: MatchedStep): void {
    const { isCorrect, reason } = verdict;
    this.#steps += 1;
    if (isCorrect) this.#correct += 1;
    if (reason !== 'action_fail') this.#sameType += 1;
    if (reason === 'invalid') this.#invalid += 1;
    if (reason === 'type_correct' || reason === 'type_fail') this.#texts += 1;
    if (reason === 'type_correct') this.#textHits += 1;
    let group = this.#categories.get(category);
    if (group === undefined) {
      group = { steps: 0, correct: 0 };
      this.#categories.set(category, group);
    }
    group.steps += 1;
    if (isCorrect) group.correct += 1;
    let count = this.#episodes.get(episode);
    if (count === undefined) {
      count = { category, stepLength, steps: 0, correct: 0 };
      this.#episodes.set(episode, count);
    }
    if (count.stepLength !== stepLength) {
      throw new DatasetError(
        `episode ${episode} has ${count.stepLength} steps by one record and ${stepLength} by another`,
        { hint: 'step_length must be the same in all records of an episode.' },
      );
    }
    count.steps += 1;
    if (isCorrect) count.correct += 1;
  }

  /**
   * @param mode another than that of the verdicts, for sums without the published code's conditions
   * @throws {DatasetError} in `reference`, where the published code divides by zero or asserts: no step, no typed text, or
   * not exactly six categories
   */
  result(aggregation: OdysseyAggregation, mode: Mode = this.#mode): OdysseyScores {
    const isReference = mode === 'reference';
    const names = [...this.#categories.keys()];
    if (isReference && aggregation === 'category_mean' && names.length !== ODYSSEY_CATEGORIES.length) {
      throw new DatasetError(`there are ${names.length} categories instead of six`, {
        hint: 'The published mean is over all six; score with --mode corrected, or pooled.',
      });
    }
    if (isReference && (this.#steps === 0 || this.#texts === 0)) {
      throw new DatasetError(this.#steps === 0 ? 'no step was judged' : 'no typed text was judged', {
        hint: 'The published code divides by zero here; score with --mode corrected.',
      });
    }
    const categories = names.map((category) => this.#group(category));
    const whole = this.#successRate(null);
    const mean = (values: readonly (number | null)[]): number | null => {
      const known = values.filter((value) => value !== null);
      return known.length === 0
        ? null
        : roundNumpy(known.reduce((sum, value) => sum + value, 0) / known.length);
    };
    const isPooled = aggregation === 'pooled';
    return {
      aggregation,
      ams: isPooled
        ? rate(this.#correct, this.#steps).percent
        : mean(categories.map(({ ams }) => ams.percent)),
      // The published code counts a category without a complete episode as 0.
      sr: isPooled
        ? (whole.percent ?? (isReference ? 0 : null))
        : mean(categories.map(({ sr }) => sr.percent ?? (isReference ? 0 : null))),
      steps: this.#steps,
      actionType: rate(this.#sameType, this.#steps),
      actionTypeStrict: rate(this.#sameType - this.#invalid, this.#steps),
      text: rate(this.#textHits, this.#texts),
      categories,
      missingCategories: ODYSSEY_CATEGORIES.filter((category) => !this.#categories.has(category)),
      incompleteEpisodes: [...this.#episodes].flatMap(([id, { steps, stepLength }]) =>
        steps === stepLength ? [] : [id],
      ),
    };
  }

  /** Over all steps and all complete episodes of every category. */
  pooled(): { readonly ams: OdysseyRate; readonly sr: OdysseyRate; readonly steps: number } {
    return { ams: rate(this.#correct, this.#steps), sr: this.#successRate(null), steps: this.#steps };
  }

  #group(category: string): OdysseyGroup {
    const { steps, correct } = this.#categories.get(category) ?? { steps: 0, correct: 0 };
    return { category, ams: rate(correct, steps), sr: this.#successRate(category) };
  }

  /** Episodes all of whose steps are right, of those that were judged in full. */
  #successRate(category: string | null): OdysseyRate {
    let hits = 0;
    let total = 0;
    for (const episode of this.#episodes.values()) {
      if (category !== null && episode.category !== category) continue;
      if (episode.steps !== episode.stepLength) continue;
      total += 1;
      if (episode.correct === episode.steps) hits += 1;
    }
    return rate(hits, total);
  }
}

/** A rate as the published evaluator prints it: `39 / 48 = 81.25`. */
export function rateText({ hits, total }: OdysseyRate): string {
  return `${hits} / ${total} = ${toFixedEven((hits / total) * 100, 2)}`;
}

function rate(hits: number, total: number): OdysseyRate {
  return { percent: total === 0 ? null : roundPython((hits / total) * 100), hits, total };
}
