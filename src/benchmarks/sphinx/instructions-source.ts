import { formatTasks } from '../../evaluators/format-following/format-tasks.js';
import { NO_SCREEN } from '../dimensions/question-item.js';
import type { QuestionItem } from '../dimensions/question-item.js';
import { questionSource } from '../dimensions/question-source.js';
import type { OpenSphinxSource } from './sphinx-source.js';

/** The tasks are made, not read: a run names the seed by the version of the benchmark. */
const SEED = 1;

/**
 * Focused context: nothing but an action to repeat in its exact form, as many times as the paper has. The published tasks
 * were not released; these are re-created over both of SPHINX's grammars.
 *
 * Source: SPHINX paper, section 3.3.5.
 */
export const openInstructions: OpenSphinxSource = async ({ signal }) =>
  questionSource(
    { dimension: 'instructions', warnings: [], files: () => [], questions: () => formatItems(SEED) },
    { signal },
  );

/** One item for each task of a seed. */
export function* formatItems(seed: number, families?: readonly string[]): Generator<QuestionItem> {
  const tasks = formatTasks({ seed, ...(families === undefined ? {} : { families }) });
  for (const { id, request, wanted } of tasks) {
    yield {
      id: `instructions/${id}`,
      dimension: 'instructions',
      modality: null,
      question: { type: 'format', view: 'none', request },
      screen: NO_SCREEN,
      truth: { type: 'format', wanted },
      set: `instructions/${id}`,
      setSize: 1,
      apps: [],
      solution: wanted,
    };
  }
}
