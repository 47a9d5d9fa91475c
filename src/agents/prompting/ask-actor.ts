import type { Grid, ObservationRule } from '../../domain/observation-rule.js';
import type {
  Dialect,
  ParseContext,
  ParseProfile,
  PromptInput,
  PromptStep,
  Sampling,
} from '../../models/dialects/dialect.js';
import type { ModelAnswer, ModelContent, ModelRequest } from '../../models/model.js';
import type { Agent } from '../agent.js';
import { askModel } from './ask-model.js';
import type { AgentParts } from '../define-agent.js';
import { insertParts } from './insert-parts.js';
import { lookAt, type ShownScreen } from '../look-at.js';
import { chosenObservation } from '../observation-choice.js';
import type { HistoryStrategy } from './history-strategy.js';
import { placeHistory } from './place-history.js';
import { SUMMARISE_PROMPT, SUMMARISE_ROLE } from './summarise-prompt.js';
import { instructionAt } from './instruction-at.js';
import { promptSteps } from './prompt-steps.js';
import { readActions, type AnswerContext, type ReadAnswer } from './read-answer.js';
import { statelessAgent, type StatelessAgentOptions, type StepInput } from '../baselines/stateless-agent.js';

/** The model that acts: its role, how it is asked and read, and what of a screen it is shown. */
export interface Actor {
  readonly role: string;
  readonly dialect: Dialect;
  readonly profile: ParseProfile;
  readonly rule: ObservationRule;
  /** What of earlier steps it is shown, in place of what its family shows; see `historyInput`. */
  readonly history?: ChosenHistory;
}

/** What of earlier steps an acting model is shown by its user's choice. */
export interface ChosenHistory {
  readonly strategy: HistoryStrategy;
  /** The prompt `summarise`, and the sampling of its role. */
  readonly summarise: string;
  readonly sampling: Sampling;
}

/** A note that an acting model of any family gets: in its prompt's own place for it, or next to the prompt. */
export interface PromptNote {
  /** The place: `step` is the step instruction, others are notes. */
  readonly place: string;
  readonly text: string;
  /** A part of the message with the same content, where the family's prompt has no such place. */
  readonly words: string;
}

/**
 * What an agent tells its acting model besides task, screen and earlier steps. Absent parts are as the episode has
 * them.
 */
export interface ActorInput {
  readonly instruction?: string;
  readonly stepInstruction?: string | null;
  /** Earlier steps in place of the episode's own. */
  readonly history?: readonly PromptStep[];
  /** Number of earlier steps, those that `history` leaves out included. */
  readonly stepsTaken?: number;
  /** What of `history` the prompt has no place for stands next to it; `wordless` steps are pictures alone. */
  readonly placesHistory?: 'worded' | 'wordless';
  /** What is to be remembered with the answer. */
  readonly kept?: Readonly<Record<string, unknown>>;
  /** Texts that the dialect has named places for. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly promptNotes?: readonly PromptNote[];
  /** The current screen, where the agent has read it already or perceives it in its own way. */
  readonly shown?: ShownScreen;
  /** Parts that stand before the picture of the current screen, in any dialect. */
  readonly parts?: readonly ModelContent[];
  /** Macro actions that may be used. */
  readonly shortcuts?: NonNullable<ParseContext['shortcuts']>;
  /** Cells of the grid that lies over the picture. */
  readonly grid?: Grid;
}

/** One question to the acting model, and its parsed answer. */
export interface ActorTurn {
  readonly request: ModelRequest;
  readonly answer: ModelAnswer;
  readonly read: ReadAnswer;
  readonly shown: ShownScreen;
  /** What the answer is read against. */
  readonly context: AnswerContext;
  /** What is to be remembered with the answer, besides its text. */
  readonly kept: Readonly<Record<string, unknown>>;
}

/** Asks the acting model for its next action in its dialect. Outages are thrown as the model throws them. */
export async function askActor(step: StepInput, actor: Actor, input: ActorInput = {}): Promise<ActorTurn> {
  const { context, observation, signal } = step;
  const { role, dialect, profile } = actor;
  const { request, shown } = await actorRequest(step, actor, input);
  const answer = await askModel(context.models, role, request, { signal });
  const against: AnswerContext = {
    profile,
    screen: observation.screen.size,
    sent: shown.screenshot?.size ?? shown.marked?.size ?? null,
    elements: shown.elements,
    ...(input.shortcuts === undefined ? {} : { shortcuts: input.shortcuts }),
    ...(input.grid === undefined ? {} : { grid: input.grid }),
  };
  const read = readActions(answer, dialect, against);
  return { request, answer, read, shown, context: against, kept: input.kept ?? {} };
}

/** What `askActor` asks, not yet asked. */
export async function actorRequest(
  step: StepInput,
  { dialect, rule }: Actor,
  input: ActorInput = {},
): Promise<Pick<ActorTurn, 'request' | 'shown'>> {
  const { coordinates } = dialect;
  const [shown, asked] = await Promise.all([
    input.shown ?? lookAt(step.observation, rule, { coordinates, signal: step.signal }),
    promptInput(step, dialect, input),
  ]);
  const prompt = { ...asked, ...shown };
  const { history, words, pictures } =
    input.placesHistory === undefined
      ? { history: prompt.history, words: [], pictures: [] }
      : placeHistory(dialect, prompt, input.placesHistory === 'worded');
  const built = requestWithNotes(dialect, { ...prompt, history }, input.promptNotes ?? []);
  const whole = insertParts(insertParts(built, words), pictures);
  const request = { ...dialect.sampling, ...insertParts(whole, input.parts ?? []) };
  return { request: markEarlier(request, history, shown), shown };
}

/** The request with the pictures of earlier steps marked as such, so that they are counted apart. */
function markEarlier(
  request: ModelRequest,
  history: readonly PromptStep[],
  { screenshot, marked }: ShownScreen,
): ModelRequest {
  const earlier = new Set(history.flatMap(({ picture }) => (picture === null ? [] : [picture.data])));
  if (earlier.size === 0) return request;
  // A screen that did not change may be one picture: then one of its places is the current screen's.
  const current = new Set(
    [screenshot, marked].flatMap((picture) => (picture === null ? [] : [picture.data])),
  );
  const isEarlier = (data: Uint8Array): boolean => earlier.has(data) && !current.delete(data);
  const messages = request.messages.map((message) => ({
    ...message,
    content: message.content.map((part): ModelContent =>
      part.type === 'image' && isEarlier(part.data) ? { ...part, isEarlier: true } : part,
    ),
  }));
  return { ...request, messages };
}

/** The request with everything promptNotes: in its place, or as a part of its own where the prompt has no such place. */
function requestWithNotes(
  dialect: Dialect,
  input: PromptInput,
  promptNotes: readonly PromptNote[],
): ModelRequest {
  let placed = input;
  let request = dialect.buildRequest(input);
  const beside: ModelContent[] = [];
  for (const { place, text, words } of promptNotes) {
    const tried: PromptInput =
      place === 'step'
        ? { ...placed, stepInstruction: text }
        : { ...placed, notes: { ...placed.notes, [place]: text } };
    const changed = dialect.buildRequest(tried);
    if (textOf(changed) === textOf(request)) beside.push({ type: 'text', text: words });
    else [placed, request] = [tried, changed];
  }
  return insertParts(request, beside);
}

function textOf({ messages }: ModelRequest): string {
  const parts = messages.flatMap(({ content }) => content);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

async function promptInput(
  { context, observation, history, signal }: StepInput,
  dialect: Dialect,
  input: ActorInput,
): Promise<Omit<PromptInput, keyof ShownScreen>> {
  const { stepInstruction = observation.stepInstruction ?? null } = input;
  return {
    instruction: input.instruction ?? instructionAt(observation, context.task),
    stepInstruction,
    language: context.task.language,
    history: input.history ?? (await promptSteps(history, dialect, { signal })),
    stepsTaken: input.stepsTaken ?? history.length,
    screen: observation.screen.size,
    app: observation.screen.activity?.package ?? null,
    screenId: observation.screen.id,
    notes: input.notes ?? {},
  };
}

/** The acting model of an agent as the user's settings want it. */
export function actorOf(parts: AgentParts, role = 'actor'): Actor {
  const dialect = parts.dialectOf(role);
  const rule = chosenObservation(dialect.observation, parts.observation);
  const history = chosenHistory(parts);
  return { role, dialect, profile: parts.profile, rule, ...(history === undefined ? {} : { history }) };
}

/** What of earlier steps the user wants shown; undefined leaves it to the family. */
export function chosenHistory(parts: AgentParts): ChosenHistory | undefined {
  const { history: strategy, prompts } = parts;
  if (strategy === undefined) return undefined;
  return {
    strategy,
    summarise: prompts[SUMMARISE_ROLE.name] ?? SUMMARISE_PROMPT,
    sampling: parts.dialectOf(SUMMARISE_ROLE.name).sampling,
  };
}

/** An agent with this acting model; `helpers` are the roles of its other models. */
export function actorAgent(
  name: string,
  actor: Actor,
  {
    helpers = [],
    version = '1',
    ...options
  }: Pick<StatelessAgentOptions, 'maxSteps' | 'decide'> &
    Partial<Pick<StatelessAgentOptions, 'version'>> & { readonly helpers?: readonly string[] },
): Agent {
  return statelessAgent({
    name,
    version,
    settings: { observation: actor.rule },
    needs: actorNeeds(actor, [actor.role, ...helpers]),
    ...options,
  });
}

/** What an agent with this acting model, and with models in these roles, needs. */
export function actorNeeds({ rule, history, dialect }: Actor, models: readonly string[]): Agent['needs'] {
  const marks = dialect.observation.marked;
  const summarises = history?.strategy.context === 'written' && !models.includes(SUMMARISE_ROLE.name);
  return {
    models: summarises ? [...models, SUMMARISE_ROLE.name] : models,
    privileges: false,
    pictures: rule.screenshot || rule.marked !== null,
    hierarchy: rule.text !== null || rule.marked !== null,
    ...(dialect.needsMarks === true && marks !== null && rule.text === null ? { marks } : {}),
  };
}
