import { z } from 'zod';
import { stop, type Action, type StopStatus } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { MOBILE_AGENT_READER } from '../../models/dialects/mobile-agent/mobile-agent-reader.js';
import type { Shortcut } from '../../models/dialects/mobile-agent-e/shortcut.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { headedSections } from '../../models/readers/headed-sections.js';
import { between, onOneLine } from '../../models/readers/published-section.js';
import { readMobileAgentReflection } from '../../models/readers/reflect-mobile-agent.js';
import type { Agent } from '../agent.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorInput,
  type PromptNote,
} from '../prompting/ask-actor.js';
import { Helpers, instructionOf } from '../prompting/helpers.js';
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
import type { StepInput } from '../baselines/stateless-agent.js';
import type { EKnowledge, EQuestions, Lesson, Question } from './e-questions.js';
import { isTappingInVain, logLine } from './log-line.js';
import { MOBILE_AGENT_E_PROMPTS } from './mobile-agent-e-prompts.js';
import { E_TEXTS, type OperatorNotes } from './mobile-agent-e-set.js';
import { officialOutcomes, officialQuestions, officialShortcuts } from './official-e-questions.js';
import { ownQuestions } from './own-e-questions.js';
import { readNewShortcut, readShortcuts, shortcutLines, type WrittenShortcut } from './read-shortcuts.js';
import {
  judged,
  KEPT,
  queueOf,
  repeatsWith,
  taskState,
  wholeLog,
  type Judged,
  type TaskState,
} from './task-state.js';
import { mayRepeat, writtenCall } from './written-call.js';

const OPTIONS = z.object({
  notes: z.boolean().default(true).describe('important contents are noted after each action that went well'),
  experience: z
    .enum(['both', 'tips', 'shortcuts', 'none'])
    .default('both')
    .describe('what of earlier tasks is shown: the prompts "tips" and "shortcuts"'),
  learn: z
    .boolean()
    .default(true)
    .describe('at the end of a task, tips and a shortcut are drawn from it and kept with its last step'),
  perception: z
    .enum(PERCEPTIONS)
    .default('hierarchy')
    .describe('texts and icons come from the UI hierarchy, or a model reads them off the screenshot'),
  openApp: z
    .enum(APP_OPENINGS)
    .default('label')
    .describe('apps are opened by a tap on their label on the screen shown, or by name from anywhere'),
  invalidAction: z
    .enum(['end', 'wait'])
    .default('end')
    .describe('an answer of the operator that cannot be read ends the episode, or counts as C'),
  judgement: z
    .enum(['anywhere', 'first'])
    .default('anywhere')
    .describe('an A, else B, else C counts wherever it stands in the outcome, or only at its beginning'),
  maxIterations: z
    .int()
    .positive()
    .default(40)
    .describe('the iteration that is not begun any more, so actions of the operator at most are one less'),
  maxFailures: z.int().positive().default(3).describe('actions in a row that may go wrong'),
  maxRepeats: z.int().positive().default(3).describe('equal actions in a row, swipes and going back apart'),
});
type Options = z.infer<typeof OPTIONS>;

const OPERATOR = 'operator';
/** Failures in a row after which the manager is shown them. Source: Mobile-Agent-E reference code. */
const STUCK = 2;
/** The manager's word for the end, in this case of letters. Source: Mobile-Agent-E reference code. */
const FINISHED = 'Finished';

/** The judgement of an action; null for one that names no outcome, after which the published code ends. */
type Judgement = Judged | null;

/**
 * Mobile-Agent-E: a manager keeps a plan and says when the task is finished, an operator acts on the current subgoal, an
 * action reflector judges what came of it, a notetaker keeps what will be needed. Shortcuts are carried out action by action,
 * and judged as one.
 *
 * Source: Wang et al. 2025 (Mobile-Agent-E) and its reference code. Deviation: episodes share nothing, so what one learns is
 * kept with its last step and given to others as prompts.
 */
class MobileAgentE {
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #helpers: Helpers<keyof typeof MOBILE_AGENT_E_PROMPTS>;
  readonly #perceive: Perceiver;
  readonly #texts: PromptTexts | null;
  readonly #questions: EQuestions;
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
    this.#texts = parts.official?.texts ?? null;
    this.#questions = this.#texts === null ? ownQuestions(this.#helpers) : officialQuestions(this.#texts);
    const tells = (what: 'tips' | 'shortcuts'): boolean =>
      options.experience === 'both' || options.experience === what;
    this.#tips = tells('tips') ? this.#givenTips() : '';
    const shortcuts = readShortcuts(this.#helpers.prompt('shortcuts'));
    const worded = this.#texts === null ? shortcuts : officialShortcuts(this.#texts, shortcuts);
    this.#shortcuts = tells('shortcuts') ? worded : [];
  }

  /** The user's, else those that every task begins with. */
  #givenTips(): string {
    const tips = this.#helpers.prompt('tips');
    if (this.#texts === null) return tips.trim();
    return tips === MOBILE_AGENT_E_PROMPTS.tips ? this.#texts.text(E_TEXTS.initialTips) : tips;
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
    return actorAgent('mobile-agent-e', this.#actor, {
      version: '2',
      helpers,
      decide: (step) => this.#decide(step),
    });
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
    const after = await this.#judge(step, last, seen);
    if (after === null) return ending('failure', 'The judgement named no outcome.', last);
    const state = { ...after, perceived };
    const reason = this.#reasonToStop(state);
    if (reason !== null) return ending('failure', reason, state);
    const managed = await this.#manage(step, state, seen);
    if (managed.state.subgoal.includes(FINISHED)) {
      const learns = this.#options.learn && state.log.length > 0;
      const learned = learns ? await this.#learn(step, managed.state, seen) : null;
      return ending('success', managed.thought ?? 'The task is finished.', managed.state, learned);
    }
    return this.#operate(step, managed.state, seen);
  }

  /** Source: Mobile-Agent-E reference code, the checks before each iteration; the first one is that of the next iteration. */
  #reasonToStop({ iterations, failures, repeats, repeated }: TaskState): string | null {
    const { maxIterations, maxFailures, maxRepeats } = this.#options;
    if (iterations + 1 >= maxIterations) return `No task takes more than ${maxIterations - 1} actions.`;
    if (failures >= maxFailures) return `${failures} actions in a row went wrong.`;
    if (repeats < maxRepeats || mayRepeat(repeated)) return null;
    return `The same action was chosen ${repeats} times in a row.`;
  }

  /** What came of the pending action, and what is to be noted of the screen that it led to; null where nobody can tell. */
  async #judge(step: StepInput, state: TaskState, seen: Perceived): Promise<TaskState | null> {
    const { pending } = state;
    const begun = pending === null ? undefined : step.history[pending.start];
    if (pending === null || begun === undefined) return state;
    if (pending.unreadable) {
      return judged(state, { outcome: 'C', error: 'The answer could not be read.', progress: null });
    }
    const before = await this.#perceive(step, begun.observation, taskState(begun).perceived);
    const known = this.#knowledge(step, state);
    const question = this.#questions.reflection(known, { before, after: seen, action: pending });
    const answer = await this.#ask(step, 'reflector', question);
    const said = answer === null ? null : judgementIn(answer, this.#options.judgement);
    if (said === null) return null;
    const after = judged(state, said);
    return said.outcome === 'A' ? { ...after, notes: await this.#note(step, after, seen) } : after;
  }

  async #note(step: StepInput, state: TaskState, seen: Perceived): Promise<string> {
    const { notes } = state;
    if (!this.#options.notes) return notes;
    const answer = await this.#ask(
      step,
      'notetaker',
      this.#questions.noting(this.#knowledge(step, state), seen),
    );
    if (answer === null) return notes;
    return clipText(onOneLine(between(answer, '### Important Notes ###')), KEPT.notes);
  }

  /** The state with plan and subgoal as the manager has them now, and why; a refusal leaves them as they were. */
  async #manage(
    step: StepInput,
    state: TaskState,
    seen: Perceived,
  ): Promise<{ readonly state: TaskState; readonly thought: string | null }> {
    const errors = state.failures < STUCK ? [] : state.log.slice(-STUCK);
    const question = this.#questions.planning(this.#knowledge(step, state), { seen, errors });
    const answer = await this.#ask(step, 'manager', question);
    if (answer === null) return { state, thought: null };
    const [thought, plan, subgoal] = [
      between(answer, '### Thought ###', '### Plan ###'),
      between(answer, '### Plan ###', '### Current Subgoal ###'),
      between(answer, '### Current Subgoal ###'),
    ].map(onOneLine) as [string, string, string];
    const planned = {
      ...state,
      plan: clipText(plan, KEPT.plan),
      subgoal: clipText(subgoal, KEPT.subgoal),
    };
    return { state: planned, thought };
  }

  async #operate(step: StepInput, state: TaskState, seen: Perceived): Promise<Decision> {
    const { dialect } = this.#actor;
    const { history, observation } = step;
    const { answer, read } = await askActor(step, this.#actor, {
      shown: seen.shown,
      history: [],
      ...this.#notesFor(state, seen),
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
      const memory: TaskState = { ...state, iterations, pending, repeats: 0, repeated: '' };
      return { ...read, memory };
    }
    const { actions, ...said } = read;
    const { size } = observation.screen;
    const [action, ...rest] =
      this.#options.openApp === 'name'
        ? actions
        : actions.map((each) => openByLabel(trimmedApp(each), seen.shown, this.#actor, size));
    const first = action ?? actions[0];
    const written = writtenCall(
      actions[0].native,
      dialect.printCall(actions[0], { screen: size }) ?? actions[0].type,
    );
    const call = clipText(written.call, KEPT.call);
    const description = clipText(onOneLine(between(answer.text, '### Description ###')), KEPT.words);
    const memory: TaskState = {
      ...state,
      iterations,
      ...repeatsWith(state, written),
      pending: { start, call, description, unreadable: false },
      queued: queueOf(rest),
    };
    return { ...said, type: 'action', action: first, memory };
  }

  #notesFor(state: TaskState, { keyboard }: Perceived): Pick<ActorInput, 'notes' | 'promptNotes'> {
    const { plan, progress, subgoal, notes, log } = state;
    const tapsInVain = isTappingInVain(log);
    if (this.#texts !== null) {
      const official: OperatorNotes = {
        plan,
        progress,
        subgoal,
        memory: notes,
        tips: this.#tips,
        ...(keyboard === null ? {} : { keyboard }),
        shortcuts: JSON.stringify(this.#shortcuts),
        outcomes: officialOutcomes(this.#texts, log),
        ...(tapsInVain ? { tap_hint: 'yes' } : {}),
      };
      return { notes: official };
    }
    const hint = tapsInVain ? `\n${this.#helpers.prompt('tap_hint')}` : '';
    const texts: readonly (readonly [place: string, title: string, text: string])[] = [
      ['plan', 'Overall plan', plan],
      ['progress', 'Progress', progress],
      ['subgoal', 'Current subgoal', subgoal],
      ['memory', 'Important notes', notes],
      ['tips', 'Tips', this.#tips],
      ['shortcuts', 'Shortcuts', shortcutLines(this.#shortcuts)],
      ['outcomes', 'Latest actions', log.length === 0 ? '' : `${log.map(logLine).join('\n')}${hint}`],
    ];
    const promptNotes: PromptNote[] = texts
      .filter(([, , text]) => text !== '')
      .map(([place, title, text]) => ({ place, text, words: `${title}:\n${text}` }));
    const words = `The keyboard is ${keyboardWords(keyboard)}.`;
    return {
      promptNotes:
        keyboard === null ? promptNotes : [...promptNotes, { place: 'keyboard', text: keyboard, words }],
    };
  }

  async #learn(step: StepInput, state: TaskState, seen: Perceived): Promise<Learned> {
    const done = { log: wholeLog(step.history, state), seen };
    const known = this.#knowledge(step, state);
    const ask = async (lesson: Lesson): Promise<string> =>
      (await this.#ask(step, 'experience', this.#questions.learning(lesson, known, done))) ?? '';
    const proposed = await ask('shortcut');
    const improved = await ask('tips');
    const written = headedSections(proposed).get('new shortcut') ?? '';
    const shortcut = written.length > MOST_LEARNED ? null : readNewShortcut(written);
    const tips = headedSections(improved).get('updated tips') ?? '';
    return { shortcut, tips: tips === '' ? null : tips.slice(0, MOST_LEARNED) };
  }

  #knowledge(step: StepInput, state: TaskState): EKnowledge {
    return { instruction: instructionOf(step), state, tips: this.#tips, shortcuts: this.#shortcuts };
  }

  #ask(step: StepInput, role: string, question: Question): Promise<string | null> {
    return this.#helpers.ask(step, role, question.parts, question);
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

/** An app's name without the space around it. Source: Mobile-Agent-E reference code, `execute_atomic_action`. */
function trimmedApp(action: Action): Action {
  return action.type === 'open_app' ? { ...action, app: action.app.trim() } : action;
}

/** Reads a judgement; where A, B or C must begin it, one that cannot be read counts as A. */
function judgementIn(answer: string, judgement: Options['judgement']): Judgement {
  const error = onOneLine(between(answer, '### Error Description ###', '### Progress Status ###'));
  const progress = onOneLine(between(answer, '### Progress Status ###'));
  if (judgement === 'first') {
    const read = readMobileAgentReflection(answer);
    if (read.type !== 'value') return { outcome: 'A', error: 'None', progress: null };
    return { outcome: read.value.outcome, error, progress };
  }
  const said = between(answer, '### Outcome ###', '### Error Description ###');
  const outcome = (['A', 'B', 'C'] as const).find((letter) => said.includes(letter));
  return outcome === undefined ? null : { outcome, error, progress };
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
  parsing: `reference:${MOBILE_AGENT_READER}`,
  options: OPTIONS,
  prompts: MOBILE_AGENT_E_PROMPTS,
  create: (parts, options) => new MobileAgentE(parts, options).agent(),
  identify: (_, { invalidAction }) => ({ formatErrors: invalidAction }),
});
