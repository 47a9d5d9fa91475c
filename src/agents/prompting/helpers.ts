import { fillTemplate } from '../../models/dialects/fill-template.js';
import type { ModelContent } from '../../models/model.js';
import type { HistoryEntry } from '../agent.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import type { AgentParts } from '../define-agent.js';
import { lookAt, type ShownScreen } from '../look-at.js';
import { screenParts } from '../screen-parts.js';
import type { Actor } from './ask-actor.js';
import { instructionAt } from './instruction-at.js';
import { askHelper, type HelperQuestion } from './ask-helper.js';

/** The models that help an acting one: what they are asked with the agent's own prompts, and shown as the actor is. */
export class Helpers<Prompt extends string> {
  readonly #parts: AgentParts;
  readonly #actor: Actor;
  readonly #own: Readonly<Record<Prompt, string>>;

  constructor(parts: AgentParts, actor: Actor, own: Readonly<Record<Prompt, string>>) {
    this.#parts = parts;
    this.#actor = actor;
    this.#own = own;
  }

  /** The official prompts that the agent asks in; undefined where it asks in its own. */
  get official(): AgentParts['official'] {
    return this.#parts.official;
  }

  /** A prompt by name, the user's in place of the agent's own. */
  prompt(name: Prompt): string {
    return this.#parts.prompts[name] ?? this.#own[name];
  }

  /** A prompt with its places filled. */
  fill(name: Prompt, values: Readonly<Record<string, string>>): string {
    return fillTemplate(this.prompt(name), values);
  }

  /** The answer of the model in a role, as {@link askHelper}. */
  ask(
    step: StepInput,
    role: string,
    parts: readonly ModelContent[],
    more: Pick<HelperQuestion, 'system' | 'before' | 'skipsOutages'> = {},
  ): Promise<string | null> {
    return askHelper(step, { role, parts, sampling: this.#parts.dialectOf(role).sampling, ...more });
  }

  /** What the acting model is shown of a screen; of the current one unless another is given. */
  look(step: StepInput, observation = step.observation): Promise<ShownScreen> {
    const { rule, dialect } = this.#actor;
    return lookAt(observation, rule, { coordinates: dialect.coordinates, signal: step.signal });
  }

  /** A finished step's action in the acting model's grammar; null for an answer that nobody could read. */
  callOf({ observation, decision }: HistoryEntry): string | null {
    if (decision.type !== 'action') return null;
    const { action } = decision;
    return this.#actor.dialect.printCall(action, { screen: observation.screen.size }) ?? action.type;
  }
}

/** What the agent is to do, as {@link instructionAt} says it. */
export function instructionOf({ observation, context }: StepInput): string {
  return instructionAt(observation, context.task);
}

/** The screens before and after something was done, as parts of a question about it. */
export function beforeAndAfter(done: string, before: ShownScreen, after: ShownScreen): ModelContent[] {
  return [
    ...screenParts(`Screen before the ${done}:`, before),
    ...screenParts(`Screen after the ${done}:`, after),
  ];
}
