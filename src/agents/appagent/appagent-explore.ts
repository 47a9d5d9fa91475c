import { z } from 'zod';
import { stop, type Action } from '../../domain/action.js';
import { ElementDocumentSchema, slotOf } from '../../domain/app-documents.js';
import type { Decision } from '../../domain/decision.js';
import type { ModelContent } from '../../models/model.js';
import { APPAGENT_READER } from '../../models/dialects/appagent/published-reader.js';
import { parseReflectReply } from '../../models/dialects/appagent/published-reply.js';
import type { ParseProfile } from '../../models/dialects/dialect.js';
import {
  readAppAgentReflection,
  REFLECTION_DECISIONS,
  type AppAgentReflection,
} from '../../models/readers/reflect-appagent.js';
import type { HistoryEntry } from '../agent.js';
import { actorOf, type Actor } from '../prompting/ask-actor.js';
import { textParts } from '../prompting/ask-helper.js';
import { Helpers, instructionOf } from '../prompting/helpers.js';
import { chooseAction } from '../prompting/choose-action.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition } from '../define-agent.js';
import { dialectRunSettings } from '../prompting/dialect-identity.js';
import { statelessAgent, type StepInput } from '../baselines/stateless-agent.js';
import { EXPLORE_PROMPTS } from './appagent-prompts.js';
import { officialReflection } from './appagent-prompt-sets.js';
import { SLOT_WORDS } from './element-notes.js';
import { labelAlike, labelScreen } from './labelled-screen.js';

const OPTIONS = z.object({
  reflect: z
    .boolean()
    .default(true)
    .describe('each use of an element is judged by the screens before and after it, and written down'),
  dropUseless: z.boolean().default(true).describe('elements that led nowhere lose their label'),
  endsAtGrid: z
    .boolean()
    .default(true)
    .describe('grid() ends the exploration, as any function that exploring lacks; off: it changes nothing'),
  tapsBeforeTyping: z
    .boolean()
    .default(false)
    .describe('text() taps the field that it names first; off: it types into the one that has the focus'),
  rounds: z.int().positive().default(20).describe('actions that the model chooses at most'),
});
type Options = z.infer<typeof OPTIONS>;

const REFLECTOR = 'reflector';
/** Longest text of one document, bytes of JSON. */
const MOST_BYTES = 2_000;

const TouchSchema = z
  .object(ElementDocumentSchema.shape)
  .omit({ text: true })
  // As it was written; several elements of a screen may share a name.
  .extend({ label: z.int() });
type Touch = z.infer<typeof TouchSchema>;

const PUBLISHED: ParseProfile = `reference:${APPAGENT_READER}`;

/** What a decision of the exploring agent remembers. */
const ExploredSchema = z.object({
  /** The element that its action uses. */
  touched: TouchSchema.optional(),
  /** The element that the action before it used on a screen, without anybody knowing what that does. */
  unrecorded: z.object({ screen: z.string(), element: z.string() }).optional(),
  /** How the action before it was judged. */
  judged: z.enum(['BACK', 'INEFFECTIVE', 'CONTINUE', 'SUCCESS']).optional(),
  /** Element that the action before it turned out not to need. */
  useless: z.string().optional(),
  /** What the action before it taught. */
  learned: ElementDocumentSchema.optional(),
});
type Explored = z.infer<typeof ExploredSchema>;

/** Everything remembered at a step. */
interface State {
  readonly useless: ReadonlySet<string>;
  /** Elements by screen that were tried there, and nobody recorded what they do. */
  readonly unrecorded: ReadonlyMap<string, ReadonlySet<string>>;
  /** The model's summary, unless what it sums up led nowhere. */
  readonly past: string | null;
  /** Actions that the model has chosen. */
  readonly rounds: number;
}

/**
 * AppAgent getting to know an app: it uses one element after another, has each use judged by the screens before and after
 * it, goes back where it went astray, and writes down what the elements do. The documents are kept with its decisions;
 * `touchstone documents RUN` collects them.
 *
 * Source: AppAgent paper and reference code, exploration; SPHINX paper, section 5.3. Deviations: going back is a step of its
 * own and no round, as the episode records it; the app is bounded by rounds, not by minutes.
 */
export const appAgentExplore: AgentDefinition = defineAgent({
  name: 'appagent-explore',
  title: 'AppAgent exploring: uses elements, judges what they did, writes documents (`touchstone documents`)',
  roles: [
    { name: 'actor', does: 'chooses what to try' },
    { name: REFLECTOR, does: 'judges each try and says what the element is for' },
  ],
  dialect: 'appagent',
  parsing: PUBLISHED,
  options: OPTIONS,
  prompts: EXPLORE_PROMPTS,
  create: (parts, options) => {
    const actor = actorOf(parts);
    const helpers = new Helpers(parts, actor, EXPLORE_PROMPTS);
    const maker: Maker = { actor, helpers, options };
    return statelessAgent({
      name: 'appagent-explore',
      version: '2',
      needs: {
        explores: true,
        models: options.reflect ? [actor.role, REFLECTOR] : [actor.role],
        pictures: true,
        hierarchy: true,
      },
      decide: (step) => decide(step, maker),
    });
  },
  identify: (parts) => {
    const { observation } = dialectRunSettings(parts.dialectOf('actor'), { ...parts, observation: 'native' });
    return { observation };
  },
});

/** What the agent is made with. */
interface Maker {
  readonly actor: Actor;
  readonly helpers: Helpers<keyof typeof EXPLORE_PROMPTS>;
  readonly options: Options;
}

async function decide(step: StepInput, maker: Maker): Promise<Decision> {
  const { options } = maker;
  const before = stateAfter(step.history, options);
  const last = step.history.at(-1);
  const touched = last === undefined ? undefined : rememberedIn(last).touched;
  const judged =
    last === undefined || touched === undefined
      ? null
      : step.observation.isUnrecorded === true
        ? { unrecorded: { screen: last.observation.screen.id, element: touched.element } }
        : await judge(step, touched, maker);
  if (judged === 'unreadable') {
    const action = { ...stop('interrupted'), warnings: ['malformed_reflection'] };
    return { type: 'action', action, summary: 'nobody can tell what the last action did' };
  }
  const now = afterJudgement(before, judged ?? {}, options);
  const kept = judged === null ? {} : { memory: judged };
  if (judged?.judged === 'BACK') {
    return { type: 'action', action: { type: 'key', key: 'BACK' }, ...kept };
  }
  if (now.rounds >= options.rounds) {
    return { type: 'action', action: stop('unspecified'), ...kept };
  }
  return explore(step, now, judged ?? {}, maker);
}

async function explore(step: StepInput, state: State, judged: Explored, maker: Maker): Promise<Decision> {
  const { actor, helpers } = maker;
  const { observation, signal } = step;
  const { picture } = actor.dialect.observation;
  const useless = uselessOn(observation.screen.id, state);
  const { shown, names } = await labelScreen(observation, { useless, picture, signal });
  if (names.length === 0 && state.unrecorded.has(observation.screen.id)) {
    return { ...leaveScreen(step.history.at(-1)), memory: judged };
  }
  const instruction = instructionOf(step);
  const asksOfficially = helpers.official !== undefined;
  const decision = await chooseAction(step, actor, {
    instruction: asksOfficially ? instruction : helpers.fill('explore', { instruction }),
    history: [],
    notes: { past_actions: state.past ?? 'None' },
    shown,
    parts: asksOfficially ? [] : textParts(helpers.prompt('no_grid')),
  });
  if (decision.type !== 'action') return { ...decision, memory: { ...decision.memory, ...judged } };
  const touched = touchOf(decision, names, observation.screen.activity?.package);
  const action = asExplored(decision.action, maker.options);
  return { ...decision, action, memory: { ...decision.memory, ...judged, ...touched } };
}

/** An action as exploring carries it out. */
function asExplored(action: Action, { endsAtGrid, tapsBeforeTyping }: Options): Action {
  if (action.type === 'grid_overlay' && endsAtGrid) {
    return { ...stop('interrupted'), warnings: ['grid_while_exploring'] };
  }
  if (action.type !== 'type' || tapsBeforeTyping) return action;
  const { target: _, ...typing } = action;
  return typing;
}

/** Everything here was tried and nobody recorded it: back, and no further where that leads here again. */
function leaveScreen(last: HistoryEntry | undefined): Extract<Decision, { type: 'action' }> {
  const isBack =
    last?.decision.type === 'action' &&
    last.decision.action.type === 'key' &&
    last.decision.action.key === 'BACK';
  const action: Action = isBack ? stop('unspecified') : { type: 'key', key: 'BACK' };
  return { type: 'action', action, summary: 'nobody recorded what the elements of this screen do' };
}

/** The element that an action uses. */
function touchOf(
  { action }: Extract<Decision, { type: 'action' }>,
  names: readonly string[],
  app = '',
): Pick<Explored, 'touched'> {
  const slot = slotOf(action);
  if (slot === null || !('target' in action)) return {};
  const { target } = action;
  const label = target?.type === 'point' || target?.type === 'element' ? target.element : undefined;
  const element = label === undefined ? undefined : names[label - 1];
  if (label === undefined || element === undefined) return {};
  return { touched: { app, element, slot, label: writtenLabel(action) ?? label } };
}

/** The number in the call itself, which may count from the end. */
function writtenLabel({ native }: Action): number | null {
  const written: unknown = Array.isArray(native?.arguments) ? native.arguments[0] : undefined;
  return typeof written === 'number' && Number.isInteger(written) ? written : null;
}

/** What the reflector makes of the last action. */
async function judge(
  step: StepInput,
  touched: Touch,
  { actor, helpers, options }: Maker,
): Promise<Explored | 'unreadable' | null> {
  const { history, observation, signal } = step;
  const last = history.at(-1);
  // Typing is not judged.
  if (!options.reflect || last === undefined || touched.slot === 'text') return null;
  const useless = uselessOn(last.observation.screen.id, stateAfter(history, options));
  const labels = { useless, picture: actor.dialect.observation.picture, signal };
  const before = await labelScreen(last.observation, labels);
  const after = await labelAlike(observation, before, labels);
  const about = {
    instruction: instructionOf(step),
    label: touched.label,
    slot: touched.slot,
    summary: last.decision.summary ?? last.decision.thought ?? 'nobody said',
  };
  const { official } = helpers;
  const text =
    official === undefined
      ? helpers.fill('reflector', {
          instruction: about.instruction,
          element: String(about.label),
          action: SLOT_WORDS[about.slot],
          summary: about.summary,
        })
      : officialReflection(about, official);
  const pictures = [before.shown.marked, after].filter((picture) => picture !== null);
  const answer = await helpers.ask(step, REFLECTOR, [
    ...textParts(text),
    ...pictures.map(({ mediaType, data }): ModelContent => ({ type: 'image', mediaType, data })),
  ]);
  const read = answer === null ? null : readReflection(answer, actor);
  if (read === null) return 'unreadable';
  const { decision, documentation } = read;
  return {
    judged: decision,
    ...(decision === 'SUCCESS' ? {} : { useless: touched.element }),
    ...(documentation === null ? {} : learnedOf(touched, documentation)),
  };
}

/** The judgement in an answer, as the actor's answers are read; null where there is none. */
function readReflection(
  answer: string,
  { profile, dialect }: Actor,
): Pick<AppAgentReflection, 'decision' | 'documentation'> | null {
  if (!profile.startsWith('reference:')) {
    const read = readAppAgentReflection(answer);
    return read.type === 'value' ? read.value : null;
  }
  // The adaptations there are take white space that the original does not.
  const [word, , documentation] = parseReflectReply(answer, dialect.variant !== 'original');
  const decision = REFLECTION_DECISIONS.find((candidate) => candidate === word);
  return decision === undefined ? null : { decision, documentation: documentation?.toString() ?? null };
}

/** An empty document is as good as none. */
function learnedOf({ app, element, slot }: Touch, documentation: string): Pick<Explored, 'learned'> {
  const text = clipText(documentation, MOST_BYTES);
  return text === '' ? {} : { learned: { app, element, slot, text } };
}

function rememberedIn({ decision }: HistoryEntry): Explored {
  const kept = ExploredSchema.safeParse(decision.memory);
  return kept.success ? kept.data : {};
}

/** What is remembered after these steps, the last of which has not been judged yet. */
function stateAfter(history: readonly HistoryEntry[], options: Options): State {
  let state: State = { useless: new Set(), unrecorded: new Map(), past: null, rounds: 0 };
  for (const entry of history) {
    const { decision } = entry;
    const remembered = rememberedIn(entry);
    state = afterJudgement(state, remembered, options);
    // Going back is no round: the model did not choose it.
    if (remembered.judged === 'BACK') continue;
    state = { ...state, past: decision.summary ?? state.past, rounds: state.rounds + 1 };
  }
  return state;
}

function afterJudgement(state: State, judged: Explored, { dropUseless }: Options): State {
  const { useless, unrecorded } = judged;
  if (unrecorded !== undefined) {
    const { screen, element } = unrecorded;
    const tried = new Set([...(state.unrecorded.get(screen) ?? []), element]);
    return { ...state, past: null, unrecorded: new Map([...state.unrecorded, [screen, tried]]) };
  }
  if (useless === undefined) return state;
  return {
    ...state,
    past: null,
    useless: dropUseless ? new Set([...state.useless, useless]) : state.useless,
  };
}

/** Elements that get no label on a screen. */
function uselessOn(screen: string, { useless, unrecorded }: State): ReadonlySet<string> {
  return new Set([...useless, ...(unrecorded.get(screen) ?? [])]);
}
