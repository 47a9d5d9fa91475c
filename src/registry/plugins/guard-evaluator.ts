import { ScoreSchema } from '../../domain/score.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { TouchstoneError } from '../../errors.js';
import type { Evaluator } from '../../evaluators/evaluator.js';
import { PluginError } from './plugin-error.js';

/**
 * The evaluator of a plug-in, whose errors and scores that are none are the plug-in's: they void the item, with its name.
 *
 * @param origin the plug-in, for the error
 */
export function guardEvaluator(evaluator: Evaluator, origin: string): Evaluator {
  const { name, version } = evaluator;
  const who = `the evaluator ${name} of ${origin}`;
  return {
    name,
    version,
    evaluate: async (input) => {
      let given: unknown;
      try {
        given = await evaluator.evaluate(input);
      } catch (cause) {
        if (cause instanceof TouchstoneError || input.signal.aborted) throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new PluginError(`${who} threw an error: ${why}`, {
          hint: 'Repair it, and start a new run: a run keeps to the plug-in that it began with.',
          cause,
        });
      }
      const score = ScoreSchema.safeParse(given);
      if (score.success) return score.data;
      const [issue] = score.error.issues;
      const at = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
      throw new PluginError(
        `${who} gives no score${at}: ${issue === undefined ? '' : describeIssue(issue)}`,
        {
          hint: 'A score has the status `scored` with value (0 to 1) and explanation, or `not_applicable` or `unknown` with a reason.',
        },
      );
    },
  };
}
