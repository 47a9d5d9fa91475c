import type { CountedEpisode } from '../../benchmarks/probench/tables/rates.js';

type PerType = Readonly<Record<'state' | 'process', number>>;

/** What a run of ProBench came to, in whole numbers. */
export interface ProbenchCounts {
  readonly success: Readonly<Record<'en' | 'zh', PerType>>;
  readonly totals: Readonly<Record<'en' | 'zh', PerType>>;
  /** Among the tasks that are no success. */
  readonly uncompleted: number;
  /** Among the uncompleted. */
  readonly earlyStopped: number;
}

/** Episodes that come to these counts; which of the failed ones are uncompleted says nothing. */
export function probenchEpisodes({
  success,
  totals,
  uncompleted,
  earlyStopped,
}: ProbenchCounts): CountedEpisode[] {
  const episodes: CountedEpisode[] = [];
  let failed = 0;
  for (const language of ['en', 'zh'] as const) {
    for (const type of ['state', 'process'] as const) {
      for (let index = 0; index < totals[language][type]; index += 1) {
        if (index < success[language][type]) {
          episodes.push({ language, type, outcome: 'success', isEarlyStop: false });
          continue;
        }
        const outcome = failed < uncompleted ? 'uncompleted' : 'failure';
        episodes.push({ language, type, outcome, isEarlyStop: failed < earlyStopped });
        failed += 1;
      }
    }
  }
  return episodes;
}
