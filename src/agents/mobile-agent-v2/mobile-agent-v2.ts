import { z } from 'zod';
import { given } from '../../domain/given.js';
import { pythonStrip } from '../../domain/hierarchy/python-strip.js';
import type { Decision } from '../../domain/decision.js';
import { MOBILE_AGENT_READER } from '../../models/dialects/mobile-agent/mobile-agent-reader.js';
import type { PromptStep } from '../../models/dialects/dialect.js';
import type { ModelContent, ModelMessage } from '../../models/model.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { between } from '../../models/readers/published-section.js';
import { readMobileAgentReflection, type ActionOutcome } from '../../models/readers/reflect-mobile-agent.js';
import type { Agent, HistoryEntry } from '../agent.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorInput,
  type ActorTurn,
  type PromptNote,
} from '../prompting/ask-actor.js';
import { textParts } from '../prompting/ask-helper.js';
import { beforeAndAfter, Helpers, instructionOf } from '../prompting/helpers.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../define-agent.js';
import { keyboardWords } from '../mobile-agent/keyboard-words.js';
import { APP_OPENINGS, openByLabel } from '../mobile-agent/open-by-label.js';
import {
  PERCEIVER,
  perceiverOf,
  PERCEPTIONS,
  perceivingRule,
  type Perceived,
  type Perceiver,
} from '../mobile-agent/perceive.js';
import { keepAnswer } from '../prompting/prompt-steps.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { MOBILE_AGENT_V2_PROMPTS } from './mobile-agent-v2-prompts.js';
import { V2_TEXTS, type OperationNotes } from './mobile-agent-v2-set.js';
import { officialMemoryText, officialProcess, officialReflection } from './official-v2-questions.js';
import { operationMemory, successfulSteps, type OperationMemory } from './operation-memory.js';
import {
  saidOperation,
  withoutPurpose,
  type SaidOperation,
} from '../../models/dialects/mobile-agent-v2/said-operation.js';

const OPTIONS = z.object({
  reflect: z.boolean().default(true).describe('each operation is judged by the screens before and after it'),
  plan: z.boolean().default(true).describe('the completed contents of the task are kept up to date'),
  memory: z.boolean().default(true).describe('important contents of screens are noted'),
  perception: z
    .enum(PERCEPTIONS)
    .default('hierarchy')
    .describe('texts and icons come from the UI hierarchy, or a model reads them off the screenshot'),
  openApp: z
    .enum(APP_OPENINGS)
    .default('label')
    .describe('apps are opened by a tap on their label on the screen shown, or by name from anywhere'),
  looksAgain: z
    .boolean()
    .default(false)
    .describe('after going back the screen is looked at again, in place of the one before'),
  judgement: z
    .enum(['anywhere', 'first'])
    .default('anywhere')
    .describe('an A, else B, else C counts wherever it stands in the judgement, or only at its beginning'),
});
type Options = z.infer<typeof OPTIONS>;

const ROLE = 'actor';
/** Bytes of JSON of what is kept; together less than an agent's memory may take. */
const ANSWER_LENGTH = 3_000;
const SAID_BYTES = 3_000;
const COMPLETED_BYTES = 6_000;
const NOTES_BYTES = 10_000;

/** Null where nobody could tell what an operation came to. */
type Judgement = ActionOutcome | null;

/**
 * Mobile-Agent-v2: perceive, decide, note what is important, act; then reflect on the outcome. An operation that led astray (B)
 * is undone, without another look at the screen; one that went wrong is quoted and is no part of the history; one that went
 * well is, and the completed contents are updated.
 *
 * Source: Wang et al. 2024 (Mobile-Agent-v2) and its reference code, `run.py`. Deviation: going back is a step of its own, since
 * it is an action on the phone.
 */
class MobileAgentV2 {
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #helpers: Helpers<keyof typeof MOBILE_AGENT_V2_PROMPTS>;
  readonly #perceive: Perceiver;
  readonly #texts: PromptTexts | null;
  readonly #hint: string;

  constructor(parts: AgentParts, options: Options) {
    this.#options = options;
    const actor = actorOf(parts, ROLE);
    this.#actor = { ...actor, rule: perceivingRule(actor, options.perception) };
    this.#helpers = new Helpers(parts, this.#actor, MOBILE_AGENT_V2_PROMPTS);
    const { perception } = options;
    const prompt = this.#helpers.prompt('perceive');
    this.#perceive = perceiverOf(parts, { actor: this.#actor, perception, prompt });
    this.#texts = parts.official?.texts ?? null;
    this.#hint = this.#texts?.text(V2_TEXTS.hint) ?? this.#helpers.prompt('hint');
  }

  agent(): Agent {
    const { reflect, plan, memory, perception } = this.#options;
    const helpers = [
      ...(reflect ? ['reflector'] : []),
      ...(plan ? ['planner'] : []),
      ...(memory ? ['memory'] : []),
      ...(perception === 'model' ? [PERCEIVER] : []),
    ];
    return actorAgent('mobile-agent-v2', this.#actor, {
      version: '2',
      helpers,
      decide: (step) => this.#decide(step),
    });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const { history } = step;
    const last = history.at(-1);
    const state = operationMemory(last);
    const seen = await this.#see(step, history.length);
    const perceived = this.#options.perception === 'model' ? seen.shown.elementText : null;
    const isJudged = last !== undefined && state.kind !== 'undo';
    const outcome = isJudged ? await this.#judge(step, last, seen) : null;
    const next = await this.#after(step, state, outcome);
    if (outcome === 'B') {
      const thought = 'The last operation led to a wrong screen; going back.';
      const memory: OperationMemory = { ...next, kind: 'undo', outcome, perceived };
      return { type: 'action', action: { type: 'key', key: 'BACK' }, thought, summary: 'Go back.', memory };
    }
    return this.#operate(step, seen, { ...next, kind: 'operation', outcome, perceived });
  }

  /** The screen that the acting model is, or was, shown at a step: after going back the one before, as the published code does. */
  async #see(step: StepInput, index: number): Promise<Perceived> {
    const { history, observation } = step;
    const before = history[index - 1];
    const isBehindUndo = before !== undefined && operationMemory(before).kind === 'undo';
    const shown = isBehindUndo && !this.#options.looksAgain ? before : history[index];
    const known = shown === undefined ? null : operationMemory(shown).perceived;
    return this.#perceive(step, shown?.observation ?? observation, known);
  }

  /** Asks for the next operation, and for what to note of this screen. */
  async #operate(step: StepInput, seen: Perceived, state: Omit<OperationMemory, 'said'>): Promise<Decision> {
    const { observation, history } = step;
    const told = successfulSteps(history, state.outcome).map((entry): PromptStep => {
      const { thought, operation, action } = this.#saidOf(entry);
      return { answer: null, call: action, thought, summary: withoutPurpose(operation), picture: null };
    });
    const turn = await askActor(step, this.#actor, {
      shown: seen.shown,
      history: told,
      stepsTaken: told.length,
      ...this.#notesFor(step, state, seen),
    });
    const { answer, read } = turn;
    const said = clippedOperation(saidOperation(answer.text));
    const notes = await this.#note(step, turn, state.notes);
    const kept = keepAnswer(answer.text.slice(0, ANSWER_LENGTH));
    const memory = { ...kept, ...state, notes, said };
    if (read.type === 'format_error') return { ...read, memory };
    const { actions, ...spoken } = read;
    const action =
      this.#options.openApp === 'name'
        ? actions[0]
        : openByLabel(actions[0], seen.shown, this.#actor, observation.screen.size);
    return { ...spoken, type: 'action', action, memory };
  }

  /** What the last operation came to. */
  async #judge(step: StepInput, last: HistoryEntry, after: Perceived): Promise<Judgement> {
    if (!this.#options.reflect) return 'A';
    const before = await this.#see(step, step.history.length - 1);
    const instruction = instructionOf(step);
    const said = this.#saidOf(last);
    const question =
      this.#texts === null
        ? { parts: this.#ownReflection(instruction, said, before, after) }
        : officialReflection(this.#texts, { instruction, hint: this.#hint, said, before, after });
    const answer = await this.#helpers.ask(step, 'reflector', question.parts, question);
    return answer === null ? null : judgementIn(answer, this.#options.judgement);
  }

  #ownReflection(
    instruction: string,
    { operation, action }: SaidOperation,
    before: Perceived,
    after: Perceived,
  ): ModelContent[] {
    const text = this.#helpers.fill('reflect', {
      instruction,
      hint: this.#hint,
      operation: withoutPurpose(operation),
      action,
      keyboard_before: keyboardWords(before.keyboard),
      keyboard_after: keyboardWords(after.keyboard),
    });
    return [...textParts(text), ...beforeAndAfter('operation', before.shown, after.shown)];
  }

  /** What is known once the last operation is judged. */
  async #after(step: StepInput, state: OperationMemory, outcome: Judgement): Promise<OperationMemory> {
    if (outcome === null) return state;
    if (outcome !== 'A') return { ...state, failed: true };
    return { ...state, failed: false, completed: await this.#complete(step, state) };
  }

  async #complete(step: StepInput, { completed }: OperationMemory): Promise<string> {
    if (!this.#options.plan) return completed;
    const operations = successfulSteps(step.history, 'A').map((entry) => this.#saidOf(entry));
    const asked = { instruction: instructionOf(step), hint: this.#hint, operations, completed };
    const question =
      this.#texts === null
        ? {
            parts: textParts(
              this.#helpers.fill('plan', {
                ...asked,
                operations: operationLines(operations),
                completed: completed || 'None',
              }),
            ),
          }
        : officialProcess(this.#texts, asked);
    const answer = await this.#helpers.ask(step, 'planner', question.parts, question);
    if (answer === null) return completed;
    const said = between(answer, '### Completed contents ###');
    return clipText(pythonStrip(said.replaceAll('\n', ' ')), COMPLETED_BYTES);
  }

  /** The notes, with what this screen adds to them. */
  async #note(step: StepInput, { request, answer }: ActorTurn, notes: string): Promise<string> {
    if (!this.#options.memory) return notes;
    const said: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: answer.text }] };
    // An answer that was begun for the model comes back whole.
    const asked = request.continuesLast === true ? request.messages.slice(0, -1) : request.messages;
    const text = this.#texts === null ? this.#helpers.prompt('memory') : officialMemoryText(this.#texts);
    const reply = await this.#helpers.ask(step, 'memory', textParts(text), { before: [...asked, said] });
    if (reply === null) return notes;
    const noted = `${pythonStrip(between(reply, '### Important content ###', '\n\n'))}\n`;
    return noted.includes('None') || notes.includes(noted) ? notes : clipText(notes + noted, NOTES_BYTES);
  }

  /** What the acting model said of a step; of a recording's step, what was done. */
  #saidOf(entry: HistoryEntry): SaidOperation {
    const { said } = operationMemory(entry);
    if (said !== null && entry.isTeacherForced !== true) return said;
    const { thought = '', summary = '' } = entry.decision;
    return { thought, operation: summary, action: this.#helpers.callOf(entry) ?? '' };
  }

  /** What the acting model is given besides its history. */
  #notesFor(
    { history }: StepInput,
    { completed, notes, failed }: Omit<OperationMemory, 'said'>,
    { keyboard }: Perceived,
  ): Pick<ActorInput, 'notes' | 'promptNotes'> {
    const operated = history.findLast((entry) => operationMemory(entry).kind === 'operation');
    const last = failed && operated !== undefined ? this.#saidOf(operated) : null;
    if (this.#texts !== null) {
      const official: OperationNotes = {
        hint: this.#hint,
        completed,
        memory: notes,
        ...(keyboard === null ? {} : { keyboard }),
        ...(last === null ? {} : { failed: 'yes', last_operation: last.operation, last_action: last.action }),
      };
      return { notes: official };
    }
    const failure =
      last === null
        ? ''
        : `[Operation: ${last.operation}; Action: ${last.action}] Think again and do something else.`;
    const words: readonly (false | PromptNote)[] = [
      this.#hint !== '' && { place: 'hint', text: this.#hint, words: this.#hint },
      completed !== '' && { place: 'completed', text: completed, words: `Completed contents: ${completed}` },
      notes !== '' && { place: 'memory', text: notes, words: `Memory:\n${notes}` },
      last !== null && {
        place: 'last_operation',
        text: failure,
        words: `The last operation did not do what was expected: ${failure}`,
      },
      keyboard !== null && {
        place: 'keyboard',
        text: keyboard,
        words: `The keyboard is ${keyboard === 'on' ? 'shown' : 'not shown, so typing is not possible'}.`,
      },
    ];
    return { promptNotes: given(words) };
  }
}

function clippedOperation({ thought, operation, action }: SaidOperation): SaidOperation {
  return {
    thought: clipText(thought, SAID_BYTES),
    operation: clipText(operation, SAID_BYTES),
    action: clipText(action, SAID_BYTES),
  };
}

/** Of one operation the thought, of several what was done: as the published code tells the planner. */
function operationLines(operations: readonly SaidOperation[]): string {
  const [first] = operations;
  if (operations.length === 1 && first !== undefined) {
    return `Thought: ${first.thought}\nOperation: ${withoutPurpose(first.operation)}`;
  }
  const lines = operations.map(
    ({ operation, action }, index) =>
      `Step-${index + 1}: [Operation: ${withoutPurpose(operation)}; Action: ${action}]`,
  );
  return lines.join('\n');
}

/** The outcome that an answer names; one that names none changes nothing where the published code reads it, else it counts as A. */
function judgementIn(answer: string, judgement: Options['judgement']): Judgement {
  if (judgement === 'anywhere') {
    const said = between(answer, '### Answer ###');
    return OUTCOMES.find((letter) => said.includes(letter)) ?? null;
  }
  const read = readMobileAgentReflection(answer);
  return read.type === 'value' ? read.value.outcome : 'A';
}

/** In the order in which the published code looks for them. */
const OUTCOMES: readonly ActionOutcome[] = ['A', 'B', 'C'];

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
  parsing: `reference:${MOBILE_AGENT_READER}`,
  options: OPTIONS,
  prompts: MOBILE_AGENT_V2_PROMPTS,
  create: (parts, options) => new MobileAgentV2(parts, options).agent(),
  identify: () => ({ formatErrors: 'wait' }),
});
