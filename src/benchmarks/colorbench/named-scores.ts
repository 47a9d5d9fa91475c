import type { Mode } from '../../domain/mode.js';
import type { EpisodeScores, NamedScore, Score } from '../../domain/score.js';
import type { ColorbenchTaskReport } from './score-task.js';

const MILESTONES = 'colorbench-milestones';
const VERSION = '1';

/** A milestone in the details of the score. */
export interface MilestoneDetail {
  readonly ability: string;
  readonly hit: boolean;
  /** First entry of the trajectory (from 0) that reached it. */
  readonly step: number | null;
}

/** A task's report as scores with their reasons. What the published scorer does not compute is in `corrected` only. */
export function namedScores(report: ColorbenchTaskReport, mode: Mode): readonly NamedScore[] {
  const named = (evaluator: string, score: Score): NamedScore => ({
    evaluator,
    version: VERSION,
    mode,
    score,
  });
  const scores = [named(MILESTONES, milestoneScore(report))];
  if (mode === 'reference') return scores;
  return [
    ...scores,
    named('colorbench-in-order', {
      status: 'scored',
      value: report.inOrderProgress,
      explanation: `${Math.round(report.inOrderProgress * report.hits.length)}/${report.hits.length} milestones in order`,
    }),
    named('colorbench-step-efficiency', efficiencyScore(report)),
    named('colorbench-valid-actions', {
      status: 'scored',
      value: report.invalidActions === 0 ? 1 : 0,
      explanation: `${report.invalidActions} invalid actions`,
      details: { invalidActions: report.invalidActions },
    }),
  ];
}

function milestoneScore(report: ColorbenchTaskReport): Score {
  const milestones = report.hits.map((hit, index): MilestoneDetail => ({
    ability: report.abilities[index] ?? '',
    hit,
    step: report.reachedAt[index] ?? null,
  }));
  const steps = [...new Set(report.reachedAt.filter((step) => step !== null))].sort((a, b) => a - b);
  return {
    status: 'scored',
    value: report.completion,
    explanation: `${report.hits.filter(Boolean).length}/${report.hits.length} milestones`,
    steps,
    details: { milestones },
  };
}

function efficiencyScore({ stepEfficiency }: ColorbenchTaskReport): Score {
  if (stepEfficiency === null) return { status: 'not_applicable', reason: 'the task was not completed' };
  return {
    status: 'scored',
    value: Math.min(stepEfficiency, 1),
    explanation: `annotated steps over steps taken: ${stepEfficiency.toFixed(2)}`,
    details: { ratio: stepEfficiency },
  };
}

/** The milestones that a score was computed from; none where there is no score. */
export function milestonesOf({ scores }: EpisodeScores): readonly MilestoneDetail[] {
  const score = scores.find(({ evaluator }) => evaluator === MILESTONES)?.score;
  if (score?.status !== 'scored') return [];
  // Written by `milestoneScore`, whose details these are.
  return (score.details as { readonly milestones: readonly MilestoneDetail[] }).milestones;
}
