import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import type { ObservationRule } from '../../../domain/observation-rule.js';
import type { PromptStep } from '../../../models/dialects/dialect.js';
import type { Agent } from '../../../agents/agent.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorInput,
} from '../../../agents/prompting/ask-actor.js';
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
import { SUMMARISE_PROMPT, SUMMARISE_ROLE } from '../../../agents/prompting/summarise-prompt.js';
import { annotatedSummary, summariseSteps } from '../../../agents/prompting/summarise-steps.js';
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
    .default(null)
    .describe('longest side of the screenshots of earlier steps, pixels; null: as large as the current one'),
});
type Options = z.infer<typeof OPTIONS>;

const ROLE = 'actor';
const PROMPTS = { [SUMMARISE_ROLE.name]: SUMMARISE_PROMPT };

/** A step of which nothing is said. */
const WORDLESS: PromptStep = { answer: null, call: null, thought: null, summary: null, picture: null };

/**
 * GUIOdyssey's agent as any model can play it: of the steps so far it gets the latest actions, the screenshots before
 * them, and a summary, each by its switch. Where the published model resamples earlier screenshots into a few tokens, they are sent
 * as pictures, as large as the files that it opens, or small ones by a switch.
 *
 * Source: GUIOdyssey paper, section 4 and Table 4; appendix for the form of the summary; reference code, `evaluate_GUIOdyssey.py` and
 * `modeling_qwen.py`, for what is shown unless told otherwise.
 */
class Odyssey {
  readonly #parts: AgentParts;
  readonly #options: Options;
  readonly #actor: Actor;

  constructor(parts: AgentParts, options: Options) {
    this.#parts = parts;
    this.#options = options;
    this.#actor = actorOf(parts, ROLE);
  }

  agent(): Agent {
    const helpers = this.#options.context ? [SUMMARISE_ROLE.name] : [];
    return actorAgent('odyssey', this.#actor, {
      version: '2',
      helpers,
      decide: (step) => this.#decide(step),
    });
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
    const { context, annotated } = this.#options;
    if (!context) return null;
    const own = annotated ? annotatedSummary(step) : null;
    if (own !== null) return own;
    const parts = this.#parts;
    return summariseSteps(step, this.#actor, {
      template: parts.prompts[SUMMARISE_ROLE.name] ?? SUMMARISE_PROMPT,
      sampling: parts.dialectOf(SUMMARISE_ROLE.name).sampling,
    });
  }

  async #input(step: StepInput, context: string | null): Promise<ActorInput> {
    const { actions, screenshots, window } = this.#options;
    const { dialect, rule } = this.#actor;
    const latest = window === 0 ? [] : step.history.slice(-window);
    const seen = this.#historyRule(rule);
    const telling = { ...dialect, history: { ...dialect.history, steps: null, pictures: 0 } };
    const steps = actions ? await promptSteps(latest, telling, step) : latest.map(() => WORDLESS);
    const pictures = screenshots
      ? await Promise.all(latest.map(({ observation }) => lookBack(observation, seen, step.signal)))
      : [];
    const history = steps.map((one, index): PromptStep => ({ ...one, picture: pictures[index] ?? null }));
    return {
      history: actions || screenshots ? history : [],
      placesHistory: actions ? 'worded' : 'wordless',
      promptNotes:
        context === null
          ? []
          : [{ place: 'context', text: context, words: `What has been done: ${context}` }],
    };
  }

  /** How a screenshot of an earlier step is sent. */
  #historyRule(rule: ObservationRule): ObservationRule {
    const { historySide } = this.#options;
    if (historySide === null) return rule;
    const resize = { algorithm: 'longest_side', maxSide: historySide } as const;
    return { ...rule, picture: { ...rule.picture, resize } };
  }
}

/** GUIOdyssey's history agent by name. */
export const odysseyDefinition: AgentDefinition = defineAgent({
  name: 'odyssey',
  title: "acts on a history of earlier steps: GUIOdyssey's history agent",
  roles: [{ name: ROLE, does: 'chooses each action' }, SUMMARISE_ROLE],
  dialect: 'odyssey_command@odyssey_agent',
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
