import { quoteText } from '../../domain/text/quote-text.js';
import type { EpisodeScores, NamedScore, Score } from '../../domain/score.js';
import type { Task } from '../../domain/task.js';
import { DatasetError } from '../../errors.js';
import type { Evaluator, EvaluatorInput } from '../../evaluators/evaluator.js';
import { obligationsEvaluator } from '../../evaluators/conduct/obligations.js';
import { prohibitionsEvaluator } from '../../evaluators/conduct/prohibitions.js';
import { eventsScore } from '../../evaluators/conduct/unexpected-events.js';
import { questionsScore } from '../../evaluators/conduct/user-questions.js';
import { milestonesEvaluator } from '../../evaluators/milestones.js';
import { treeRulesEvaluator } from '../../evaluators/tree-rules/tree-rules-evaluator.js';
import { suiteRules, type SuiteRules } from './suite-rules.js';

const MILESTONES = milestonesEvaluator();
const RULES = treeRulesEvaluator();
const OBLIGATIONS = obligationsEvaluator();
const PROHIBITIONS = prohibitionsEvaluator();

/**
 * Scores one episode of a suite: milestones where the task has any, evaluator rules where it has any, those of a test
 * case's expectations among them, and obligations where it has any. Success takes all of them, and no prohibition violated, which
 * is a failure whatever else is not known. Completion is the milestones', or the rules' or obligations' for a task without.
 * Expectations that are not checked are named; events and questions to the user are scored apart and decide nothing.
 *
 * @throws {DatasetError} when the task's rules are broken or wait for somebody, or it has neither milestones nor rules.
 */
export async function scoreSuiteEpisode(
  input: EvaluatorInput,
  evaluators: ReadonlyMap<string, Evaluator> = new Map(),
): Promise<EpisodeScores> {
  const { task, mode } = input;
  const { ruled, named: ofPlugins, notChecked } = rulesOf(task);
  const scores: NamedScore[] = [await named(MILESTONES, input)];
  if (ruled.evaluators.length > 0) scores.push(await named(RULES, { ...input, task: ruled }));
  for (const { evaluator: name, settings } of ofPlugins) {
    const evaluator = evaluators.get(name);
    if (evaluator === undefined) {
      throw new DatasetError(`task "${task.id}" names the evaluator "${name}", and no plug-in has it`, {
        hint: 'Name the plug-in with --plugin.',
      });
    }
    scores.push(await named(evaluator, { ...input, settings }));
  }
  if (task.obligations !== undefined) scores.push(await named(OBLIGATIONS, input));
  const measured = scores.map(({ score }) => score).filter((score) => score.status !== 'not_applicable');
  const prohibited = task.prohibitions === undefined ? null : await named(PROHIBITIONS, input);
  if (prohibited !== null) scores.push(prohibited);
  const [first] = measured;
  if (notChecked.length > 0) {
    const reason = notChecked
      .map((one) => `${quoteText(one.expected)} is not checked: ${one.reason}`)
      .join('; ');
    const score = { status: 'not_applicable' as const, reason };
    scores.push({ evaluator: 'unchecked-expectations', version: '1', mode, score });
  }
  const isViolated = prohibited?.score.status === 'scored' && prohibited.score.value === 0;
  const success = isViolated ? false : prohibited?.score.status === 'unknown' ? null : allMet(measured);
  for (const [evaluator, score] of [
    ['events', eventsScore(task, input.trajectory, success)],
    ['user', questionsScore(task, input.trajectory)],
  ] as const) {
    if (score !== null) scores.push({ evaluator, version: '1', mode, score });
  }
  return { mode, scores, success, completion: first?.status === 'scored' ? first.value : null };
}

/** What decides a task, with its rules as its only evaluators. */
interface TaskRules extends Pick<SuiteRules, 'named' | 'notChecked'> {
  readonly ruled: Task;
}

/** By task: the same ones are scored by the thousand, and none changes. */
const KNOWN = new WeakMap<Task, TaskRules>();

function rulesOf(task: Task): TaskRules {
  const known = KNOWN.get(task);
  if (known !== undefined) return known;
  const { rules, ...others } = suiteRules(task);
  const found = { ...others, ruled: { ...task, evaluators: [...rules] } };
  KNOWN.set(task, found);
  return found;
}

/** Whether all is met that was measured; null where something is not known, or nothing was. */
function allMet(measured: readonly Score[]): boolean | null {
  if (measured.length === 0 || measured.some(({ status }) => status === 'unknown')) return null;
  return measured.every((score) => score.status === 'scored' && score.value === 1);
}

async function named(evaluator: Evaluator, input: EvaluatorInput): Promise<NamedScore> {
  const score = await evaluator.evaluate(input);
  return { evaluator: evaluator.name, version: evaluator.version, mode: input.mode, score };
}
