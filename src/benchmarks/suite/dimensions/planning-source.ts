import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { Screen } from '../../../domain/screen.js';
import { instructionOf } from '../../../domain/task.js';
import {
  COMPLETION_MODALITIES,
  completionItem,
  lostTask,
  type CompletionModality,
} from '../../dimensions/completion-item.js';
import type { QuestionItem } from '../../dimensions/question-item.js';
import { questionSource } from '../../dimensions/question-source.js';
import type { SolvedTask } from './solved-tasks.js';
import type { OpenSuiteSource, SuiteWorld } from './suite-world.js';
import type { Action } from '../../../domain/action.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import { actionSentence } from '../../../observations/action-sentence.js';
import { smallestAt } from './smallest-at.js';

/**
 * Planning: on each screen of each task's shortest solution, whether the task is done there. Tasks that an answer completes
 * are left out: no screen shows that it was given.
 */
export const openPlanning: OpenSuiteSource = async (from) =>
  questionSource(
    {
      dimension: 'planning',
      warnings: [],
      files: () => [],
      async *questions() {
        for (const modality of COMPLETION_MODALITIES) {
          if (!from.modalities.includes(modality)) continue;
          for (const task of await from.solved()) yield* taskItems(task, modality, from);
        }
      },
    },
    from,
  );

async function* taskItems(
  solved: SolvedTask,
  modality: CompletionModality,
  { language, signal }: SuiteWorld,
): AsyncGenerator<QuestionItem> {
  if (solved.type === 'answered') return;
  const { id, task } = solved.item;
  const judged = { id, modality, goal: instructionOf(task, language), apps: task.apps };
  if (solved.type === 'open') {
    yield lostTask(judged, solved.reason);
    return;
  }
  const { screens, actions } = solved;
  const done: string[] = [];
  for (const [index, screen] of screens.entries()) {
    const isReached = index === actions.length;
    yield completionItem({ ...judged, setSize: screens.length }, index, { screen, isReached, done });
    const action = actions[index];
    if (action !== undefined) done.push(stepSentence(action, await hierarchyOf(screen, signal)));
  }
}

async function hierarchyOf({ id, hierarchy }: Screen, signal: AbortSignal): Promise<UiHierarchy | null> {
  return hierarchy === null ? null : parseHierarchy(await hierarchy.load({ signal }), { file: id });
}

/** What a step of a solution did, in a sentence; touches name the element under them. */
function stepSentence(action: Action, hierarchy: UiHierarchy | null): string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const node = nodeUnder(action, hierarchy);
      const named = node === null ? action : { ...action, target: selectorOf(node) };
      return actionSentence(named, hierarchy) ?? (action.type === 'tap' ? 'Click.' : 'Long click.');
    }
    case 'swipe':
      return action.direction === null ? 'Swipe.' : `Swipe ${action.direction}.`;
    case 'type':
      return `Type “${action.text}”.`;
    case 'open_app':
      return `Open the app ${action.app}.`;
    default:
      return actionSentence(action, hierarchy) ?? `Do ${action.type}.`;
  }
}

function nodeUnder(
  { target }: Extract<Action, { type: 'tap' | 'long_press' }>,
  hierarchy: UiHierarchy | null,
): UiNode | null {
  if (hierarchy === null || target.type !== 'point') return null;
  return smallestAt(hierarchy.widgets, [target.point.x, target.point.y]);
}

function selectorOf(node: UiNode): { type: 'selector'; attributes: Record<string, string> } {
  return { type: 'selector', attributes: Object.fromEntries(node.attributes()) };
}
