import { z } from 'zod';
import { given } from '../../domain/given.js';
import type { Decision } from '../../domain/decision.js';
import type { ModelMessage } from '../../models/model.js';
import { headedSections } from '../../models/readers/headed-sections.js';
import { readMobileAgentReflection, type ActionOutcome } from '../../models/readers/reflect-mobile-agent.js';
import type { Agent, HistoryEntry } from '../agent.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorTurn,
  type PromptNote,
} from '../prompting/ask-actor.js';
import { textParts } from '../prompting/ask-helper.js';
import { beforeAndAfter, Helpers, instructionOf } from '../prompting/helpers.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../define-agent.js';
import {
  PERCEIVER,
  perceiverOf,
  PERCEPTIONS,
  perceivingRule,
  type Perceived,
  type Perceiver,
} from '../mobile-agent/perceive.js';
import { keepAnswer, promptSteps } from '../prompting/prompt-steps.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { MOBILE_AGENT_V2_PROMPTS } from './mobile-agent-v2-prompts.js';
import { operationMemory, successfulSteps, type OperationMemory } from './operation-memory.js';

const OPTIONS = z.object({
  reflect: z.boolean().default(true).describe('each operation is judged by the screens before and after it'),
  plan: z.boolean().default(true).describe('the completed contents of the task are kept up to date'),
  memory: z.boolean().default(true).describe('important contents of screens are noted'),
  perception: z
    .enum(PERCEPTIONS)
    .default('hierarchy')
    .describe('texts and icons come from the UI hierarchy, or a model reads them off the screenshot'),
});
type Options = z.infer<typeof OPTIONS>;

const ROLE = 'actor';
/** Bytes of JSON of what is kept; together less than an agent's memory may take. */
const ANSWER_LENGTH = 3_000;
const COMPLETED_BYTES = 6_000;
const NOTES_BYTES = 10_000;
const FAILED_BYTES = 4_000;
const UNREADABLE = 'an answer that nobody could read';

/**
 * Mobile-Agent-v2: perceive, decide, note what is important, act; then reflect on the outcome. An operation that went
 * wrong is undone (B) or quoted (C) and is no part of the history; one that went well is, and the completed contents
 * are updated.
 *
 * Source: Wang et al. 2024 (Mobile-Agent-v2) and its reference code, `run.py`. Deviations: going back is a step of its own, since
 * it is an action on the phone; a judgement that cannot be read counts as A, where the published code leaves the
 * operation out of the history and continues.
 */
class MobileAgentV2 {
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #helpers: Helpers<keyof typeof MOBILE_AGENT_V2_PROMPTS>;
  readonly #perceive: Perceiver;

  constructor(parts: AgentParts, options: Options) {
    this.#options = options;
    const actor = actorOf(parts, ROLE);
    this.#actor = { ...actor, rule: perceivingRule(actor, options.perception) };
    this.#helpers = new Helpers(parts, this.#actor, MOBILE_AGENT_V2_PROMPTS);
    const { perception } = options;
    const prompt = this.#helpers.prompt('perceive');
    this.#perceive = perceiverOf(parts, { actor: this.#actor, perception, prompt });
  }

  agent(): Agent {
    const { reflect, plan, memory, perception } = this.#options;
    const helpers = [
      ...(reflect ? ['reflector'] : []),
      ...(plan ? ['planner'] : []),
      ...(memory ? ['memory'] : []),
      ...(perception === 'model' ? [PERCEIVER] : []),
    ];
    return actorAgent('mobile-agent-v2', this.#actor, { helpers, decide: (step) => this.#decide(step) });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const last = step.history.at(-1);
    const state = operationMemory(last);
    const seen = await this.#perceive(step, step.observation);
    const perceived = this.#options.perception === 'model' ? seen.shown.elementText : null;
    const judged =
      last === undefined || state.kind === 'undo' ? null : await this.#judge(step, last, state, seen);
    const next = await this.#after(step, state, judged);
    if (judged === 'B') {
      const thought = 'The last operation led to a wrong screen; going back.';
      const memory: OperationMemory = { ...next, kind: 'undo', outcome: 'B', perceived };
      return { type: 'action', action: { type: 'key', key: 'BACK' }, thought, summary: 'Go back.', memory };
    }
    return this.#operate(step, seen, { ...next, kind: 'operation', outcome: judged, perceived });
  }

  /** Asks for the next operation, and for what to note of this screen. */
  async #operate(step: StepInput, seen: Perceived, state: OperationMemory): Promise<Decision> {
    const { dialect } = this.#actor;
    const steps = successfulSteps(step.history, state.outcome);
    const turn = await askActor(step, this.#actor, {
      shown: seen.shown,
      history: await promptSteps(steps, dialect, step),
      stepsTaken: steps.length,
      promptNotes: promptNotesOf(state, seen),
    });
    const { answer, read } = turn;
    const kept = keepAnswer(answer.text.slice(0, ANSWER_LENGTH));
    if (read.type === 'format_error') return { ...read, memory: { ...kept, ...state } };
    const { actions, ...said } = read;
    const notes = await this.#note(step, turn, state.notes);
    return { ...said, type: 'action', action: actions[0], memory: { ...kept, ...state, notes } };
  }

  /** What the last operation came to. */
  async #judge(
    step: StepInput,
    last: HistoryEntry,
    state: OperationMemory,
    seen: Perceived,
  ): Promise<ActionOutcome> {
    if (last.decision.type === 'format_error') return 'C';
    if (!this.#options.reflect) return 'A';
    const before = await this.#perceive(step, last.observation, state.perceived);
    const text = this.#helpers.fill('reflect', {
      instruction: instructionOf(step),
      thought: last.decision.thought ?? 'not said',
      operation: last.decision.summary ?? 'not said',
      action: this.#callOf(last),
    });
    const parts = [...textParts(text), ...beforeAndAfter('operation', before.shown, seen.shown)];
    const answer = await this.#helpers.ask(step, 'reflector', parts);
    const read = answer === null ? null : readMobileAgentReflection(answer);
    return read?.type === 'value' ? read.value.outcome : 'A';
  }

  /** What is known once the last operation is judged. */
  async #after(
    step: StepInput,
    state: OperationMemory,
    outcome: ActionOutcome | null,
  ): Promise<OperationMemory> {
    const last = step.history.at(-1);
    if (outcome === null || last === undefined) return state;
    if (outcome !== 'A') return { ...state, failed: clipText(this.#lineOf(last), FAILED_BYTES) };
    return { ...state, failed: null, completed: await this.#complete(step, state) };
  }

  async #complete(step: StepInput, state: OperationMemory): Promise<string> {
    if (!this.#options.plan) return state.completed;
    const operations = successfulSteps(step.history, 'A').map(
      (entry, index) => `Step-${index + 1}: ${this.#lineOf(entry)}`,
    );
    const text = this.#helpers.fill('plan', {
      instruction: instructionOf(step),
      operations: operations.join('\n'),
      completed: state.completed || 'None',
    });
    const answer = await this.#helpers.ask(step, 'planner', textParts(text));
    const said = sectionOf(answer, 'completed contents');
    return said === null ? state.completed : clipText(said, COMPLETED_BYTES);
  }

  /** The notes, with what this screen adds to them. */
  async #note(step: StepInput, { request, answer }: ActorTurn, notes: string): Promise<string> {
    if (!this.#options.memory) return notes;
    const said: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: answer.text }] };
    // An answer that was begun for the model comes back whole.
    const asked = request.continuesLast === true ? request.messages.slice(0, -1) : request.messages;
    const before = [...asked, said];
    const reply = await this.#helpers.ask(step, 'memory', textParts(this.#helpers.prompt('memory')), {
      before,
    });
    const noted = sectionOf(reply, 'important content');
    if (noted === null || notes.includes(noted)) return notes;
    const longer = notes === '' ? noted : `${notes}\n${noted}`;
    return clipText(longer, NOTES_BYTES);
  }

  #lineOf(entry: HistoryEntry): string {
    return `[Operation: ${entry.decision.summary ?? 'not said'}; Action: ${this.#callOf(entry)}]`;
  }

  #callOf(entry: HistoryEntry): string {
    return this.#helpers.callOf(entry) ?? UNREADABLE;
  }
}

/** What the acting model is given besides its history. */
function promptNotesOf({ completed, notes, failed }: OperationMemory, { keyboard }: Perceived): PromptNote[] {
  return given([
    completed !== '' && { place: 'completed', text: completed, words: `Completed contents: ${completed}` },
    notes !== '' && { place: 'memory', text: notes, words: `Memory:\n${notes}` },
    failed !== null && {
      place: 'last_operation',
      text: `${failed} Think again and do something else.`,
      words: `The last operation did not do what was expected: ${failed} Think again and do something else.`,
    },
    keyboard !== null && {
      place: 'keyboard',
      text: keyboard,
      words: `The keyboard is ${keyboard === 'on' ? 'shown' : 'not shown, so typing is not possible'}.`,
    },
  ]);
}

/** A section of an answer; null where there is none, or nothing in it. */
function sectionOf(answer: string | null, heading: string): string | null {
  const said = answer === null ? '' : (headedSections(answer).get(heading) ?? '');
  return /^["'`]?(?:none)?["'`.]{0,2}$/i.test(said) ? null : said;
}

/** Mobile-Agent-v2 by name. */
export const mobileAgentV2Definition: AgentDefinition = defineAgent({
  name: 'mobile-agent-v2',
  title: 'Mobile-Agent-v2: acts, judges each operation, undoes what went wrong, keeps notes',
  roles: [
    { name: ROLE, does: 'chooses each operation' },
    { name: 'reflector', does: 'judges the last operation by the screens before and after it' },
    { name: 'planner', does: 'keeps the completed contents of the task' },
    { name: 'memory', does: 'notes important contents of the screen' },
    { name: PERCEIVER, does: 'lists texts and icons, where a model perceives' },
  ],
  dialect: 'mobile_agent_v2',
  options: OPTIONS,
  prompts: MOBILE_AGENT_V2_PROMPTS,
  create: (parts, options) => new MobileAgentV2(parts, options).agent(),
  identify: () => ({ formatErrors: 'wait' }),
});
