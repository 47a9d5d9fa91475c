import type { Episode } from '../../domain/episode.js';
import { unknownVerdict, VerdictSchema, type Verdict } from '../../domain/scores/verdict.js';
import { BugError } from '../../errors.js';

/**
 * The verdict, if it rests on steps of the episode; else none, with the reason. No judge, ours or a plug-in's, gets past it.
 *
 * @throws {BugError} for what is no verdict at all
 */
export function checkVerdict(given: Verdict, { trajectory }: Episode, judge: string): Verdict {
  const parsed = VerdictSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BugError(
      `The judge ${judge} gave no verdict: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  const verdict = parsed.data;
  const count = trajectory.steps.length;
  const cited = [...verdict.steps, ...verdict.process.flatMap(({ steps }) => steps)];
  const absent = cited.find((step) => step >= count);
  if (absent !== undefined) {
    return refused(verdict, `the judge cites step ${absent + 1}, and there are ${count}`);
  }
  if (verdict.outcome === 'unknown') return verdict;
  if (verdict.steps.length === 0) return refused(verdict, 'the judge cites no step');
  return { ...verdict, steps: [...new Set(verdict.steps)].toSorted((a, b) => a - b) };
}

/** What was said stays to be read, and decides nothing. */
function refused({ outcome, explanation, details = {} }: Verdict, reason: string): Verdict {
  return unknownVerdict(reason, { ...details, said: { outcome, explanation } });
}
