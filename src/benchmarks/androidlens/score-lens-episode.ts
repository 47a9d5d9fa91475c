import { z } from 'zod';
import { plural } from '../../domain/text/plural.js';
import type { Action } from '../../domain/action.js';
import type { Episode } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { EpisodeScores, NamedScore, Score } from '../../domain/score.js';
import { followPaths, unitePaths, type MatchedPath } from '../../evaluators/step-match/follow-paths.js';
import { stepMatcher, type Predicted } from '../../evaluators/step-match/step-matcher.js';
import { STEP_MATCHES, STEP_REASONS, type StepMatch } from '../../evaluators/step-match/step-verdict.js';
import type { MainMetric } from '../benchmark.js';
import type { LensEpisode } from './lens-episode.js';
import { DOMAIN_SOURCES, labelTask } from './taxonomy/label-task.js';
import type { LensLabels } from './taxonomy/read-lens-labels.js';
import { LensProtocolSchema, type LensProtocol } from './lens-protocol.js';

const ReasonSchema = z.enum(STEP_REASONS);

/** What tables need of one episode, kept in its score. */
export const LensDetailsSchema = z.object({
  language: z.enum(['en', 'zh']),
  types: z.array(z.string()),
  apps: z.int().nonnegative(),
  /** Where the task belongs in the paper's taxonomy; runs from before 0.1 do not say. */
  domains: z.array(z.string()).default([]),
  domainsFrom: z.enum(DOMAIN_SOURCES).nullable().default(null),
  interactions: z.array(z.string()).default([]),
  /** Of each recorded step, in order: what was done, which anomaly it shows, and the verdict. */
  kinds: z.array(z.string()),
  anomalies: z.array(z.string().nullable()),
  reasons: z.array(ReasonSchema),
  /** Verdicts by the other rule for several valid paths, where they differ: step → reason. */
  otherPaths: z.record(z.string(), ReasonSchema),
  /** Milestones that have a range of steps; null where none has. */
  milestones: z.object({ done: z.int(), total: z.int(), unranged: z.int() }).nullable(),
  protocol: LensProtocolSchema,
});
export type LensDetails = z.infer<typeof LensDetailsSchema>;

/** Name under which the details are kept. */
const AMS = 'androidlens.ams';

/**
 * A stepwise episode judged: AMS (steps that match), TM (steps of the right type), and progress in two ways, neither of
 * which is known to be the one that papers print. A step nobody answered is wrong.
 *
 * Source: AndroidLens paper (supplement) for the measures; their rules are inferred.
 */
export function scoreLensEpisode(
  recorded: LensEpisode,
  { trajectory }: Pick<Episode, 'trajectory'>,
  {
    protocol,
    labels = null,
    mode,
  }: { readonly protocol: LensProtocol; readonly labels?: LensLabels | null; readonly mode: Mode },
): EpisodeScores {
  const matcher = stepMatcher(protocol.step);
  const judged = recorded.steps.map(({ valid, size }, index): MatchedPath[] => {
    const done = trajectory.steps[index];
    const said: Predicted = done?.formatError ?? done?.action ?? null;
    return valid.map(({ action, boxes, path }) => ({
      path,
      match: matcher.action(said, action, { boxes, elements: [], size }),
    }));
  });
  const [verdicts, others] =
    protocol.paths === 'consistent'
      ? [followPaths(judged), unitePaths(judged)]
      : [unitePaths(judged), followPaths(judged)];
  const total = verdicts.length;
  const matches = verdicts.filter(({ match }) => match).length;
  const types = verdicts.filter(({ typeMatch }) => typeMatch).length;
  const firstWrong = verdicts.findIndex(({ match }) => !match);
  const prefix = firstWrong < 0 ? total : firstWrong;
  const milestones = milestoneProgress(recorded, verdicts);
  const { domains, domainsFrom, interactions } = labelTask(recorded, labels);
  const details: LensDetails = {
    language: recorded.language,
    types: [...recorded.types],
    apps: recorded.apps.length,
    domains: [...domains],
    domainsFrom,
    interactions: [...interactions],
    kinds: recorded.steps.map(({ valid: [{ action }] }) => kindOf(action)),
    anomalies: recorded.steps.map(({ anomaly }) => anomaly),
    reasons: verdicts.map(({ reason }) => reason),
    otherPaths: Object.fromEntries(
      others.flatMap(({ reason }, index) =>
        reason === verdicts[index]?.reason ? [] : [[String(index), reason]],
      ),
    ),
    milestones,
    protocol,
  };
  const wrong = verdicts.flatMap(({ match }, index) => (match ? [] : [index]));
  const scores = scoresOf({ details, wrong, total, matches, types, prefix });
  return {
    mode,
    success: matches === total,
    completion: prefix / total,
    scores: Object.entries(scores).map(([evaluator, score]): NamedScore => ({
      evaluator,
      version: '1',
      mode,
      score,
    })),
  };
}

interface EpisodeSums {
  readonly details: LensDetails;
  /** Steps that do not match. */
  readonly wrong: readonly number[];
  readonly total: number;
  readonly matches: number;
  readonly types: number;
  readonly prefix: number;
}

function scoresOf({
  details,
  wrong,
  total,
  matches,
  types,
  prefix,
}: EpisodeSums): Readonly<Record<string, Score>> {
  const { milestones } = details;
  return {
    [AMS]: share(
      matches / total,
      `${matches} of ${plural(total, 'step matches', 'steps match')} the annotation`,
      {
        steps: wrong,
        details,
      },
    ),
    'androidlens.tm': share(
      types / total,
      `${types} of ${plural(total, 'step is', 'steps are')} of the annotated type`,
    ),
    'androidlens.static_progress_prefix': share(
      prefix / total,
      `${prefix} of ${plural(total, 'step')} before the first wrong one`,
    ),
    'androidlens.static_progress_milestone':
      milestones === null
        ? { status: 'not_applicable', reason: 'no milestone says which steps belong to it' }
        : share(
            milestones.done / milestones.total,
            `${milestones.done} of ${plural(milestones.total, 'milestone has all its', 'milestones have all their')} steps right`,
          ),
  };
}

/** What an episode's scores keep of it; null where it was not scored. */
export function lensDetailsOf({ scores }: Pick<EpisodeScores, 'scores'>): LensDetails | null {
  const found = scores.find(({ evaluator }) => evaluator === AMS);
  if (found?.score.status !== 'scored') return null;
  const parsed = LensDetailsSchema.safeParse(found.score.details);
  return parsed.success ? parsed.data : null;
}

/**
 * AMS over the steps of all tasks, as the published totals are. Not the static ATP that later papers print: its formula is
 * not public.
 *
 * Source: AndroidLens paper (supplement); the pooling is inferred from its totals.
 */
export const lensMetric: MainMetric = {
  name: 'AMS',
  label: 'action matching score',
  unit: 'step',
  average: 'pooled',
  of: (scores) => {
    const reasons = lensDetailsOf(scores)?.reasons ?? [];
    if (reasons.length === 0) return null;
    return { sum: reasons.filter((reason) => STEP_MATCHES[reason].match).length, of: reasons.length };
  },
};

function share(value: number, explanation: string, extra: object = {}): Score {
  return { status: 'scored', value, explanation, ...extra };
}

function milestoneProgress(
  { milestones }: LensEpisode,
  verdicts: readonly StepMatch[],
): LensDetails['milestones'] {
  const items = milestones.flatMap((group) => group.items);
  const ranged = items.flatMap(({ steps }) => (steps === null ? [] : [steps]));
  if (ranged.length === 0) return null;
  const done = ranged.filter(([first, last]) =>
    verdicts.slice(first, last + 1).every(({ match }) => match),
  ).length;
  return { done, total: ranged.length, unranged: items.length - ranged.length };
}

/** An action's kind in the words of the paper. */
function kindOf(action: Action): string {
  switch (action.type) {
    case 'tap':
      return 'Click';
    case 'long_press':
      return 'LongPress';
    case 'swipe':
      return 'Swipe';
    case 'type':
      return 'Type';
    case 'key':
      return `Press${action.key.charAt(0)}${action.key.slice(1).toLowerCase()}`;
    case 'stop':
      return 'Terminate';
    case 'wait':
      return 'Wait';
    case 'foreign':
      return action.native.name ?? 'foreign';
    default:
      return action.type;
  }
}
