import { join } from 'node:path';
import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { Screen } from '../../../domain/screen.js';
import type { Modality } from '../../dimensions/dimension.js';
import type { DimensionFile } from '../../dimensions/dimension-source.js';
import { NO_SCREEN, type QuestionItem } from '../../dimensions/question-item.js';
import { questionSource } from '../../dimensions/question-source.js';
import { groundingTruthOf, readGroundingTasks, touchedPoint, type GroundingTask } from './grounding-tasks.js';
import { toAction } from '../saved-runs/native-action.js';
import { sphinxScreen } from '../recordings/sphinx-screen.js';
import type { OpenSphinxSource } from './sphinx-source.js';

const VIEWS = { text: 'tree', vision: 'marked', native: 'native' } as const satisfies Record<
  Modality,
  string
>;

/**
 * Grounding: one action on one screen, by what the instruction says. Answered with the index of an element, from text or
 * marks; `native` asks in the model's own dialect, which SPHINX does not.
 *
 * Source: SPHINX paper, section 3.3.4.
 */
export const openGrounding: OpenSphinxSource = async ({ dataDirectory, modalities, signal }) => {
  const { file, tasks } = await readGroundingTasks(dataDirectory, { signal });
  return questionSource(
    {
      dimension: 'grounding',
      warnings: [],
      *files(): Iterable<DimensionFile> {
        yield { path: file, name: 'lowlevel_tasks.json', counts: 'content' };
        for (const { id } of tasks) {
          const name = `lowlevel_tasks/${id}`;
          yield { path: join(dataDirectory, `${name}.xml`), name: `${name}.xml`, counts: 'content' };
          yield { path: join(dataDirectory, `${name}.png`), name: `${name}.png`, counts: 'presence' };
        }
      },
      async *questions() {
        for (const modality of ['text', 'vision', 'native'] as const) {
          if (!modalities.includes(modality)) continue;
          for (const task of tasks) yield groundingItem(task, { modality, dataDirectory, signal });
        }
      },
    },
    { signal },
  );
};

function groundingItem(
  task: GroundingTask,
  {
    modality,
    dataDirectory,
    signal,
  }: { readonly modality: Modality; readonly dataDirectory: string; readonly signal: AbortSignal },
): QuestionItem {
  const screen = sphinxScreen(dataDirectory, `lowlevel_tasks/${task.id}`);
  const lack = lacking(screen, modality);
  return {
    id: `grounding/${modality}/${task.id}`,
    dimension: 'grounding',
    modality,
    question: { type: 'grounding', view: VIEWS[modality], instruction: task.instruction },
    screen: screen ?? NO_SCREEN,
    truth: { type: 'grounding', ...groundingTruthOf(task.groundtruth) },
    set: `grounding/${task.id}`,
    setSize: 1,
    apps: [task.app],
    solution:
      modality === 'native' ? solvingAction(task) : () => solvingReply(task, screen ?? NO_SCREEN, signal),
    ...(lack === null ? {} : { invalid: lack }),
  };
}

function lacking(screen: Screen | null, modality: Modality): string | null {
  if (screen?.hierarchy == null) return 'its UI hierarchy is missing';
  return modality !== 'text' && screen.picture === null ? 'its screenshot is missing' : null;
}

/** The recorded action, by the middle of its element. */
function solvingAction({ groundtruth }: GroundingTask): Action {
  const action = toAction(groundtruth);
  const touched = touchedPoint(groundtruth);
  if (touched === null) return action;
  const point = pixelPoint(...touched);
  if (action.type === 'swipe') return { type: 'swipe', direction: action.direction ?? 'up', at: point };
  return 'target' in action ? { ...action, target: { type: 'point', point } } : action;
}

/** A reply that is right: the first index that is. Where no index is, which happens, the position, which is so when corrected. */
async function solvingReply(
  { groundtruth }: GroundingTask,
  screen: Screen,
  signal: AbortSignal,
): Promise<string> {
  const { action, bounds, message } = groundingTruthOf(groundtruth);
  const touched = touchedPoint(groundtruth);
  if (bounds === null || touched === null) return fenced(`press [${action}]`);
  const xml = await screen.hierarchy?.load({ signal });
  const widgets = xml === undefined ? [] : parseHierarchy(xml, { file: screen.id }).widgets;
  const [x1, y1, x2, y2] = bounds;
  const index = widgets.findIndex(({ centre: [x, y] }) => x1 <= x && x <= x2 && y1 <= y && y <= y2);
  const place = index < 0 ? touched.join(',') : String(index);
  switch (action) {
    case 'input':
      return fenced(`text [${place}] [${message ?? ''}]`);
    case 'swipe':
      return fenced(index < 0 ? `swipe [${place}] [${place}]` : `swipe [${place}] [up]`);
    default:
      return fenced(`${action} [${place}]`);
  }
}

function fenced(action: string): string {
  return `\`\`\`${action}\`\`\``;
}
