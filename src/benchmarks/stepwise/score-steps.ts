import { z } from 'zod';
import { plural } from '../../domain/text/plural.js';
import type { Episode } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { EpisodeScores, NamedScore } from '../../domain/score.js';
import type { Predicted } from '../../evaluators/step-match/step-matcher.js';
import { STEP_MATCHES, STEP_REASONS, type StepMatch } from '../../evaluators/step-match/step-verdict.js';

/** A named way to rule one step. */
export interface StepRule {
  /** Name of the evaluator: the benchmark's, a dot, and which of its rules it is. */
  readonly name: string;
  readonly version: string;
  /** Everything that decides a verdict, thresholds included; JSON, kept with every score. */
  readonly protocol: unknown;
  readonly match: (predicted: Predicted, step: RecordedStep) => StepMatch;
}

/** What tables need of one episode, kept in the score of each rule. */
export const MatchedStepsSchema = z.object({
  protocol: z.unknown(),
  /** Groups that the episode is tabled under. */
  groups: z.array(z.string()),
  /** Of each recorded step, in order: what was recorded, and why the prediction is right or wrong. */
  steps: z.array(z.object({ type: z.string(), reason: z.enum(STEP_REASONS) })),
});
export type MatchedSteps = z.infer<typeof MatchedStepsSchema>;

/**
 * A stepwise episode by each rule: the share of recorded steps that are right; a step that was never reached is wrong. The
 * first rule decides success (all steps right) and completion (the share of steps before the first wrong one).
 */
export function scoreSteps(
  recorded: RecordedEpisode,
  episode: Episode,
  {
    rules,
    groups,
    mode,
  }: {
    readonly rules: readonly [StepRule, ...StepRule[]];
    readonly groups: readonly string[];
    readonly mode: Mode;
  },
): EpisodeScores {
  const total = recorded.steps.length;
  const judged = rules.map((rule) => ({
    rule,
    matches: recorded.steps.map((step, index) => rule.match(predictionAt(episode, index), step)),
  }));
  const main = judged[0]?.matches ?? [];
  const firstWrong = main.findIndex(({ match }) => !match);
  const prefix = firstWrong < 0 ? total : firstWrong;
  return {
    mode,
    success: firstWrong < 0,
    completion: total === 0 ? null : prefix / total,
    scores: judged.map(({ rule: { name, version, protocol }, matches }): NamedScore => {
      const right = matches.filter(({ match }) => match).length;
      const details: MatchedSteps = {
        protocol,
        groups: [...groups],
        steps: matches.map(({ reason }, index) => ({ type: typeOf(recorded.steps[index]), reason })),
      };
      return {
        evaluator: name,
        version,
        mode,
        score: {
          status: 'scored',
          value: total === 0 ? 0 : right / total,
          explanation: `${right} of ${plural(total, 'step does', 'steps do')} what the recording did`,
          steps: matches.flatMap(({ match }, index) => (match ? [] : [index])),
          details,
        },
      };
    }),
  };
}

/** The verdict that was kept of a step. */
export function matchOf({ reason }: MatchedSteps['steps'][number]): StepMatch {
  return STEP_MATCHES[reason];
}

function typeOf(step: RecordedStep | undefined): string {
  return step?.action.type ?? '';
}

function predictionAt({ trajectory }: Episode, index: number): Predicted {
  const done = trajectory.steps[index];
  return done?.formatError ?? done?.action ?? null;
}
