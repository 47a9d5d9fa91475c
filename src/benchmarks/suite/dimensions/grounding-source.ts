import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { centreOf } from '../../../domain/hierarchy/bounds.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { Screen } from '../../../domain/screen.js';
import type { Modality } from '../../dimensions/dimension.js';
import type { QuestionItem } from '../../dimensions/question-item.js';
import { questionSource } from '../../dimensions/question-source.js';
import { groundedActions, type GroundedAction } from './touched-elements.js';
import type { OpenSuiteSource, SuiteWorld } from './suite-world.js';

const VIEWS = { text: 'tree', vision: 'marked', native: 'native' } as const satisfies Record<
  Modality,
  string
>;

/** Most items of each kind of action: a world has thousands, most of them taps. */
const MOST: Readonly<Record<string, number>> = {
  click: 60,
  longclick: 12,
  input: 24,
  swipe: 12,
  back: 8,
  enter: 8,
};

/** A grounded action with the screen that it is done on. */
interface GroundingTask {
  readonly screen: Screen;
  readonly app: string | null;
  readonly action: GroundedAction;
}

/**
 * Grounding: one action on one screen, described by the touched element's own words. Equal words on pages of one
 * activity are asked once; each kind of action a fixed number of times, evenly over the world.
 */
export const openGrounding: OpenSuiteSource = async (from) => {
  let tasks: Promise<readonly GroundingTask[]> | null = null;
  return questionSource(
    {
      dimension: 'grounding',
      warnings: [],
      files: () => [],
      async *questions() {
        tasks ??= findTasks(from);
        for (const modality of ['text', 'vision', 'native'] as const) {
          if (!from.modalities.includes(modality)) continue;
          for (const task of await tasks) yield groundingItem(task, modality);
        }
      },
    },
    from,
  );
};

async function findTasks({ suite, world, signal }: SuiteWorld): Promise<readonly GroundingTask[]> {
  const { graph } = world;
  const found = new Map<string, GroundingTask[]>();
  const seen = new Set<string>();
  for (const [node, { screens }] of graph.nodes.entries()) {
    // Where a node shows one of several screens, its edges need not fit the one that is seen.
    if (screens.length !== 1) continue;
    const { screen } = world.observation(node, 0);
    if (screen.hierarchy === null) continue;
    const hierarchy = parseHierarchy(await screen.hierarchy.load({ signal }), { file: screen.id });
    const app = screen.activity?.package ?? null;
    for (const action of groundedActions(graph, suite.mode, node, hierarchy)) {
      const key = JSON.stringify([screen.activity ?? screen.id, action.instruction]);
      if (seen.has(key)) continue;
      seen.add(key);
      const kind = action.truth.action;
      found.set(kind, [...(found.get(kind) ?? []), { screen, app, action }]);
    }
  }
  return [...found].flatMap(([kind, tasks]) => spread(tasks, MOST[kind] ?? 0));
}

/** So many of a list, evenly over it. */
function spread<T>(list: readonly T[], most: number): T[] {
  const count = Math.min(list.length, most);
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as T);
}

function groundingItem({ screen, app, action }: GroundingTask, modality: Modality): QuestionItem {
  const name = `${screen.id}/${action.name}`;
  const lack = modality !== 'text' && screen.picture === null ? 'its screenshot is missing' : null;
  return {
    id: `grounding/${modality}/${name}`,
    dimension: 'grounding',
    modality,
    question: { type: 'grounding', view: VIEWS[modality], instruction: action.instruction },
    screen,
    truth: { type: 'grounding', ...action.truth },
    set: `grounding/${name}`,
    setSize: 1,
    apps: app === null ? [] : [app],
    solution: modality === 'native' ? nativeAction(action) : `\`\`\`${reply(action)}\`\`\``,
    ...(lack === null ? {} : { invalid: lack }),
  };
}

function reply({ truth: { action, message }, widgetIndex, direction }: GroundedAction): string {
  switch (action) {
    case 'back':
    case 'enter':
      return `press [${action}]`;
    case 'input':
      return `text [${widgetIndex}] [${message ?? ''}]`;
    case 'swipe':
      return `swipe [${widgetIndex}] [${direction ?? 'up'}]`;
    default:
      return `${action} [${widgetIndex}]`;
  }
}

function nativeAction({ truth: { action, bounds, message }, direction }: GroundedAction): Action {
  const point = bounds === null ? null : pixelPoint(...centreOf(bounds));
  const target = point === null ? {} : { target: { type: 'point' as const, point } };
  switch (action) {
    case 'back':
    case 'enter':
      return { type: 'key', key: action === 'back' ? 'BACK' : 'ENTER' };
    case 'input':
      return { type: 'type', text: message ?? '', ...target };
    case 'swipe':
      return { type: 'swipe', direction: direction ?? 'up', ...(point === null ? {} : { at: point }) };
    default: {
      const place = { type: 'point' as const, point: point ?? pixelPoint(0, 0) };
      return { type: action === 'longclick' ? 'long_press' : 'tap', target: place };
    }
  }
}
