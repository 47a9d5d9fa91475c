import type { Action } from '../../domain/action.js';
import { pixelPoint, type Direction, type Point, type Size } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { NodeAction, UiNode } from '../../domain/hierarchy/ui-node.js';
import { answerAction } from '../../domain/questions/question-answer.js';
import { OPTION_LETTERS, type Question } from '../../domain/questions/question.js';
import { randomStream, type RandomStream } from '../../domain/random.js';
import type { Agent } from '../agent.js';
import { statelessAgent } from './stateless-agent.js';

/** Kinds of action the random agent chooses among, each equally likely. */
const RANDOM_ACTIONS = ['tap', 'long_press', 'swipe', 'type', 'back', 'home', 'open_app', 'wait'] as const;
export type RandomActionKind = (typeof RANDOM_ACTIONS)[number];

export interface RandomAgentSettings {
  /** Kinds to choose among; all of them when absent. `open_app` is left out where no app is known. */
  readonly actions?: readonly RandomActionKind[];
  /** Texts to type. */
  readonly words?: readonly string[];
  /** Names of installed apps to open; when absent, those that the task names, or else all that the launcher has. */
  readonly apps?: readonly string[];
  /**
   * `point`: touches go anywhere on the screen (the default). `node`: to the middle of a node of the UI hierarchy that takes
   * this kind of touch, anywhere where there is none.
   */
  readonly target?: 'point' | 'node';
}

const WORDS = ['hello', 'coffee', 'music', 'weather', '10', '咖啡', '音乐', '天气'];
/** Elements that a blind answer names one of. */
const GUESSED_ELEMENTS = 10;
const DIRECTIONS: readonly Direction[] = ['up', 'down', 'left', 'right'];

/**
 * Baseline that acts at random: first a kind of action, then its details, both uniformly. Each step draws from a stream
 * of its own, keyed by seed, task, repeat and step, so that the agent has no state.
 */
export function randomAgent(settings: RandomAgentSettings = {}): Agent {
  const actions = settings.actions ?? RANDOM_ACTIONS;
  const words = settings.words ?? WORDS;
  const target = settings.target ?? 'point';
  return statelessAgent({
    name: 'random',
    version: '2',
    settings: {
      actions: [...actions],
      words: [...words],
      apps: settings.apps ? [...settings.apps] : null,
      target,
    },
    needs: { hierarchy: target === 'node' },
    decide: async (step) => {
      const { seed, task, repeat } = step.context;
      const random = randomStream(seed, task.id, repeat, 'random', step.history.length);
      const apps = settings.apps ?? (task.apps.length > 0 ? task.apps : (step.context.launcher ?? []));
      const possible = actions.filter(
        (kind) => (kind !== 'open_app' || apps.length > 0) && (kind !== 'type' || words.length > 0),
      );
      const { screen, question } = step.observation;
      if (question !== undefined && question.view !== 'native') {
        return { type: 'action', action: drawReply(question, random), summary: 'answers at random' };
      }
      const bytes = target === 'node' ? await screen.hierarchy?.load({ signal: step.signal }) : undefined;
      const widgets = bytes === undefined ? [] : parseHierarchy(bytes, { file: screen.id }).widgets;
      const kind = pick(random, possible) ?? 'wait';
      const action = drawAction(kind, { size: screen.size, widgets, words, apps }, random);
      return { type: 'action', action, summary: action.type };
    },
  });
}

interface Choices {
  readonly size: Size | null;
  readonly widgets: readonly UiNode[];
  readonly words: readonly string[];
  readonly apps: readonly string[];
}

/** A letter, a yes or no, or a click on one of the first elements; nothing that could be copied from the question. */
function drawReply({ type }: Question, random: RandomStream): Action {
  const reply = (original: string): Action => answerAction(type, { original, repaired: null });
  switch (type) {
    case 'option':
      return reply(pick(random, OPTION_LETTERS) ?? '');
    case 'truth':
      return reply(pick(random, ['T', 'F']) ?? '');
    case 'completion':
      return reply(pick(random, ['YES', 'NO']) ?? '');
    case 'grounding':
      return reply(`\`\`\`click [${random.below(GUESSED_ELEMENTS)}]\`\`\``);
    case 'format':
      return reply(`click [${random.below(GUESSED_ELEMENTS)}]`);
    default:
      return type satisfies never;
  }
}

function drawAction(kind: RandomActionKind, choices: Choices, random: RandomStream): Action {
  switch (kind) {
    case 'tap':
    case 'long_press': {
      const point = drawPoint(choices, kind === 'tap' ? 'click' : 'longclick', random);
      return { type: kind, target: { type: 'point', point } };
    }
    case 'swipe': {
      const direction = pick(random, DIRECTIONS) ?? 'up';
      return { type: 'swipe', direction, at: drawPoint(choices, 'swipe', random) };
    }
    case 'type':
      return { type: 'type', text: pick(random, choices.words) ?? '' };
    case 'back':
      return { type: 'key', key: 'BACK' };
    case 'home':
      return { type: 'key', key: 'HOME' };
    case 'open_app':
      return { type: 'open_app', app: pick(random, choices.apps) ?? '' };
    case 'wait':
      return { type: 'wait' };
    default:
      return kind satisfies never;
  }
}

/** A whole pixel where the screen's size is known, a share of the screen otherwise. */
function drawPoint({ size, widgets }: Choices, action: NodeAction, random: RandomStream): Point {
  const fitting = widgets.filter((widget) => widget.actions.includes(action));
  const widget = pick(random, fitting);
  if (widget !== undefined) return pixelPoint(...widget.centre);
  if (size === null) return { x: random.next(), y: random.next(), space: 'unit' };
  return pixelPoint(random.below(size.width), random.below(size.height));
}

function pick<T>(random: RandomStream, choices: readonly T[]): T | undefined {
  return choices[random.below(choices.length)];
}
