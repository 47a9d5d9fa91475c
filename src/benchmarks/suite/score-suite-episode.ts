import { quoteText } from '../../domain/text/quote-text.js';
import type { EpisodeScores, NamedScore } from '../../domain/score.js';
import { DatasetError } from '../../errors.js';
import type { Evaluator, EvaluatorInput } from '../../evaluators/evaluator.js';
import { milestonesEvaluator } from '../../evaluators/milestones.js';
import { treeRulesEvaluator } from '../../evaluators/tree-rules/tree-rules-evaluator.js';
import { suiteRules } from './suite-rules.js';

const MILESTONES = milestonesEvaluator();
const RULES = treeRulesEvaluator();

/**
 * Scores one episode of a suite: milestones where the task has any, evaluator rules where it has any, those of a test
 * case's expectations among them. Success takes all of both. Completion is the milestones', or the rules' for a task without
 * milestones. Expectations that are not checked are named.
 *
 * @throws {DatasetError} when the task's rules are broken or wait for somebody, or it has neither milestones nor rules.
 */
export async function scoreSuiteEpisode(
  input: EvaluatorInput,
  evaluators: ReadonlyMap<string, Evaluator> = new Map(),
): Promise<EpisodeScores> {
  const { task, mode } = input;
  const { rules, named: ofPlugins, notChecked } = suiteRules(task);
  const scores: NamedScore[] = [await named(MILESTONES, input)];
  if (rules.length > 0) {
    scores.push(await named(RULES, { ...input, task: { ...task, evaluators: [...rules] } }));
  }
  for (const { evaluator: name, settings } of ofPlugins) {
    const evaluator = evaluators.get(name);
    if (evaluator === undefined) {
      throw new DatasetError(`task "${task.id}" names the evaluator "${name}", and no plug-in has it`, {
        hint: 'Name the plug-in with --plugin.',
      });
    }
    scores.push(await named(evaluator, { ...input, settings }));
  }
  const measured = scores.map(({ score }) => score).filter((score) => score.status !== 'not_applicable');
  const [first] = measured;
  if (notChecked.length > 0) {
    const reason = notChecked
      .map((one) => `${quoteText(one.expected)} is not checked: ${one.reason}`)
      .join('; ');
    const score = { status: 'not_applicable' as const, reason };
    scores.push({ evaluator: 'unchecked-expectations', version: '1', mode, score });
  }
  return {
    mode,
    scores,
    success:
      first === undefined || measured.some((score) => score.status === 'unknown')
        ? null
        : measured.every((score) => score.status === 'scored' && score.value === 1),
    completion: first?.status === 'scored' ? first.value : null,
  };
}

async function named(evaluator: Evaluator, input: EvaluatorInput): Promise<NamedScore> {
  const score = await evaluator.evaluate(input);
  return { evaluator: evaluator.name, version: evaluator.version, mode: input.mode, score };
}
