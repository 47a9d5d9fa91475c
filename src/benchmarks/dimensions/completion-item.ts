import type { Screen } from '../../domain/screen.js';
import { NO_SCREEN, type QuestionItem } from './question-item.js';

/** What is shown of a screen, by modality; the model's own dialect has no such question. */
const VIEWS = { text: 'plain', vision: 'screenshot' } as const;
export const COMPLETION_MODALITIES = ['text', 'vision'] as const satisfies readonly (keyof typeof VIEWS)[];
export type CompletionModality = (typeof COMPLETION_MODALITIES)[number];

/** A task whose screens are judged. */
export interface JudgedTask extends Pick<QuestionItem, 'apps' | 'setSize'> {
  readonly id: string;
  readonly modality: CompletionModality;
  readonly goal: string;
}

/** Whether the task is done on one of its screens; voided where what it shows is missing. */
export function completionItem(
  { id, modality, goal, ...task }: JudgedTask,
  index: number,
  shown: { readonly screen: Screen | null; readonly isReached: boolean; readonly done: readonly string[] },
): QuestionItem {
  const { screen, isReached } = shown;
  const lack = lacking(screen, modality);
  return {
    ...task,
    dimension: 'planning',
    modality,
    set: `planning/${id}`,
    id: `planning/${modality}/${id}/${index}`,
    question: { type: 'completion', view: VIEWS[modality], goal, done: [...shown.done] },
    screen: screen ?? NO_SCREEN,
    truth: { type: 'completion', isReached },
    solution: isReached ? 'YES' : 'NO',
    ...(lack === null ? {} : { invalid: lack }),
  };
}

/** Stands for all items of a task that cannot be asked about; voided with the reason. */
export function lostTask(
  { id, modality, goal, apps }: Omit<JudgedTask, 'setSize'>,
  invalid: string,
): QuestionItem {
  return {
    dimension: 'planning',
    modality,
    set: `planning/${id}`,
    apps,
    id: `planning/${modality}/${id}`,
    setSize: 1,
    question: { type: 'completion', view: 'none', goal, done: [] },
    screen: NO_SCREEN,
    truth: { type: 'completion', isReached: true },
    solution: '',
    invalid,
  };
}

function lacking(screen: Screen | null, modality: CompletionModality): string | null {
  if (modality === 'text') return screen?.hierarchy == null ? 'its UI hierarchy is missing' : null;
  return screen?.picture == null ? 'its screenshot is missing' : null;
}
