import type { PredictionProblem, PredictionProblemKind } from '../stepwise/prediction-problem.js';
import type { PredictedSteps } from './predicted-steps.js';

/** What each kind comes to: by the authors' rule in either mode, and by the rules of other projects, which know no modes. */
const COUNTED: Partial<Record<PredictionProblemKind, { readonly ams: string; readonly foreign: string }>> = {
  duplicate: {
    ams: 'steps are predicted more than once; in reference mode each prediction counts and their episodes do not count for SR, in corrected mode the first counts',
    foreign: 'steps are predicted more than once; every prediction counts',
  },
  extra_step: {
    ams: 'predictions are of steps that their episode does not have; in reference mode they count and their episodes do not count for SR, in corrected mode they are left out',
    foreign: 'predictions are of steps that their episode does not have; they count',
  },
  missing_step: {
    ams: 'steps of predicted episodes have no prediction; in reference mode they are left out and their episodes do not count for SR, in corrected mode they are wrong',
    foreign:
      'steps of predicted episodes have no prediction; they are left out, and what there is decides SR',
  },
  missing_episode: {
    ams: 'episodes of the split have no prediction; in reference mode they are left out, in corrected mode they are wrong',
    foreign: 'episodes of the split have no prediction; they are left out',
  },
  unknown_episode: {
    ams: 'predicted episodes are not of the split; they count in both modes',
    foreign: 'predicted episodes are not of the split; they count',
  },
  unreadable: {
    ams: 'answers cannot be read; they are wrong, and count as the right type in the published "action type"',
    foreign: 'answers cannot be read; they are wrong',
  },
};
/** Kinds that the two modes count alike. */
const ALIKE: readonly PredictionProblemKind[] = ['unknown_episode', 'unreadable'];
const SHOWN = 5;

/** A sentence for each kind of problem that there is: how many, what they come to, and the first of them. */
export function predictionNotes(
  { counts, problems }: Pick<PredictedSteps, 'counts' | 'problems'>,
  { rule, onlyDiffering = false }: { readonly rule: 'ams' | 'foreign'; readonly onlyDiffering?: boolean },
): string[] {
  return [...counts].flatMap(([kind, count]) => {
    if (onlyDiffering && ALIKE.includes(kind)) return [];
    const named = problems.filter((problem) => problem.kind === kind).slice(0, SHOWN);
    const more = count > SHOWN ? ', …' : '';
    return [`${count} ${COUNTED[kind]?.[rule] ?? kind}: ${named.map(nameOf).join(', ')}${more}`];
  });
}

function nameOf({ episode, step }: PredictionProblem): string {
  return step === undefined ? (episode ?? '') : `${episode ?? ''}_${step}`;
}
