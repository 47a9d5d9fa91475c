import { z } from 'zod';
import { stop, type StopStatus } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { Shortcut } from '../../models/dialects/mobile-agent-e/shortcut.js';
import { headedSections } from '../../models/readers/headed-sections.js';
import { readImportantNotes } from '../../models/readers/notes-mobile-agent-e.js';
import { readManagerPlan } from '../../models/readers/plan-mobile-agent-e.js';
import { readMobileAgentReflection } from '../../models/readers/reflect-mobile-agent.js';
import type { Agent } from '../agent.js';
import { actorAgent, actorOf, askActor, type Actor, type PromptNote } from '../prompting/ask-actor.js';
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
import { screenParts } from '../screen-parts.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { MOBILE_AGENT_E_PROMPTS } from './mobile-agent-e-prompts.js';
import { readNewShortcut, readShortcuts, shortcutLines, type WrittenShortcut } from './read-shortcuts.js';
import {
  judged,
  KEPT,
  queueOf,
  repeatsWith,
  taskState,
  wholeLog,
  type LoggedAction,
  type TaskState,
} from './task-state.js';

const OPTIONS = z.object({
  notes: z.boolean().default(true).describe('important contents are noted after each action that went well'),
  experience: z
    .enum(['both', 'tips', 'shortcuts', 'none'])
    .default('both')
    .describe('what of earlier tasks is promptNotes: the prompts "tips" and "shortcuts"'),
  learn: z
    .boolean()
    .default(false)
    .describe('at the end of a task, tips and a shortcut are drawn from it and kept with its last step'),
  perception: z
    .enum(PERCEPTIONS)
    .default('hierarchy')
    .describe('texts and icons come from the UI hierarchy, or a model reads them off the screenshot'),
  maxIterations: z
    .int()
    .positive()
    .default(40)
    .describe('actions of the operator at most; a shortcut is one'),
  maxFailures: z.int().positive().default(3).describe('actions in a row that may go wrong'),
  maxRepeats: z.int().positive().default(3).describe('equal actions in a row, swipes and going back apart'),
});
type Options = z.infer<typeof OPTIONS>;

const OPERATOR = 'operator';
/** Failures in a row after which the manager is shown them. Source: Mobile-Agent-E reference code. */
const STUCK = 2;
/** Actions that the experience reflectors are shown. */
const LEARNED_FROM = 40;

/**
 * Mobile-Agent-E: a manager keeps a plan and says when the task is finished, an operator acts on the current subgoal, an
 * action reflector judges what came of it, a notetaker keeps what will be needed. Shortcuts are carried out action by action,
 * and judged as one.
 *
 * Source: Wang et al. 2025 (Mobile-Agent-E) and its reference code. Deviations: episodes share nothing, so what one learns is
 * kept with its last step and given to others as prompts; a judgement that cannot be read counts as A.
 */
class MobileAgentE {
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #helpers: Helpers<keyof typeof MOBILE_AGENT_E_PROMPTS>;
  readonly #perceive: Perceiver;
  readonly #tips: string;
  readonly #shortcuts: readonly Shortcut[];

  constructor(parts: AgentParts, options: Options) {
    this.#options = options;
    const actor = actorOf(parts, OPERATOR);
    this.#actor = { ...actor, rule: perceivingRule(actor, options.perception) };
    this.#helpers = new Helpers(parts, this.#actor, MOBILE_AGENT_E_PROMPTS);
    const { perception } = options;
    const prompt = this.#helpers.prompt('perceive');
    this.#perceive = perceiverOf(parts, { actor: this.#actor, perception, prompt });
    const tells = (what: 'tips' | 'shortcuts'): boolean =>
      options.experience === 'both' || options.experience === what;
    this.#tips = tells('tips') ? this.#helpers.prompt('tips').trim() : '';
    const shortcuts = readShortcuts(this.#helpers.prompt('shortcuts'));
    this.#shortcuts = tells('shortcuts') ? shortcuts : [];
  }

  agent(): Agent {
    const { notes, learn, perception } = this.#options;
    const helpers = [
      'manager',
      'reflector',
      ...(notes ? ['notetaker'] : []),
      ...(learn ? ['experience'] : []),
      ...(perception === 'model' ? [PERCEIVER] : []),
    ];
    return actorAgent('mobile-agent-e', this.#actor, { helpers, decide: (step) => this.#decide(step) });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const last = taskState(step.history.at(-1));
    const [next, ...queued] = last.queued;
    if (next !== undefined) {
      const memory: TaskState = { ...last, queued, perceived: null };
      return { type: 'action', action: next, summary: last.pending?.description ?? next.type, memory };
    }
    const seen = await this.#perceive(step, step.observation);
    const perceived = this.#options.perception === 'model' ? seen.shown.elementText : null;
    const state = { ...(await this.#judge(step, last, seen)), perceived };
    const reason = this.#reasonToStop(state);
    if (reason !== null) return ending('failure', reason, state);
    const managed = await this.#manage(step, state, seen);
    if (managed.finished) {
      const learned = this.#options.learn ? await this.#learn(step, state) : null;
      const thought = managed.thought ?? 'The task is finished.';
      return ending('success', thought, managed.state, learned);
    }
    return this.#operate(step, managed.state, seen);
  }

  /** Source: Mobile-Agent-E reference code, `run.py`, the checks before each iteration. */
  #reasonToStop({ iterations, failures, repeats }: TaskState): string | null {
    const { maxIterations, maxFailures, maxRepeats } = this.#options;
    if (iterations >= maxIterations) return `No task takes more than ${maxIterations} actions.`;
    if (failures >= maxFailures) return `${failures} actions in a row went wrong.`;
    return repeats >= maxRepeats ? `The same action was chosen ${repeats} times in a row.` : null;
  }

  /** What came of the pending action, and what is to be noted of the screen that it led to. */
  async #judge(step: StepInput, state: TaskState, seen: Perceived): Promise<TaskState> {
    const { pending, progress, subgoal } = state;
    const begun = pending === null ? undefined : step.history[pending.start];
    if (pending === null || begun === undefined) return state;
    if (pending.unreadable) {
      return judged(state, { outcome: 'C', error: 'The answer could not be read.', progress: null });
    }
    const before = await this.#perceive(step, begun.observation, taskState(begun).perceived);
    const text = this.#helpers.fill('reflect', {
      instruction: instructionOf(step),
      progress: progress || 'Nothing yet.',
      subgoal: subgoal || 'Not named.',
      action: pending.call,
      description: pending.description,
    });
    const parts = [...textParts(text), ...beforeAndAfter('action', before.shown, seen.shown)];
    const answer = await this.#helpers.ask(step, 'reflector', parts);
    const read = answer === null ? null : readMobileAgentReflection(answer);
    const said = read?.type === 'value' ? read.value : { outcome: 'A' as const, error: null, progress: null };
    const after = judged(state, said);
    return said.outcome === 'A' ? { ...after, notes: await this.#note(step, after, seen) } : after;
  }

  async #note(step: StepInput, { notes, progress }: TaskState, seen: Perceived): Promise<string> {
    if (!this.#options.notes) return notes;
    const text = this.#helpers.fill('notetaker', {
      instruction: instructionOf(step),
      progress: progress || 'Nothing yet.',
      notes: notes || 'None',
    });
    const parts = [...textParts(text), ...screenParts('Current screen:', seen.shown)];
    const answer = await this.#helpers.ask(step, 'notetaker', parts);
    const read = answer === null ? null : readImportantNotes(answer);
    if (read?.type !== 'value') return notes;
    return /^["'`]?(?:none)?["'`.]{0,2}$/i.test(read.value) ? '' : clipText(read.value, KEPT.notes);
  }

  async #manage(
    step: StepInput,
    state: TaskState,
    seen: Perceived,
  ): Promise<{ readonly state: TaskState; readonly finished: boolean; readonly thought: string | null }> {
    const { plan, subgoal, progress, notes, failures, log } = state;
    const errors = failures < STUCK ? [] : log.filter(({ outcome }) => outcome !== 'A').slice(-STUCK);
    const text = this.#helpers.fill('manager', {
      instruction: instructionOf(step),
      plan: section('Current Plan', plan),
      subgoal: section('Previous Subgoal', subgoal),
      progress: section('Progress Status', progress),
      notes: section('Important Notes', notes),
      errors: section('Potentially Stuck', errors.map(logLine).join('\n')),
      shortcuts: section('Available Shortcuts', shortcutLines(this.#shortcuts)),
    });
    const parts = [...textParts(text), ...screenParts('Current screen:', seen.shown)];
    const answer = await this.#helpers.ask(step, 'manager', parts);
    const read = answer === null ? null : readManagerPlan(answer);
    // A manager that cannot be understood leaves its plan as it was.
    if (read?.type !== 'value') return { state, finished: false, thought: null };
    const { value } = read;
    const planned = {
      ...state,
      plan: value.plan === '' ? plan : clipText(value.plan, KEPT.plan),
      subgoal: clipText(value.subgoal, KEPT.subgoal),
    };
    return { state: planned, finished: value.finished, thought: value.thought };
  }

  async #operate(step: StepInput, state: TaskState, seen: Perceived): Promise<Decision> {
    const { dialect } = this.#actor;
    const { history, observation } = step;
    const { read } = await askActor(step, this.#actor, {
      shown: seen.shown,
      history: [],
      promptNotes: this.#promptNotes(state),
      shortcuts: this.#shortcuts,
    });
    const iterations = state.iterations + 1;
    const start = history.length;
    if (read.type === 'format_error') {
      const pending = {
        start,
        call: 'none',
        description: 'an answer that nobody could read',
        unreadable: true,
      };
      return { ...read, memory: { ...state, iterations, pending, repeats: 0 } satisfies TaskState };
    }
    const { actions, ...said } = read;
    const [action, ...rest] = actions;
    const written = dialect.printCall(action, { screen: observation.screen.size }) ?? action.type;
    const call = clipText(written, KEPT.call);
    const description = clipText(said.summary, KEPT.words);
    const memory: TaskState = {
      ...state,
      iterations,
      repeats: repeatsWith(state, call, action),
      pending: { start, call, description, unreadable: false },
      queued: queueOf(rest),
    };
    return { ...said, type: 'action', action, memory };
  }

  #promptNotes({ plan, progress, subgoal, notes, log }: TaskState): PromptNote[] {
    const last = log.at(-1);
    const error =
      last === undefined || last.outcome === 'A' ? '' : (last.error ?? 'It did not do what was expected.');
    const texts: readonly (readonly [place: string, title: string, text: string])[] = [
      ['plan', 'Overall plan', plan],
      ['progress', 'Progress', progress],
      ['subgoal', 'Current subgoal', subgoal],
      ['memory', 'Important notes', notes],
      ['tips', 'Tips', this.#tips],
      ['shortcuts', 'Shortcuts', shortcutLines(this.#shortcuts)],
      ['error', 'What went wrong last', error],
      ['outcomes', 'Latest actions', log.map(logLine).join('\n')],
    ];
    return texts
      .filter(([, , text]) => text !== '')
      .map(([place, title, text]) => ({ place, text, words: `${title}:\n${text}` }));
  }

  async #learn(step: StepInput, state: TaskState): Promise<Learned> {
    const actions = wholeLog(step.history, state).slice(-LEARNED_FROM).map(logLine).join('\n') || 'None';
    const instruction = instructionOf(step);
    const ask = async (
      name: 'learn_shortcut' | 'learn_tips',
      values: Record<string, string>,
    ): Promise<string> => {
      const text = this.#helpers.fill(name, { instruction, actions, ...values });
      return (await this.#helpers.ask(step, 'experience', textParts(text))) ?? '';
    };
    const proposed = await ask('learn_shortcut', { shortcuts: shortcutLines(this.#shortcuts) || 'None' });
    const improved = await ask('learn_tips', { tips: this.#tips || 'None' });
    const section = headedSections(proposed).get('new shortcut') ?? '';
    const shortcut = section.length > MOST_LEARNED ? null : readNewShortcut(section);
    const tips = headedSections(improved).get('updated tips') ?? '';
    return { shortcut, tips: tips === '' ? null : tips.slice(0, MOST_LEARNED) };
  }
}

/** Longest text of the experience reflectors that is kept, UTF-16 units. */
const MOST_LEARNED = 2_000;

/** What a task has taught; null where it has taught nothing. */
interface Learned {
  readonly shortcut: WrittenShortcut | null;
  readonly tips: string | null;
}

function ending(
  status: StopStatus,
  thought: string,
  state: TaskState,
  learned: Learned | null = null,
): Decision {
  const memory = { ...state, queued: [], perceived: null, ...(learned === null ? {} : { learned }) };
  return { type: 'action', action: stop(status), thought, memory };
}

/** Source: Mobile-Agent-E reference code, action history. */
function logLine({ call, description, outcome, error }: LoggedAction): string {
  const came = outcome === 'A' ? 'Successful' : `Failed | Feedback: ${error ?? 'not said'}`;
  return `Action: ${call} | Description: ${description} | Outcome: ${came}`;
}

function section(heading: string, text: string): string {
  return text === '' ? '' : `### ${heading} ###\n${text}\n`;
}

/** Mobile-Agent-E by name. */
export const mobileAgentEDefinition: AgentDefinition = defineAgent({
  name: 'mobile-agent-e',
  title: 'Mobile-Agent-E: a manager plans, an operator acts, each action is judged; tips and shortcuts',
  roles: [
    { name: OPERATOR, does: 'chooses each action' },
    { name: 'manager', does: 'keeps the plan, names the subgoal, says when the task is finished' },
    { name: 'reflector', does: 'judges the last action by the screens before and after it' },
    { name: 'notetaker', does: 'keeps the important contents' },
    { name: 'experience', does: 'draws tips and shortcuts from a finished task' },
    { name: PERCEIVER, does: 'lists texts and icons, where a model perceives' },
  ],
  dialect: 'mobile_agent_e@operator',
  options: OPTIONS,
  prompts: MOBILE_AGENT_E_PROMPTS,
  create: (parts, options) => new MobileAgentE(parts, options).agent(),
  identify: () => ({ formatErrors: 'wait' }),
});
