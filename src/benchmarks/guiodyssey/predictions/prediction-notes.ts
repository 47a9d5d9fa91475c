import {
  recordName,
  type PredictionProblem,
  type PredictionProblemKind,
} from '../../stepwise/prediction-problem.js';
import type { PredictedSteps } from './predicted-steps.js';

/** `published` as the authors' evaluator takes records, `own` as every recorded dataset has them. */
export type PredictionForm = 'published' | 'own';

interface Words {
  /** Of one, of several: `step is predicted`, `steps are predicted`. */
  readonly what: readonly [one: string, several: string];
  /** What they come to by the authors' rule in either mode. */
  readonly ams: string;
  /** By the rules of other projects, which know no modes. */
  readonly foreign: string;
  /** Where the file is of the own form and they were left out when it was read, by any rule. */
  readonly own?: string;
}

const STOPS = 'left out, where the published code stops';
const WORDS: Readonly<Record<PredictionProblemKind, Words>> = {
  unparsable: {
    what: ['record is no JSON', 'records are no JSON'],
    ams: STOPS,
    foreign: 'left out',
    own: 'left out',
  },
  no_prediction: {
    what: ['record is no prediction', 'records are no predictions'],
    ams: STOPS,
    foreign: 'left out',
    own: 'left out',
  },
  broken_recording: {
    what: ['recording cannot be read', 'recordings cannot be read'],
    ams: 'voided, where the published code stops',
    foreign: 'voided',
    own: 'voided',
  },
  duplicate: {
    what: ['prediction repeats a step', 'predictions repeat a step'],
    ams: 'in reference mode each prediction counts and their episodes do not count for SR, in corrected mode the first counts',
    foreign: 'every prediction counts',
    own: 'the first counts',
  },
  extra_step: {
    what: [
      'prediction is of a step that its episode does not have',
      'predictions are of steps that their episode does not have',
    ],
    ams: 'in reference mode they count and their episodes do not count for SR, in corrected mode they are left out',
    foreign: 'they count',
    own: 'left out',
  },
  missing_step: {
    what: ['step of a predicted episode has no prediction', 'steps of predicted episodes have no prediction'],
    ams: 'in reference mode left out, and their episodes do not count for SR, in corrected mode wrong',
    foreign: 'left out, and what there is decides SR',
  },
  missing_episode: {
    what: ['episode of the split has no prediction', 'episodes of the split have no prediction'],
    ams: 'in reference mode left out, in corrected mode wrong',
    foreign: 'left out',
  },
  unknown_episode: {
    what: ['predicted episode is not of the split', 'predicted episodes are not of the split'],
    ams: 'they count in both modes',
    foreign: 'they count',
    own: 'left out',
  },
  unreadable: {
    what: ['answer cannot be read', 'answers cannot be read'],
    ams: 'wrong, and counted as the right type in the published "action type"',
    foreign: 'judged as its script judges them: wrong, or left out',
  },
};
/** Of a step that is predicted more than once, by another project's script. */
const LAST = 'the last counts';
/** Kinds that the two modes count alike. */
const ALIKE: readonly PredictionProblemKind[] = [
  'unparsable',
  'no_prediction',
  'broken_recording',
  'unknown_episode',
  'unreadable',
];
const SHOWN = 5;

/** A sentence for each kind of problem that there is: how many, what they come to, and the first of them. */
export function predictionNotes(
  { counts, problems }: Pick<PredictedSteps, 'counts' | 'problems'>,
  {
    rule,
    form,
    repeats = 'every',
    onlyDiffering = false,
  }: {
    readonly rule: 'ams' | 'foreign';
    readonly form: PredictionForm;
    /** Which of several predictions of a step count by the rule of another project. */
    readonly repeats?: 'every' | 'last';
    readonly onlyDiffering?: boolean;
  },
): string[] {
  return [...counts].flatMap(([kind, count]) => {
    const { what, own, [rule]: words } = WORDS[kind];
    const comesTo = rule === 'foreign' && kind === 'duplicate' && repeats === 'last' ? LAST : words;
    const isLeftOut = form === 'own' && own !== undefined;
    if (onlyDiffering && (isLeftOut || ALIKE.includes(kind))) return [];
    const named = problems.filter((problem) => problem.kind === kind).slice(0, SHOWN);
    const more = count > SHOWN ? ', …' : '';
    const [one, several] = what;
    const counted = `${count} ${count === 1 ? one : several}; ${isLeftOut ? own : comesTo}`;
    return [`${counted}: ${named.map(nameOf).join(', ')}${more}`];
  });
}

/** What it is of where that is known, and else where it stands and why. */
function nameOf({ kind, episode, step, line, record = line ?? 0, message }: PredictionProblem): string {
  const name = episode === undefined ? null : step === undefined ? episode : `${episode}_${step}`;
  const isReason = kind === 'no_prediction' || kind === 'unparsable' || kind === 'broken_recording';
  if (!isReason && name !== null) return name;
  const where = line === null ? (name ?? '') : recordName({ line, record });
  return `${where} (${message})`;
}
