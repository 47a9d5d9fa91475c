import { isDeepStrictEqual } from 'node:util';
import { locateElements } from '../../agents/locate-elements.js';
import type { Action } from '../../domain/action.js';
import type { Size } from '../../domain/geometry.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { actionSentence } from '../../observations/action-sentence.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { buildPromptInput } from '../models/prompt-input.js';
import type { SeenRequest } from '../models/model-endpoint.js';
import { chooseVisit } from './choose-visit.js';
import type { KnownTask, RouteStep } from './learn-routes.js';
import type { PocketMemory } from './pocket-memory.js';
import { sayAction, type SaidAction } from './say-action.js';
import { ScreenMemory } from './screen-memory.js';

/** What the model makes of a request before it answers. */
export interface Understood {
  /** The task whose instruction the text holds; null where it holds none. */
  readonly task: KnownTask | null;
  /** Screens that look or read like the one shown last; several where they are alike. */
  readonly screens: readonly string[];
  /** Place in the route; null off the route. */
  readonly step: number | null;
  /** What it would do; null where it does not know. */
  readonly action: Action | null;
  /** All words of the request. */
  readonly text: string;
  readonly seen: SeenRequest;
}

export interface CompetentModelOptions {
  readonly memory: PocketMemory;
  /** How it answers: the dialect that it is asked in. */
  readonly dialect: Dialect;
  /**
   * Answers to requests that ask for something else than an action (a plan, a reflection, a summary); null leaves the
   * request to the dialect.
   */
  readonly answerOther?: (understood: Understood) => string | null | Promise<string | null>;
}

/** A model that has learned a phone by heart. It sees words and pictures of each request, and nothing else. */
export interface CompetentModel {
  /** For `openModelEndpoint`. */
  answerTo(seen: SeenRequest): Promise<string>;
  /**
   * Ids of the tasks that the model can do in its dialect: there are words for each step, and the history that the
   * dialect shows distinguishes screens that a route passes several times.
   */
  able(): Promise<readonly string[]>;
}

/** A competent model of one dialect. Make one per dialect; the memory is shared. */
export function competentModel(options: CompetentModelOptions): CompetentModel {
  const { memory, dialect } = options;
  const screens = new ScreenMemory(memory.screens, dialect);
  const told = new Map<KnownTask, Promise<readonly (string | null)[]>>();
  const toldOf = (task: KnownTask): Promise<readonly (string | null)[]> => {
    let found = told.get(task);
    if (found === undefined) {
      found = Promise.all(task.route.map((step) => tellStep(step, { screens, dialect })));
      told.set(task, found);
    }
    return found;
  };
  const understand = async (seen: SeenRequest): Promise<Understood> => {
    const text = seen.texts.join('\n');
    const task = taskIn(text, memory.tasks);
    // Marks hide small differences between screens; the plain screen stands before the marked one.
    const { screenshot, marked } = dialect.observation;
    const plain = screenshot && marked !== null ? seen.pictures.at(-2) : undefined;
    // Everybody else shows earlier screens before the one that is on display.
    const last = dialect.variant === 'odyssey_agent' ? seen.pictures[0] : seen.pictures.at(-1);
    const picture = plain ?? last;
    const alike =
      picture === undefined
        ? await screens.recogniseText(text)
        : await memory.pictures.recognise(picture.data);
    const understood = { task, screens: alike, text, seen };
    if (task === null) return { ...understood, step: null, action: null };
    const visits = task.route.flatMap(({ screen }, index) => (alike.includes(screen) ? [index] : []));
    if (visits.length === 0) {
      const [action = null] = alike.flatMap((id) => task.detours.get(id) ?? []);
      return { ...understood, step: null, action };
    }
    const step = chooseVisit(visits, {
      text: linesBeyond(text, firstPrompt(task, dialect)),
      told: await toldOf(task),
    });
    return { ...understood, step, action: task.route[step]?.action ?? null };
  };
  return {
    answerTo: async (seen) => {
      const understood = await understand(seen);
      const other = (await options.answerOther?.(understood)) ?? null;
      if (other !== null) return other;
      const { task, step } = understood;
      const action = understood.action ?? { type: 'key', key: 'BACK' };
      const words =
        step === null ? 'I am off my way.' : `Step ${step + 1} of ${task?.route.length ?? 0} of my way.`;
      const id = (step === null ? null : task?.route[step]?.screen) ?? understood.screens[0] ?? null;
      const said = await say(action, id, { screens, dialect, sent: sentSize(seen), words });
      return withoutBeginning(said?.answer ?? 'I do not know how to say this.', seen);
    },
    able: async () => {
      const found: string[] = [];
      for (const task of memory.tasks) {
        if (await canDo(task, await toldOf(task), { screens, dialect })) found.push(task.id);
      }
      return found;
    },
  };
}

/** What the model is asked before its first step: grammar and rules, which name actions that nobody has taken. */
function firstPrompt({ instructions }: KnownTask, dialect: Dialect): string {
  const [instruction = ''] = instructions;
  const { messages } = dialect.buildRequest(buildPromptInput({ instruction }));
  const parts = messages.flatMap(({ content }) => content);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function linesBeyond(text: string, known: string): string {
  const lines = new Set(known.split('\n'));
  const rest = text.split('\n').filter((line) => !lines.has(line));
  return rest.join('\n');
}

/** How an earlier step shows in a prompt; null where the dialect cannot express it. */
async function tellStep(
  { screen, action }: RouteStep,
  { screens, dialect }: { readonly screens: ScreenMemory; readonly dialect: Dialect },
): Promise<string | null> {
  const said = await say(action, screen, { screens, dialect, sent: null, words: '' });
  if (said === null || dialect.history.sentences !== true) return said?.call ?? null;
  const known = await screens.look(screen);
  const { size = null, sent = null, elements = null, hierarchy = null } = known ?? {};
  const read = dialect.parse(said.answer, { profile: 'tolerant', screen: size, sent, elements });
  if (read.type === 'format_error') return null;
  return actionSentence(locateElements(read.actions[0], elements, size), hierarchy);
}

/** Whether every step of a task has words, and what led to them distinguishes every two screens that look alike. */
async function canDo(
  { route }: KnownTask,
  told: readonly (string | null)[],
  { screens, dialect }: { readonly screens: ScreenMemory; readonly dialect: Dialect },
): Promise<boolean> {
  if (told.includes(null)) return false;
  const { screenshot, marked } = dialect.observation;
  const looks = await Promise.all(
    route.map(async ({ screen }) =>
      screenshot || marked !== null ? screen : ((await screens.look(screen))?.text ?? screen),
    ),
  );
  return route.every(({ action }, index) => {
    const alike = looks.flatMap((look, other) => (look === looks[index] ? [other] : []));
    const shown = told.slice(0, index).slice(-(dialect.history.steps ?? index));
    const text = dialect.history.steps === 0 ? '' : shown.join('\n');
    const chosen = route[chooseVisit(alike, { text, told })];
    return isDeepStrictEqual(chosen?.action, action);
  });
}

async function say(
  action: Action,
  screen: string | null,
  where: {
    readonly screens: ScreenMemory;
    readonly dialect: Dialect;
    readonly sent: Size | null;
    readonly words: string;
  },
): Promise<SaidAction | null> {
  const known = screen === null ? null : await where.screens.look(screen);
  const thought = `${where.words} I ${action.type.replaceAll('_', ' ')} here.`;
  return sayAction(action, where.dialect, known ?? { elements: null, areas: [], focused: null }, {
    thought,
    summary: thought,
    sizes: { screen: known?.size ?? null, sent: where.sent ?? known?.sent ?? null },
  });
}

/** Where the request begins the answer, the model continues from there. */
function withoutBeginning(answer: string, { turns, wire }: SeenRequest): string {
  const last = turns.at(-1);
  // Raw completions have no turns: the end of the prompt may be the beginning of the answer.
  if (last === undefined || (last.role !== 'assistant' && wire !== 'completions')) return answer;
  const begun = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  for (let length = Math.min(answer.length, begun.length); length > 0; length -= 1) {
    if (begun.endsWith(answer.slice(0, length))) return answer.slice(length);
  }
  return answer;
}

function sentSize(seen: SeenRequest): Size | null {
  const picture = seen.pictures.at(-1);
  return picture === undefined ? null : pictureSize(picture.data);
}

/** The task whose instruction the text holds last; of several that end alike the longest. */
function taskIn(text: string, tasks: readonly KnownTask[]): KnownTask | null {
  let best: { task: KnownTask; end: number; length: number } | null = null;
  for (const task of tasks) {
    for (const instruction of task.instructions) {
      const at = text.lastIndexOf(instruction);
      if (at < 0) continue;
      const found = { task, end: at + instruction.length, length: instruction.length };
      if (best === null || found.end > best.end || (found.end === best.end && found.length > best.length)) {
        best = found;
      }
    }
  }
  return best?.task ?? null;
}
