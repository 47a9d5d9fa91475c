import { LANGUAGES } from '../tasks/task-file.js';
import type { ProbenchDetails } from '../scoring/probench-details.js';

/** What counts of an episode. */
export type CountedEpisode = Pick<ProbenchDetails, 'language' | 'type' | 'outcome'> & {
  readonly isEarlyStop: boolean;
};

const GROUPS = [...LANGUAGES, 'overall'] as const;
export type LanguageGroup = (typeof GROUPS)[number];
const TYPES = ['state', 'process', 'all'] as const;
export type TypeGroup = (typeof TYPES)[number];

/** `hit` of `of` episodes. */
export interface Share {
  readonly hit: number;
  readonly of: number;
}

export interface ProbenchRates {
  /** Successes among the tasks that are decided; `all` is pooled over tasks, and no mean of both types. */
  readonly accuracy: Readonly<Record<LanguageGroup, Readonly<Record<TypeGroup, Share>>>>;
  /** Never said to be done, among those that are decided and no success. */
  readonly uncompleted: Share;
  /** Ended early, among those that were never said to be done. */
  readonly earlyStop: Share;
  /** Said to be done and decided by no judge; in no other number. */
  readonly unjudged: number;
}

/**
 * The numbers of the paper's result tables.
 *
 * Source: ProBench paper, section 4.2, Tables 3 and 4. A sentence there counts what was ended early as failed in advance; the
 * definition of the ratios and their numbers have it among the uncompleted.
 */
export function probenchRates(episodes: readonly CountedEpisode[]): ProbenchRates {
  const decided = episodes.filter(({ outcome }) => outcome !== 'unjudged');
  const share = (language: LanguageGroup, type: TypeGroup): Share => {
    const own = decided.filter(
      (one) => (language === 'overall' || one.language === language) && (type === 'all' || one.type === type),
    );
    return { hit: own.filter(({ outcome }) => outcome === 'success').length, of: own.length };
  };
  const row = (language: LanguageGroup): Readonly<Record<TypeGroup, Share>> => ({
    state: share(language, 'state'),
    process: share(language, 'process'),
    all: share(language, 'all'),
  });
  const failed = decided.filter(({ outcome }) => outcome !== 'success');
  const uncompleted = failed.filter(({ outcome }) => outcome === 'uncompleted');
  const early = uncompleted.filter(({ isEarlyStop }) => isEarlyStop);
  return {
    accuracy: { en: row('en'), zh: row('zh'), overall: row('overall') },
    uncompleted: { hit: uncompleted.length, of: failed.length },
    earlyStop: { hit: early.length, of: uncompleted.length },
    unjudged: episodes.length - decided.length,
  };
}

/** A share as a ratio; null where nothing is in its denominator. */
export function ratioOf({ hit, of }: Share): number | null {
  return of === 0 ? null : hit / of;
}
