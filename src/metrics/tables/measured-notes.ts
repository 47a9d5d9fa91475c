import type { Outcome } from '../../domain/episode.js';
import { explain } from '../../domain/text/glossary.js';
import type { Measured } from './measured.js';
import type { IntervalMethod } from '../intervals/ratio-interval.js';
import type { Table } from './table.js';
import { NOT_APPLICABLE } from './percent.js';

/** Item keys that a note spells out before it only counts. */
const MOST_NAMED = 5;

/** Outcomes in a reader's words. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  agent_error: 'agent error',
  model_error: 'model outage',
  environment_error: 'environment error',
  user_error: 'configuration error',
  invalid_task: 'invalid task',
  bug: 'bug in Touchstone',
  judge_unknown: 'judge undecided',
  not_run: 'not run',
};

const METHOD_WORDS: Readonly<Record<IntervalMethod, string>> = {
  clopper_pearson: 'Clopper-Pearson, one try per task',
  clopper_pearson_over_tasks:
    'Clopper-Pearson over the independent units alone, since what belongs to one came out alike',
  effective_items:
    'Clopper-Pearson over as many independent tries as repeats and part scores are worth, by task',
  effective_items_by_set:
    'Clopper-Pearson over as many independent tries as the items are worth, by what they share: a question, a task, a screen or an app',
};

/** One sentence on what was left out of a value, or null when nothing was. */
export function exclusionsNote(name: string, { voided, notRun }: Measured): string | null {
  const parts = voided.map(
    ({ outcome, items }) => `${items.length} × ${OUTCOME_WORDS[outcome]} (${namesOf(items)})`,
  );
  if (notRun.length > 0) parts.push(`${notRun.length} × not run (${namesOf(notRun)})`);
  return parts.length === 0 ? null : `${name}, outside n: ${parts.join('; ')}.`;
}

/** What n, voided and bounds mean. Belongs under every table that shows them. */
export const DENOMINATOR_NOTE = explain('n', 'voided', 'bounds');

/** One sentence naming how the intervals were computed. */
export function methodsNote(measured: Iterable<Measured>): string | null {
  const methods = new Set<IntervalMethod>();
  for (const { method } of measured) if (method !== null) methods.add(method);
  if (methods.size === 0) return null;
  return `95 % intervals, for new tasks like these: ${[...methods]
    .sort()
    .map((method) => METHOD_WORDS[method])
    .join('; ')}.`;
}

/** The note on what `n/a` means, when a row uses it. */
export function notApplicableNote(rows: Table['rows']): string | null {
  return rows.some((row) => row.some(({ text }) => text.includes(NOT_APPLICABLE)))
    ? `${NOT_APPLICABLE}: not applicable, the data cannot give it.`
    : null;
}

function namesOf(items: readonly string[]): string {
  const named = items.slice(0, MOST_NAMED).join(', ');
  return items.length > MOST_NAMED ? `${named}, …` : named;
}
