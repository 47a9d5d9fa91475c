import type { Agent, HistoryEntry } from '../../agents/agent.js';
import { checkDecision } from '../../engine/attempt/check-decision.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { Box } from '../../domain/geometry.js';
import type { Observation, ScreenContent } from '../../domain/screen.js';
import { CHANNELS, decodePixels, encodePng } from '../../observations/pictures/pixels.js';
import { scriptedModel, type ScriptedAnswer } from '../../models/scripted.js';
import type { Model, ModelRequest, ModelRoles } from '../../models/model.js';
import { buildAgentContext } from '../contracts/agent-contract.js';
import { requestText } from '../models/listening-model.js';
import { hierarchyXml, uiNode } from '../hierarchy-xml.js';

/** A button of a toy phone: what it says, and the screen it leads to; without one it does nothing. */
export interface ToyButton {
  readonly label: string;
  readonly to?: string;
}

/** A phone of 240 × 480 pixels by the names of its screens; buttons stand below each other, from the top. */
export type ToyPhone = Readonly<Record<string, readonly ToyButton[]>>;

export interface ToyEpisode {
  /** Screens in order, the first one included. */
  readonly screens: readonly string[];
  readonly decisions: readonly Decision[];
  /** Whether the agent stopped on the goal. */
  readonly solved: boolean;
}

const SIZE = { width: 240, height: 480 };
const ROW = 60;
/** Grey of the first screen; each one after it is lighter by one. */
const DARKEST = 100;

/** Where the button of a row is, pixels. */
export function toyButtonBox(row: number): Box {
  return [20, row * ROW + 10, 220, row * ROW + 50];
}

/** What the phone shows: a hierarchy of buttons, and a picture in a grey that is the screen's own. */
export function toyObservation(phone: ToyPhone, name: string): Observation {
  const buttons = phone[name] ?? [];
  const nodes = buttons.map(({ label }, row) => {
    const [x1, y1, x2, y2] = toyButtonBox(row);
    return uiNode({
      index: String(row),
      class: 'android.widget.Button',
      text: label,
      clickable: 'true',
      bounds: `[${x1},${y1}][${x2},${y2}]`,
    });
  });
  const root = uiNode({ class: 'android.widget.FrameLayout', bounds: '[0,0][240,480]' }, nodes);
  return {
    screen: {
      id: name,
      size: SIZE,
      activity: { package: 'org.example.toy', activity: 'Main' },
      picture: content('image/png', () => picture(Object.keys(phone).indexOf(name))),
      hierarchy: content('text/xml', async () => new TextEncoder().encode(hierarchyXml([root]))),
    },
  };
}

/** Lets an agent work on a toy phone until it stops, cannot be read, or has taken its steps. */
export async function playToyPhone(
  agent: Agent,
  phone: ToyPhone,
  options: {
    readonly goal: string;
    readonly models: ModelRoles;
    readonly instruction?: string;
    readonly task?: string;
    readonly maxSteps?: number;
    /** Decisions of an interrupted episode. */
    readonly resumed?: readonly Decision[];
  },
): Promise<ToyEpisode> {
  const { goal, models, instruction = 'Do it', task = 'toy', maxSteps = 8, resumed = [] } = options;
  const limit = Math.min(maxSteps, agent.maxSteps ?? Infinity);
  const context = buildAgentContext({
    models,
    maxSteps: limit,
    task: { id: task, instruction, language: 'en', apps: ['Toy'] },
  });
  const { signal } = context;
  const history: HistoryEntry[] = [];
  const visited: string[] = [];
  let [screen = ''] = Object.keys(phone);
  let solved = false;
  while (history.length < limit) {
    visited.push(screen);
    const observation = toyObservation(phone, screen);
    // Opened anew for every step, as after a resume: nothing of the agent is kept but its decisions.
    await using episode = await agent.open(context);
    const decision =
      resumed[history.length] ?? checkDecision(await episode.decide(observation, [...history], { signal }));
    history.push({ observation, decision });
    if (decision.type === 'format_error') break;
    if (decision.action.type === 'stop') {
      solved = screen === goal;
      break;
    }
    screen = nextScreen(phone, screen, visited, decision.action);
  }
  return { screens: visited, decisions: history.map(({ decision }) => decision), solved };
}

/** A model for every role, by what it answers to the texts and pictures of a request, and everything it was asked. */
export function listeningModels(
  roles: Readonly<
    Record<string, (text: string, request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>>
  >,
): {
  readonly models: ModelRoles;
  readonly asked: { readonly role: string; readonly request: ModelRequest }[];
} {
  const asked: { role: string; request: ModelRequest }[] = [];
  const models = Object.fromEntries(
    Object.entries(roles).map(([role, answer]): [string, Model] => [
      role,
      {
        identity: { kind: 'scripted', model: role },
        generate: async (request, options) => {
          asked.push({ role, request });
          return scriptedModel([await answer(requestText(request), request)]).generate(request, options);
        },
      },
    ]),
  );
  return { models, asked };
}

/** The screen that a picture shows, marks or not; null for pictures of other phones. */
export async function toyScreenIn(phone: ToyPhone, picture: Uint8Array): Promise<string | null> {
  const { data } = await decodePixels(picture, { file: 'picture' });
  return Object.keys(phone)[(data.at(-1) ?? 0) - DARKEST] ?? null;
}

function nextScreen(phone: ToyPhone, at: string, visited: readonly string[], action: Action): string {
  if (action.type === 'key' && action.key === 'BACK') {
    return visited.findLast((name) => name !== at) ?? at;
  }
  if ((action.type !== 'tap' && action.type !== 'long_press') || action.target.type !== 'point') return at;
  const { x, y, resolved } = action.target.point;
  const [px, py] = resolved ?? [x, y];
  const row = (phone[at] ?? []).findIndex((_, index) => {
    const [x1, y1, x2, y2] = toyButtonBox(index);
    return px >= x1 && px <= x2 && py >= y1 && py <= y2;
  });
  return phone[at]?.[row]?.to ?? at;
}

function content(mediaType: string, load: () => Promise<Uint8Array>): ScreenContent {
  return { mediaType, load };
}

function picture(number: number): Promise<Uint8Array> {
  return encodePng({
    ...SIZE,
    data: new Uint8Array(SIZE.width * SIZE.height * CHANNELS).fill(DARKEST + number),
  });
}
