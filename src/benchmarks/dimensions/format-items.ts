import { formatTasks } from '../../evaluators/format-following/format-tasks.js';
import { NO_SCREEN, type QuestionItem } from './question-item.js';

/** One item for each task of a seed. */
export function* formatItems(seed: number): Generator<QuestionItem> {
  const tasks = formatTasks({ seed });
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
