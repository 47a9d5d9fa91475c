import { formatTasks } from '../../evaluators/format-following/format-tasks.js';
import { bracketedByElement } from '../../models/dialects/bracketed/bracketed-by-element.js';
import { bracketedByPosition } from '../../models/dialects/bracketed/bracketed-by-position.js';
import { NO_SCREEN, type QuestionItem } from './question-item.js';

/** The forms that actions are asked for in, for every world; ids of items name them. */
const FORMS = [
  bracketedByElement({ family: 'sphinx_id', title: 'elements by index' }), // Source: SPHINX paper, focused context
  bracketedByPosition({ family: 'sphinx_coord', title: 'positions in pixels' }), // Source: SPHINX paper, focused context
];

/** One item for each task of a seed. */
export function* formatItems(seed: number): Generator<QuestionItem> {
  const tasks = formatTasks({ seed, families: FORMS });
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
