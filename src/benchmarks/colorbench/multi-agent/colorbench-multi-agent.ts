import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { Agent } from '../../../agents/agent.js';
import {
  actorNeeds,
  actorOf,
  askActor,
  type Actor,
  type ActorInput,
} from '../../../agents/prompting/ask-actor.js';
import { textParts, type HelperQuestion } from '../../../agents/prompting/ask-helper.js';
import { beforeAndAfter, Helpers, instructionOf } from '../../../agents/prompting/helpers.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../../../agents/define-agent.js';
import type { ShownScreen } from '../../../agents/look-at.js';
import { keepAnswer } from '../../../agents/prompting/prompt-steps.js';
import { screenParts } from '../../../agents/screen-parts.js';
import { statelessAgent, type StepInput } from '../../../agents/baselines/stateless-agent.js';
import type { EXECUTOR_NOTES } from '../prompt-sets/multi-agent-set.js';
import { MULTI_AGENT_PROMPTS } from './multi-agent-prompts.js';
import {
  officialMemoryQuestion,
  officialNotes,
  officialPlannerQuestion,
  officialProgress,
  officialRecords,
  officialReflectorQuestion,
} from './official-questions.js';
import { memoryLines, progressLines, stepRecords, keptText, type StepRecord } from './step-record.js';
import type { ParseProfile } from '../../../models/dialects/dialect.js';
import {
  readPublishedMemory,
  readPublishedPlan,
  readPublishedReflection,
} from '../published-readers/read-roles.js';
import { readColorBenchMemory } from '../readers/memory-colorbench.js';
import { readColorBenchPlan } from '../readers/plan-colorbench.js';
import { readColorBenchReflection } from '../readers/reflect-colorbench.js';

/** How the published code reads: a missing tag is a sentence that says so, and stands in prompts like any other. */
const PUBLISHED: ParseProfile = 'reference:colorbench';

/** What a reflector says of the plan and of how it was carried out; null for what it does not say. */
interface Reflection {
  readonly planning: string | null;
  readonly execution: string | null;
}

const OPTIONS = z.object({
  plan: z.boolean().default(true).describe('a planner says at each step what to do next'),
  reflect: z.boolean().default(true).describe('a reflector compares the screens before and after each step'),
  memory: z.boolean().default(true).describe('a note is kept of what later steps will need'),
  skipOutages: z
    .boolean()
    .default(false)
    .describe('a helping model that is out leaves its slot empty instead of interrupting the episode'),
});
type Options = z.infer<typeof OPTIONS>;

const EXECUTOR = 'executor';
const NOTHING_YET = 'none, this is the first step';
const NO_PLAN = 'No action plan';

/** What the roles share at one step. */
interface Step {
  readonly input: StepInput;
  readonly shown: ShownScreen;
  readonly records: readonly StepRecord[];
  readonly instruction: string;
}

/**
 * ColorBench's multi-agent system: at each step a reflector looks back, a planner says what is next, an executor acts, and a
 * note is kept of what later steps will need. With all three switches off the executor is asked as the `direct` agent is.
 *
 * Source: ColorBench paper, section 4 and Table 3; reference code `plan_reflect_agent.py`. Deviations: the next
 * reflection gets a step without a plan as `No action plan`, which ends an episode in the published code; but for the
 * profile `reference:colorbench`, what cannot be read is an empty slot, where that code keeps placeholder sentences.
 */
class MultiAgent {
  readonly #parts: AgentParts;
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #helpers: Helpers<keyof typeof MULTI_AGENT_PROMPTS>;

  constructor(parts: AgentParts, options: Options) {
    this.#parts = parts;
    this.#options = options;
    this.#actor = actorOf(parts, EXECUTOR);
    this.#helpers = new Helpers(parts, this.#actor, MULTI_AGENT_PROMPTS);
  }

  agent(): Agent {
    const { plan, reflect, memory } = this.#options;
    const helpers = [
      ...(plan ? ['planner'] : []),
      ...(reflect ? ['reflector'] : []),
      ...(memory ? ['memory'] : []),
    ];
    return statelessAgent({
      name: 'colorbench-multi-agent',
      // 2: answers are read as the published code reads them.
      version: '2',
      needs: actorNeeds(this.#actor, [EXECUTOR, ...helpers]),
      decide: (input) => this.#decide(input),
    });
  }

  async #decide(input: StepInput): Promise<Decision> {
    const { observation, history } = input;
    const { dialect } = this.#actor;
    const step: Step = {
      input,
      shown: await this.#helpers.look(input),
      records: this.#recordsOf(history),
      instruction: instructionOf(input),
    };
    const reflection = await this.#reflect(step);
    const plan = await this.#plan(step, reflection.planning);
    const { answer, read } = await askActor(input, this.#actor, {
      ...this.#tellExecutor(step, plan, reflection),
      shown: step.shown,
    });
    const said = {
      ...keepAnswer(answer.text.slice(0, MOST_OF_ANSWER)),
      plan,
      planningReflection: reflection.planning,
      executionReflection: reflection.execution,
    };
    if (read.type === 'format_error') return { ...read, memory: { ...said, note: null } };
    const { actions, ...spoken } = read;
    const [action] = actions;
    const call = dialect.printCall(action, { screen: observation.screen.size }) ?? action.type;
    const note = await this.#remember(step, {
      action: call,
      purpose: plan ?? pythonStrip(spoken.summary),
      answer: answer.text,
    });
    return { ...spoken, type: 'action', action, memory: { ...said, note } };
  }

  async #reflect({ input, shown, records, instruction }: Step): Promise<Reflection> {
    const nothing: Reflection = { planning: null, execution: null };
    const before = input.history.at(-1);
    const last = records.at(-1);
    if (!this.#options.reflect || before === undefined || last === undefined) return nothing;
    const { official, profile } = this.#parts;
    const seenBefore = await this.#helpers.look(input, before.observation);
    if (official !== undefined) {
      const plan = last.plan ?? NO_PLAN;
      const said = { instruction, plan, last, before: seenBefore, after: shown };
      const question = officialReflectorQuestion(official.texts, said);
      return reflectionIn(await this.#ask('reflector', input, question), profile);
    }
    const text = this.#helpers.fill('reflector', {
      instruction,
      plan: last.plan ?? NO_PLAN,
      action: last.action,
      description: last.description,
    });
    const parts = [...textParts(text), ...beforeAndAfter('action', seenBefore, shown)];
    return reflectionIn(await this.#ask('reflector', input, { parts }), profile);
  }

  async #plan(
    { input, shown, records, instruction }: Step,
    reflection: string | null,
  ): Promise<string | null> {
    if (!this.#options.plan) return null;
    const { official, profile } = this.#parts;
    if (official !== undefined) {
      const question = officialPlannerQuestion(official.texts, { instruction, reflection, records, shown });
      return planIn(await this.#ask('planner', input, question), profile);
    }
    const text = this.#helpers.fill('planner', {
      instruction,
      reflection: reflection ?? (records.length === 0 ? NOTHING_YET : 'none'),
      progress: records.length === 0 ? 'Nothing has been done yet.' : progressOf(records),
      memory: notesOf(records),
    });
    const parts = [...textParts(text), ...screenParts('Current screen:', shown)];
    return planIn(await this.#ask('planner', input, { parts }), profile);
  }

  async #remember(
    { input, shown, instruction }: Step,
    {
      action,
      purpose,
      answer,
    }: { readonly action: string; readonly purpose: string; readonly answer: string },
  ): Promise<string | null> {
    if (!this.#options.memory) return null;
    const { official, profile } = this.#parts;
    if (official !== undefined) {
      const question = officialMemoryQuestion(official.texts, { instruction, purpose, answer, shown });
      return noteIn(await this.#ask('memory', input, question), profile);
    }
    const text = this.#helpers.fill('memory', { instruction, action, purpose });
    const parts = [...textParts(text), ...screenParts('Current screen:', shown)];
    return noteIn(await this.#ask('memory', input, { parts }), profile);
  }

  /** Earlier steps in words, as all roles get them; in the dialect's own form where there is only the executor. */
  #tellExecutor({ records }: Step, plan: string | null, { execution }: Reflection): ActorInput {
    const { plan: plans, reflect, memory } = this.#options;
    if (this.#parts.official !== undefined) {
      const notes: Record<(typeof EXECUTOR_NOTES)[number], string> = {
        action_plan: plan ?? '',
        reflection: execution ?? '',
        history_context: officialProgress(records),
        history_memory: officialNotes(records),
      };
      return { history: [], notes };
    }
    if (!plans && !reflect && !memory) return {};
    const text = this.#helpers.fill('executor', {
      plan: plan === null ? '' : `Action plan for this step: ${plan}`,
      progress: records.length === 0 ? '' : progressOf(records),
      reflection: execution === null ? '' : `Reflection on how the last step was carried out: ${execution}`,
      memory: notesOf(records),
    });
    return { history: [], parts: textParts(text.trim()) };
  }

  #ask(
    role: string,
    input: StepInput,
    { parts, ...more }: Pick<HelperQuestion, 'system' | 'parts'>,
  ): Promise<string | null> {
    return this.#helpers.ask(input, role, parts, { ...more, skipsOutages: this.#options.skipOutages });
  }

  #recordsOf(history: StepInput['history']): readonly StepRecord[] {
    const records = stepRecords(history, this.#actor.dialect);
    return this.#parts.official === undefined ? records : officialRecords(records, history);
  }
}

/** Leaves room for what the other roles said, UTF-16 units. */
const MOST_OF_ANSWER = 6_000;

function progressOf(records: readonly StepRecord[]): string {
  return `Task progress:\n${progressLines(records)}`;
}

function notesOf(records: readonly StepRecord[]): string {
  const lines = memoryLines(records);
  return lines === '' ? '' : `Notes from earlier screens:\n${lines}`;
}

/** ColorBench's multi-agent system by name. */
export const colorbenchMultiAgentDefinition: AgentDefinition = defineAgent({
  name: 'colorbench-multi-agent',
  title: 'plans, acts, reflects and remembers: the multi-agent system of ColorBench',
  roles: [
    { name: EXECUTOR, does: 'chooses each action' },
    { name: 'planner', does: 'says in one sentence what to do next' },
    { name: 'reflector', does: 'compares the screens before and after the last step' },
    { name: 'memory', does: 'notes what later steps will need' },
  ],
  dialect: 'qwen25_mobile_use@colorbench_executor',
  parsing: PUBLISHED,
  options: OPTIONS,
  prompts: MULTI_AGENT_PROMPTS,
  create: (parts, options) => new MultiAgent(parts, options).agent(),
});

/** Nothing but white space, which the published code takes for no answer at all. */
function isBlank(answer: string): boolean {
  return pythonStrip(answer) === '';
}

/** What a planner says is next; null for an answer that says nothing, or no answer. */
function planIn(answer: string | null, profile: ParseProfile): string | null {
  if (answer === null || isBlank(answer)) return null;
  if (profile === PUBLISHED) return keptText(readPublishedPlan(answer).action_plan);
  const read = readColorBenchPlan(answer);
  return read.type === 'value' ? keptText(read.value.actionPlan) : null;
}

function reflectionIn(answer: string | null, profile: ParseProfile): Reflection {
  if (answer === null || isBlank(answer)) return { planning: null, execution: null };
  if (profile === PUBLISHED) {
    const { planning_reflection: planning, execution_reflection: execution } =
      readPublishedReflection(answer);
    return { planning: keptText(planning), execution: keptText(execution) };
  }
  const read = readColorBenchReflection(answer);
  if (read.type !== 'value') return { planning: null, execution: null };
  return { planning: keptText(read.value.planning), execution: keptText(read.value.execution) };
}

/** What is to be remembered of a screen; null for nothing. */
function noteIn(answer: string | null, profile: ParseProfile): string | null {
  if (answer === null || isBlank(answer)) return null;
  if (profile === PUBLISHED) return keptText(readPublishedMemory(answer));
  const read = readColorBenchMemory(answer);
  return read.type === 'value' ? keptText(read.value) : null;
}
