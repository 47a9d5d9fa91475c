import { z } from 'zod';
import { stop, type StopStatus } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { pythonStrip } from '../../domain/hierarchy/python-strip.js';
import { pythonRepr } from '../../domain/text/python-repr.js';
import { MOBILE_AGENT_READER } from '../../models/dialects/mobile-agent/mobile-agent-reader.js';
import { unmarked, v3Sections } from '../../models/dialects/mobile-agent-v3/parse-mobile-agent-v3.js';
import { isRecord, readLooseJson } from '../../models/dialects/reading/read-loose-json.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { between } from '../../models/readers/published-section.js';
import type { Agent } from '../agent.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../define-agent.js';
import type { ShownScreen } from '../look-at.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorInput,
  type PromptNote,
} from '../prompting/ask-actor.js';
import { Helpers, instructionOf } from '../prompting/helpers.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { currentSubgoal } from './current-subgoal.js';
import { MOBILE_AGENT_V3_PROMPTS } from './mobile-agent-v3-prompts.js';
import { V3_TEXTS, type ExecutorNotes } from './mobile-agent-v3-set.js';
import { officialV3Questions } from './official-v3-questions.js';
import { ownV3Questions } from './own-v3-questions.js';
import { NOTHING_COMPLETED, type V3Knowledge, type V3Questions } from './v3-questions.js';
import { V3_KEPT, v3State, withAction, type LoggedAction, type V3State } from './v3-state.js';

const OPTIONS = z.object({
  notes: z
    .enum(['asked', 'always', 'never'])
    .default('asked')
    .describe(
      'important contents are noted where the task speaks of an answer, after each action that went well, or not',
    ),
});
type Options = z.infer<typeof OPTIONS>;

const EXECUTOR = 'executor';
/** Failures in a row after which the manager is shown them. Source: Mobile-Agent-v3 reference code. */
const STUCK = 2;
/** The manager's word for the end, and fewer characters than which its plan has then. Source: Mobile-Agent-v3 reference code. */
const FINISHED = 'Finished';
const FINISHED_LENGTH = 15;
/** The call that stands for an answer that could not be read. */
const INVALID = pythonRepr({ action: 'invalid' });

/**
 * Mobile-Agent-v3: a manager keeps a plan and says when the task is finished, an executor acts on it, an action reflector
 * judges what came of it, a notetaker keeps what will be needed. An answer of the executor ends the task.
 *
 * Source: Ye et al. 2025 (Mobile-Agent-v3) and its reference code for AndroidWorld, `mobile_agent_v3.py`.
 */
class MobileAgentV3 {
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #helpers: Helpers<keyof typeof MOBILE_AGENT_V3_PROMPTS>;
  readonly #texts: PromptTexts | null;
  readonly #questions: V3Questions;
  readonly #tips: string;

  constructor(parts: AgentParts, options: Options) {
    this.#options = options;
    this.#actor = actorOf(parts, EXECUTOR);
    this.#helpers = new Helpers(parts, this.#actor, MOBILE_AGENT_V3_PROMPTS);
    this.#texts = parts.official?.texts ?? null;
    this.#questions = this.#texts === null ? ownV3Questions(this.#helpers) : officialV3Questions(this.#texts);
    const tips = this.#helpers.prompt('tips');
    const isOwn = tips === MOBILE_AGENT_V3_PROMPTS.tips;
    this.#tips = this.#texts !== null && isOwn ? this.#texts.text(V3_TEXTS.tips) : tips;
  }

  agent(): Agent {
    const helpers = ['manager', 'reflector', ...(this.#options.notes === 'never' ? [] : ['notetaker'])];
    return actorAgent('mobile-agent-v3', this.#actor, { helpers, decide: (step) => this.#decide(step) });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const shown = await this.#helpers.look(step);
    const state = await this.#judge(step, v3State(step.history.at(-1)), shown);
    if (state === null) {
      return ending('failure', 'The judgement named no outcome.', v3State(step.history.at(-1)));
    }
    const managed = await this.#manage(step, state, shown);
    const plan = pythonStrip(managed.state.plan);
    if (plan.includes(FINISHED) && Array.from(plan).length < FINISHED_LENGTH) {
      return ending('success', managed.thought ?? 'The task is finished.', managed.state);
    }
    return this.#execute(step, managed.state, shown);
  }

  /** What came of the pending action, and what is to be noted of the screen that it led to; null where nobody can tell. */
  async #judge(step: StepInput, state: V3State, after: ShownScreen): Promise<V3State | null> {
    const { pending } = state;
    const last = step.history.at(-1);
    if (pending === null || last === undefined) return state;
    const before = await this.#helpers.look(step, last.observation);
    const known = this.#knowledge(step, state);
    const question = this.#questions.reflection(known, { before, after, action: pending });
    const answer = await this.#helpers.ask(step, 'reflector', question);
    const outcome = answer === null ? null : outcomeIn(answer);
    if (answer === null || outcome === null) return null;
    const error = errorIn(answer);
    const judged = withAction(state, { ...pending, outcome, error, isInvalid: false });
    const next = { ...judged, progress: judged.completed };
    return outcome === 'A' ? { ...next, notes: await this.#note(step, next, after) } : next;
  }

  async #note(step: StepInput, state: V3State, shown: ShownScreen): Promise<string> {
    const { notes } = this.#options;
    const isAsked = notes === 'always' || (notes === 'asked' && asksForNotes(instructionOf(step)));
    if (!isAsked) return state.notes;
    const question = this.#questions.noting(this.#knowledge(step, state), shown);
    const answer = await this.#helpers.ask(step, 'notetaker', question);
    return answer === null
      ? state.notes
      : clipText(unmarked(between(answer, '### Important Notes')), V3_KEPT.notes);
  }

  /** The state with the plan as the manager has it now; behind an answer that could not be read it is not asked at once. */
  async #manage(
    step: StepInput,
    state: V3State,
    shown: ShownScreen,
  ): Promise<{ readonly state: V3State; readonly thought: string | null }> {
    const isStuck = state.failures >= STUCK;
    if (!isStuck && state.log.at(-1)?.isInvalid === true) return { state, thought: null };
    const errors = isStuck ? state.log.slice(-STUCK) : [];
    const question = this.#questions.planning(this.#knowledge(step, state), { shown, errors });
    const answer = await this.#helpers.ask(step, 'manager', question);
    if (answer === null) return { state, thought: null };
    const { thought, completed, plan } = managedIn(answer);
    const planned = {
      ...state,
      plan: clipText(plan, V3_KEPT.plan),
      completed: clipText(completed, V3_KEPT.completed),
    };
    return { state: planned, thought };
  }

  async #execute(step: StepInput, state: V3State, shown: ShownScreen): Promise<Decision> {
    const { answer, read } = await askActor(step, this.#actor, {
      shown,
      history: [],
      ...this.#notesFor(state),
    });
    const { description } = v3Sections(answer.text);
    if (read.type === 'format_error') {
      const { invalid } = this.#questions;
      const failed: LoggedAction = {
        call: INVALID,
        description,
        outcome: 'C',
        error: invalid,
        isInvalid: true,
      };
      return { ...read, memory: withAction(state, failed) };
    }
    const { actions, ...said } = read;
    const [action] = actions;
    const call = this.#writtenCall(action.native?.text) ?? action.type;
    const pending = {
      call: clipText(call, V3_KEPT.call),
      description: clipText(description, V3_KEPT.words),
    };
    return { ...said, type: 'action', action, memory: { ...state, pending } satisfies V3State };
  }

  /** The object as Python prints it. */
  #writtenCall(text: string | undefined): string | null {
    const json = text === undefined ? null : readLooseJson(text, 0, { warnings: new Set() });
    return json?.type === 'json' && isRecord(json.value) ? pythonRepr(json.value) : null;
  }

  #notesFor({ plan, progress, log }: V3State): Pick<ActorInput, 'notes' | 'promptNotes'> {
    const notes: ExecutorNotes = {
      plan,
      subgoal: currentSubgoal(plan),
      progress,
      tips: this.#tips,
      outcomes: this.#questions.outcomes(log),
    };
    if (this.#texts !== null) return { notes };
    const titles: Readonly<Record<keyof ExecutorNotes, string>> = {
      plan: 'Overall plan',
      subgoal: 'Current subgoal',
      progress: 'Progress',
      tips: 'Guidelines',
      outcomes: 'Latest actions',
    };
    const promptNotes = Object.entries(titles).flatMap(([place, title]): PromptNote[] => {
      const text = notes[place as keyof ExecutorNotes] ?? '';
      return text === '' ? [] : [{ place, text, words: `${title}:\n${text}` }];
    });
    return { promptNotes };
  }

  #knowledge(step: StepInput, state: V3State): V3Knowledge {
    return { instruction: instructionOf(step), state, guidelines: this.#helpers.prompt('guidelines') };
  }
}

function ending(status: StopStatus, thought: string, state: V3State): Decision {
  return { type: 'action', action: stop(status), thought, memory: state };
}

/** Source: Mobile-Agent-v3 reference code, `Manager.parse_response`. */
function managedIn(answer: string): {
  readonly thought: string;
  readonly completed: string;
  readonly plan: string;
} {
  const hasCompleted = answer.includes('### Historical Operations');
  const behindThought = hasCompleted ? '### Historical Operations' : '### Plan';
  return {
    thought: unmarked(between(answer, '### Thought', behindThought)),
    completed: hasCompleted
      ? unmarked(between(answer, '### Historical Operations', '### Plan'))
      : NOTHING_COMPLETED,
    plan: unmarked(between(answer, '### Plan')),
  };
}

/** The first of A, B and C that stands anywhere in the outcome. Source: Mobile-Agent-v3 reference code. */
function outcomeIn(answer: string): LoggedAction['outcome'] | null {
  const said = unmarked(between(answer, '### Outcome', '### Error Description'));
  return (['A', 'B', 'C'] as const).find((letter) => said.includes(letter)) ?? null;
}

/** Source: Mobile-Agent-v3 reference code, `ActionReflector.parse_response`, whose order is another one than elsewhere. */
function errorIn(answer: string): string {
  const said = between(answer, '### Error Description').replaceAll('\n', ' ').replaceAll('###', '');
  return pythonStrip(said.replaceAll('  ', ' '));
}

/** Whether the published code asks the notetaker on a task at all. Source: Mobile-Agent-v3 reference code. */
function asksForNotes(instruction: string): boolean {
  if (instruction.includes("'Ideas' folder") && instruction.includes('Joplin app')) return false;
  const words = instruction.toLowerCase();
  return ['answer', 'transactions from', 'enter their product'].some((word) => words.includes(word));
}

/** Mobile-Agent-v3 by name. */
export const mobileAgentV3Definition: AgentDefinition = defineAgent({
  name: 'mobile-agent-v3',
  title: 'Mobile-Agent-v3: a manager plans, an executor acts, each action is judged; the agent of GUI-Owl',
  roles: [
    { name: EXECUTOR, does: 'chooses each action' },
    { name: 'manager', does: 'keeps the plan, says when the task is finished' },
    { name: 'reflector', does: 'judges the last action by the screens before and after it' },
    { name: 'notetaker', does: 'keeps the important contents' },
  ],
  dialect: 'mobile_agent_v3',
  parsing: `reference:${MOBILE_AGENT_READER}`,
  options: OPTIONS,
  prompts: MOBILE_AGENT_V3_PROMPTS,
  create: (parts, options) => new MobileAgentV3(parts, options).agent(),
  identify: () => ({ formatErrors: 'wait' }),
});
