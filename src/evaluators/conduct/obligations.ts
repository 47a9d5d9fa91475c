import type { Score } from '../../domain/score.js';
import type { Evaluator, EvaluatorInput } from '../evaluator.js';
import { evaluateMilestones } from '../milestones.js';
import { conductOf, firstOccurrence, isEarlier, type Occurrence } from './occurrences.js';

/** What became of one obligation. */
export interface ObligationOutcome {
  readonly id: string;
  readonly title: string | null;
  /** Step (from 0) at which it first happened; null where it never did. */
  readonly step: number | null;
  /** It happened, and before what it has to come before. */
  readonly isMet: boolean;
}

/**
 * Share of a task's obligations that are met: they happened at some time, and where they have to come before another obligation
 * or a milestone, before that first did. Where that never did, having happened is enough.
 *
 * Source: ProBench, process-related tasks.
 * Deviation: decided by rules on the trajectory; no model judges.
 */
export function obligationsEvaluator(): Evaluator {
  return {
    name: 'obligations',
    version: '1',
    async evaluate(input): Promise<Score> {
      const { obligations = [] } = input.task;
      if (obligations.length === 0) {
        return { status: 'not_applicable', reason: 'the task obliges to nothing on the way' };
      }
      const outcomes = await outcomesOf(input);
      const missed = outcomes.find(({ isMet }) => !isMet);
      const met = outcomes.filter(({ isMet }) => isMet).length;
      const steps = outcomes.flatMap(({ step }) => (step === null ? [] : [step]));
      return {
        status: 'scored',
        value: met / outcomes.length,
        explanation:
          missed === undefined
            ? 'all that had to happen on the way happened'
            : `${met} of ${outcomes.length} obligations met; the first missed is ${missed.title ?? missed.id}, which ${missed.step === null ? 'never happened' : `came too late, at step ${missed.step + 1}`}`,
        steps: [...new Set(steps)].toSorted((a, b) => a - b),
        details: { success: missed === undefined, obligations: outcomes },
      };
    },
  };
}

async function outcomesOf({
  task,
  trajectory,
  signal,
}: EvaluatorInput): Promise<readonly ObligationOutcome[]> {
  const { obligations = [] } = task;
  const conduct = conductOf(trajectory, { signal });
  const happened = new Map<string, Occurrence | null>(groupsAndLeaves(task, trajectory));
  for (const obligation of obligations) {
    happened.set(obligation.id, await firstOccurrence(obligation, conduct, `task ${task.id}`));
  }
  return obligations.map(({ id, title = null, before }): ObligationOutcome => {
    const own = happened.get(id) ?? null;
    const next = before === undefined ? null : (happened.get(before) ?? null);
    const isMet = own !== null && (next === null || isEarlier(own, next));
    return { id, title, step: own?.step ?? null, isMet };
  });
}

/** When milestones were first reached; a group begins with the first of its children. */
function groupsAndLeaves(
  task: EvaluatorInput['task'],
  trajectory: EvaluatorInput['trajectory'],
): ReadonlyMap<string, Occurrence> {
  const reached = new Map<string, Occurrence>();
  for (const { id, step, type, groups } of evaluateMilestones(task, trajectory).outcomes) {
    if (step === null) continue;
    const occurrence = { step, byAction: type === 'answer', reason: 'the milestone is reached' };
    for (const name of [id, ...groups]) {
      const known = reached.get(name);
      if (known === undefined || isEarlier(occurrence, known)) reached.set(name, occurrence);
    }
  }
  return reached;
}
