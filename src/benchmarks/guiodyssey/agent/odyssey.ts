import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import type { ObservationRule } from '../../../domain/observation-rule.js';
import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import type { PromptStep } from '../../../models/dialects/dialect.js';
import type { ModelContent } from '../../../models/model.js';
import type { Agent, HistoryEntry } from '../../../agents/agent.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorInput,
} from '../../../agents/prompting/ask-actor.js';
import { textParts } from '../../../agents/prompting/ask-helper.js';
import { beforeAndAfter, Helpers, instructionOf } from '../../../agents/prompting/helpers.js';
import { clipText } from '../../../agents/clip-text.js';
import {
  AgentOptionError,
  defineAgent,
  type AgentDefinition,
  type AgentParts,
} from '../../../agents/define-agent.js';
import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { lookBack } from '../../../agents/look-at.js';
import { keepAnswer, promptSteps } from '../../../agents/prompting/prompt-steps.js';
import type { StepInput } from '../../../agents/baselines/stateless-agent.js';

/** δ of the paper. */
const MAIN_WINDOW = 4;

const OPTIONS = z.object({
  actions: z.boolean().default(true).describe('the latest actions are shown'),
  screenshots: z.boolean().default(true).describe('the screenshots of the latest steps are shown'),
  context: z.boolean().default(false).describe('a summary of all steps so far is shown, written by a model'),
  window: z
    .int()
    .nonnegative()
    .default(MAIN_WINDOW)
    .describe('latest steps whose actions and screenshots are shown'),
  annotated: z
    .boolean()
    .default(false)
    .describe(
      "with context: the summary is the recording's annotation where it has one; else a model writes it",
    ),
  historySide: z
    .int()
    .positive()
    .nullable()
    .default(448)
    .describe('longest side of the screenshots of earlier steps, pixels; null: as large as the current one'),
});
type Options = z.infer<typeof OPTIONS>;

const ROLE = 'actor';
const SUMMARISE = 'summarise';
const PROMPTS = {
  summarise: `Somebody carries out a task on an Android phone, one action at a time. Sum up in two or three sentences what has been done so far.

Task: {{instruction}}
Summary before the last action: {{context}}
Last action: {{action}}
{{thought}}

The first screen is the one that the last action was taken on, the second the one after it. Tell what has been found, typed and finished, with the names, numbers and texts that later steps need; leave out positions, names of actions, and what is still to be done.

Answer with the summary alone, in the form: So far, …`,
} as const;

/** A step of which nothing is said. */
const UNTOLD: PromptStep = { answer: null, call: null, thought: null, summary: null, picture: null };

/** Most of a summary that is kept, bytes of JSON; models are asked for three sentences. */
const KEPT_BYTES = 6_000;
const AT_FIRST = 'The task has just begun, nothing has been done.';
const MemorySchema = z.object({ context: z.string() });

/**
 * GUIOdyssey's agent as any model can play it: of the steps so far it gets the latest actions, the screenshots before
 * them, and a summary, each by its switch. Where the published model resamples earlier screenshots into a few tokens,
 * this agent sends them small.
 *
 * Source: GUIOdyssey paper, section 4 and Table 4; appendix for the form of the summary.
 */
class Odyssey {
  readonly #helpers: Helpers<keyof typeof PROMPTS>;
  readonly #options: Options;
  readonly #actor: Actor;

  constructor(parts: AgentParts, options: Options) {
    this.#options = options;
    this.#actor = actorOf(parts, ROLE);
    this.#helpers = new Helpers(parts, this.#actor, PROMPTS);
  }

  agent(): Agent {
    const helpers = this.#options.context ? [SUMMARISE] : [];
    return actorAgent('odyssey', this.#actor, { helpers, decide: (step) => this.#decide(step) });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const context = await this.#context(step);
    const input = await this.#input(step, context);
    const { answer, read } = await askActor(step, this.#actor, input);
    const memory = { ...keepAnswer(answer.text), ...(context === null ? {} : { context }) };
    if (read.type === 'format_error') return { ...read, memory };
    const { actions, ...said } = read;
    return { ...said, type: 'action', action: actions[0], memory };
  }

  /** The summary of the steps so far; null where there is to be none. */
  async #context(step: StepInput): Promise<string | null> {
    const { observation, history } = step;
    if (!this.#options.context) return null;
    if (this.#options.annotated && observation.context !== undefined) {
      return clipText(observation.context, KEPT_BYTES);
    }
    const last = history.at(-1);
    if (last === undefined) return AT_FIRST;
    const memory = MemorySchema.safeParse(last.decision.memory);
    const before = memory.success ? memory.data.context : AT_FIRST;
    return (await this.#summarise(step, last, before)) ?? before;
  }

  async #summarise(step: StepInput, last: HistoryEntry, before: string): Promise<string | null> {
    const helpers = this.#helpers;
    const { thought } = last.decision;
    const text = helpers.fill('summarise', {
      instruction: instructionOf(step),
      context: before,
      action: helpers.callOf(last) ?? 'none: the answer could not be read',
      thought: thought === undefined ? '' : `The thought behind it: ${thought}`,
    });
    const answer = await helpers.ask(step, SUMMARISE, [
      ...textParts(text),
      ...beforeAndAfter('action', await helpers.look(step, last.observation), await helpers.look(step)),
    ]);
    const summary = answer === null ? '' : cutThinking(answer).text.trim();
    return summary === '' ? null : clipText(summary, KEPT_BYTES);
  }

  async #input(step: StepInput, context: string | null): Promise<ActorInput> {
    const { actions, screenshots, window } = this.#options;
    const { dialect, rule } = this.#actor;
    const latest = window === 0 ? [] : step.history.slice(-window);
    const seen = this.#historyRule(rule);
    const pictures = screenshots
      ? await Promise.all(latest.map(({ observation }) => lookBack(observation, seen, step.signal)))
      : latest.map(() => null);
    const telling = { ...dialect, history: { ...dialect.history, steps: null, pictures: 0 } };
    const steps = actions ? await promptSteps(latest, telling, step) : latest.map(() => UNTOLD);
    const hasPlace = this.#hasPlace(actions);
    const history = steps.map((one, index): PromptStep => ({
      ...one,
      picture: hasPlace ? (pictures[index] ?? null) : null,
    }));
    return {
      history: actions || hasPlace ? history : [],
      promptNotes:
        context === null
          ? []
          : [{ place: 'context', text: context, words: `What has been done: ${context}` }],
      parts: hasPlace ? [] : pictureParts(pictures),
    };
  }

  /** Whether the family's prompt shows the picture of an earlier step, with or without words. */
  #hasPlace(isInWords: boolean): boolean {
    const { dialect } = this.#actor;
    if (dialect.history.pictures === 0) return false;
    const picture = { mediaType: 'image/png', data: new Uint8Array(), size: null };
    const words = isInWords ? { answer: 'a', call: 'a', thought: 'a', summary: 'a' } : {};
    const request = dialect.buildRequest({
      instruction: '',
      stepInstruction: null,
      language: 'en',
      history: [{ ...UNTOLD, ...words, picture }],
      stepsTaken: 1,
      screenshot: null,
      marked: null,
      elementText: null,
      elements: null,
      screen: null,
      app: null,
      notes: {},
    });
    return request.messages.some(({ content }) => content.some(({ type }) => type === 'image'));
  }

  /** How a screenshot of an earlier step is sent. */
  #historyRule(rule: ObservationRule): ObservationRule {
    const { historySide } = this.#options;
    if (historySide === null) return rule;
    const resize = { algorithm: 'longest_side', maxSide: historySide } as const;
    return { ...rule, picture: { ...rule.picture, resize } };
  }
}

function pictureParts(pictures: readonly PromptStep['picture'][]): ModelContent[] {
  const seen = pictures.filter((picture) => picture !== null);
  if (seen.length === 0) return [];
  const title = `Screenshots before the last ${seen.length} actions, oldest first; the current one is not among them:`;
  return [
    { type: 'text', text: title },
    ...seen.map(({ mediaType, data }): ModelContent => ({ type: 'image', mediaType, data })),
  ];
}

/** GUIOdyssey's history agent by name. */
export const odysseyDefinition: AgentDefinition = defineAgent({
  name: 'odyssey',
  title: "acts on a history of earlier steps: GUIOdyssey's history agent",
  roles: [
    { name: ROLE, does: 'chooses each action' },
    { name: SUMMARISE, does: 'sums up the steps so far' },
  ],
  dialect: 'odyssey_command',
  options: OPTIONS,
  prompts: PROMPTS,
  create: (parts, options) => {
    if (options.annotated && !options.context) {
      throw new AgentOptionError('odyssey: annotated says whose summary is shown, and none is', {
        hint: 'Add --agent-option context=true, or leave annotated out.',
      });
    }
    return new Odyssey(parts, options).agent();
  },
  identify: (_, { window, ...options }) => {
    const kind = shownKinds(options).join('+') || 'none';
    return { history: { kind, length: options.actions || options.screenshots ? window : 0 } };
  },
  notes: ({ window, ...options }) => {
    const { actions, screenshots, annotated } = options;
    const kinds = shownKinds(options);
    const steps = actions || screenshots ? `, of the latest ${plural(window, 'step')}` : '';
    const shown = kinds.length === 0 ? 'nothing' : `${kinds.join(' and ')}${steps}`;
    const isMain = actions && screenshots && !options.context && window === MAIN_WINDOW;
    return given([
      `history shown to the model: ${shown}${isMain ? " (the paper's main condition)" : ''}`,
      annotated && 'the annotated context is text of the data, which no agent has on a device',
    ]);
  },
});

/** What of the earlier steps is shown, by name. */
function shownKinds({
  actions,
  screenshots,
  context,
  annotated,
}: Omit<Options, 'window' | 'historySide'>): string[] {
  return given([
    actions && 'actions',
    screenshots && 'screenshots',
    context && (annotated ? 'annotated context' : 'context'),
  ]);
}
