import type { RunResult } from '../../formats/run/scores/read-results.js';
import { withoutFolders } from '../without-folders.js';
import { missedMilestone } from './milestone-hits.js';

/** Characters of the reason that a list shows; the episode's page has all of it. */
const MOST_WHY = 160;

/**
 * One sentence on an episode that did not pass: the failure, the first milestone that was missed, or the first score that is
 * not full. Empty where it passed, or nothing tells.
 */
export function whyNotPassed({
  end,
  outcome,
  failure,
  result,
}: Pick<RunResult, 'end' | 'outcome' | 'failure' | 'result'>): string {
  if (outcome === 'passed') return '';
  if (outcome !== 'failed') return shorten(withoutFolders(end.message ?? failure?.message ?? ''));
  const missed = missedMilestone(result);
  if (missed !== null) return shorten(missed);
  for (const { score } of result.scores) {
    if (score.status === 'scored' && score.value < 1) return shorten(score.explanation);
  }
  return shorten(end.message ?? '');
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MOST_WHY ? line : `${line.slice(0, MOST_WHY - 1)}…`;
}
