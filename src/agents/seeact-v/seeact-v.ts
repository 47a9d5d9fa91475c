import { z } from 'zod';
import { stop, type Action, type Target } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { answerWithoutThinking } from '../../models/dialects/reading/cut-thinking.js';
import { SEEACT_V_READER } from '../../models/dialects/seeact-v/published-seeact-v-action.js';
import type { SentPicture } from '../../models/dialects/dialect.js';
import type { ModelContent } from '../../models/model.js';
import { dotPicture } from '../../observations/marks/dot-picture.js';
import { labelPicture } from '../../observations/marks/label-picture.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import type { Agent, HistoryEntry } from '../agent.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../define-agent.js';
import {
  KEPT_SUMMARY_BYTES,
  remarkOn,
  selectedCall,
  summedSteps,
  type SummedSteps,
} from '../m3a/summed-steps.js';
import { REMARKS } from '../m3a/m3a-prompts.js';
import { actorAgent, actorOf, askActor, type Actor } from '../prompting/ask-actor.js';
import { textParts } from '../prompting/ask-helper.js';
import { Helpers, instructionOf } from '../prompting/helpers.js';
import { keepAnswer } from '../prompting/prompt-steps.js';
import {
  GROUNDER_PICTURE,
  groundDescription,
  pixelOf,
  type DescriptionGrounder,
} from './ground-description.js';
import { SEEACT_V_PROMPTS } from './seeact-v-prompts.js';
import { SEEACT_V_TEXTS } from './seeact-v-set.js';

const ROLE = 'actor';
const GROUNDER = 'grounder';
const SUMMARISE = 'summarise';
/** Most of a grounding model's words that is kept, bytes of JSON. */
const GROUNDING_BYTES = 4_000;

const OPTIONS = z.object({
  summarise: z
    .boolean()
    .default(true)
    .describe('each step is summed up by comparing the screens before and after it'),
  grounderPicture: z
    .enum(['fixed', 'dialect'])
    .default('fixed')
    .describe(
      'the picture that the grounder sees: 882 x 1960 in JPEG for any screen, or as its dialect has it',
    ),
});
type Options = z.infer<typeof OPTIONS>;

/** Where a step's action was done to, in pixels of the screen; null where it had no place. */
const MemorySchema = z.object({ located: z.tuple([z.int(), z.int()]).nullable() });

/**
 * SeeAct-V: a planner says in words what to touch, a grounding model finds it, and a third call sums the step up from the screens
 * before and after it, the place that was found marked on the former. No UI hierarchy is used.
 *
 * Source: Gou et al. 2024 (UGround); SeeAct-V on AndroidWorld, `seeact_v.py`.
 */
class SeeActV {
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #grounder: DescriptionGrounder;
  readonly #helpers: Helpers<keyof typeof SEEACT_V_PROMPTS>;
  readonly #summed: SummedSteps;

  constructor(parts: AgentParts, options: Options) {
    this.#options = options;
    this.#actor = actorOf(parts, ROLE);
    this.#helpers = new Helpers(parts, this.#actor, SEEACT_V_PROMPTS);
    this.#summed = { actor: this.#actor, callOf: (entry) => this.#helpers.callOf(entry), failed: null };
    const dialect = parts.dialectOf(GROUNDER);
    const picture = options.grounderPicture === 'fixed' ? GROUNDER_PICTURE : dialect.observation.picture;
    const rule = { ...dialect.observation, picture };
    this.#grounder = {
      actor: { role: GROUNDER, dialect, profile: parts.profile, rule },
      ...(parts.official === undefined ? {} : { official: parts.official }),
    };
  }

  agent(): Agent {
    const helpers = [GROUNDER, ...(this.#options.summarise ? [SUMMARISE] : [])];
    return actorAgent('seeact-v', this.#actor, { helpers, decide: (step) => this.#decide(step) });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const previous = await this.#previous(step);
    const history = await summedSteps(step, previous, this.#summed);
    const { answer, read } = await askActor(step, this.#actor, { history, stepsTaken: history.length });
    const memory = { ...keepAnswer(answer.text), previous };
    if (read.type === 'format_error') {
      if (read.error.kind !== 'refusal') return { ...read, memory };
      const thought = 'the model refused to go on';
      return { type: 'action', action: stop('infeasible'), thought, memory };
    }
    const { actions, ...said } = read;
    return this.#grounded(step, { ...said, type: 'action', action: actions[0] }, memory);
  }

  /** The decision with the place of what it describes; an unreadable one where the grounding model names none. */
  async #grounded(
    step: StepInput,
    decision: Extract<Decision, { type: 'action' }>,
    memory: Readonly<Record<string, unknown>>,
  ): Promise<Decision> {
    const { action, thought } = decision;
    const description = describedIn(action);
    if (description === null) {
      const target = 'target' in action ? action.target : undefined;
      const located = target?.type === 'point' ? pixelOf(target, step.observation) : null;
      return { ...decision, memory: { ...memory, located } };
    }
    const found = await groundDescription(step, description, this.#grounder);
    if (found === null) {
      const message = 'the grounding model named no place for what is described';
      const error = { kind: 'invalid_argument', message, excerpt: description.slice(0, 500) } as const;
      return { type: 'format_error', error, ...(thought === undefined ? {} : { thought }), memory };
    }
    const located = pixelOf(found.target, step.observation);
    const grounding = clipText(found.answer, GROUNDING_BYTES);
    const target = { ...found.target, description };
    return { ...decision, action: aimed(action, target), memory: { ...memory, located, grounding } };
  }

  /** The summary of the last step; null where none is asked for. */
  async #previous(step: StepInput): Promise<string | null> {
    const last = step.history.at(-1);
    if (last === undefined) return null;
    if (last.decision.type === 'format_error') return remarkOn(last.decision.error, this.#summed);
    return this.#options.summarise ? ((await this.#summarise(step, last)) ?? REMARKS.noSummary) : null;
  }

  async #summarise(step: StepInput, last: HistoryEntry): Promise<string | null> {
    const helpers = this.#helpers;
    const [before, after] = await Promise.all([helpers.look(step, last.observation), helpers.look(step)]);
    const pictures = [
      ...(await this.#before(before.screenshot, last)),
      ...(await this.#after(after.screenshot, step.observation.screen.id)),
    ];
    const asked = {
      instruction: instructionOf(step),
      action: selectedCall(last, this.#summed),
      reason: last.decision.thought ?? 'not said',
    };
    const { official } = helpers;
    const text =
      official === undefined
        ? helpers.fill('summarise', asked)
        : official.texts.fill(SEEACT_V_TEXTS.summary, {
            goal: asked.instruction,
            action: asked.action,
            reason: asked.reason,
          });
    const answer = await helpers.ask(step, SUMMARISE, [...textParts(text), ...pictures]);
    return answer === null ? null : clipText(answerWithoutThinking(answer), KEPT_SUMMARY_BYTES);
  }

  /** The screen before a step, a dot where it was touched; the published code takes a place on the left edge for none. */
  async #before(
    picture: SentPicture | null,
    { observation, decision }: HistoryEntry,
  ): Promise<ModelContent[]> {
    if (picture === null) return [];
    const { screen } = observation;
    const parsed = MemorySchema.safeParse(decision.memory);
    const [x, y] = (parsed.success ? parsed.data.located : null) ?? [0, 0];
    if (x === 0) return [imageOf(picture)];
    const { width, height } = picture.size ?? screen.size ?? { width: 1, height: 1 };
    const { width: across, height: down } = screen.size ?? { width, height };
    const at = [Math.round((x * width) / across), Math.round((y * height) / down)] as const;
    return this.#drawn(await dotPicture(picture.data, at, { file: screen.id }), screen.id);
  }

  async #after(picture: SentPicture | null, id: string): Promise<ModelContent[]> {
    if (picture === null) return [];
    return this.#drawn(await labelPicture(picture.data, 'after', { file: id }), id);
  }

  /** A picture that was drawn on, in the form in which the acting model is sent its own. */
  async #drawn(data: Uint8Array, id: string): Promise<ModelContent[]> {
    const { format, quality } = this.#actor.rule.picture;
    const rule = { resize: null, format, ...(quality === undefined ? {} : { quality }) };
    return [imageOf(await preparePicture({ mediaType: 'image/png', data }, rule, { file: id }))];
  }
}

/** What the grounding model is asked for, with any action; null for nothing. */
function describedIn(action: Action): string | null {
  const target = 'target' in action ? action.target : undefined;
  if (target?.type === 'description') return target.text;
  const element = new Map(Object.entries(action.native?.arguments ?? {})).get('element');
  return typeof element === 'string' && element !== '' ? element : null;
}

/** The action at the place that was found; one that has no target is as it was. */
function aimed(action: Action, target: Extract<Target, { type: 'point' }>): Action {
  return 'target' in action && action.target?.type === 'description' ? { ...action, target } : action;
}

function imageOf({ mediaType, data }: Pick<SentPicture, 'mediaType' | 'data'>): ModelContent {
  return { type: 'image', mediaType, data };
}

/** SeeAct-V by name. */
export const seeactVDefinition: AgentDefinition = defineAgent({
  name: 'seeact-v',
  title: 'SeeAct-V: describes what to touch, has it found by UGround, then sums up each step',
  roles: [
    { name: ROLE, does: 'chooses each action and describes what it touches' },
    { name: GROUNDER, does: 'finds what is described', dialect: 'uground' },
    { name: SUMMARISE, does: 'sums up each step from the screens before and after it' },
  ],
  dialect: 'seeact_v',
  parsing: `reference:${SEEACT_V_READER}`,
  options: OPTIONS,
  prompts: SEEACT_V_PROMPTS,
  create: (parts, options) => new SeeActV(parts, options).agent(),
  identify: () => ({ formatErrors: 'wait' }),
});
