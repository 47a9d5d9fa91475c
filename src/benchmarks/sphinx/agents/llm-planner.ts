import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import { cutParts } from '../../../models/dialects/bracketed/bracketed-parts.js';
import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import { officialPlanQuestion } from '../prompt-sets/planner-set.js';
import { lastCall } from './last-call.js';
import { readSphinxPlan } from './read-plan.js';
import {
  actorAgent,
  actorOf,
  askActor,
  type Actor,
  type ActorTurn,
  type PromptNote,
} from '../../../agents/prompting/ask-actor.js';
import { textParts } from '../../../agents/prompting/ask-helper.js';
import { Helpers, instructionOf } from '../../../agents/prompting/helpers.js';
import { decisionOf } from '../../../agents/prompting/choose-action.js';
import { clipText } from '../../../agents/clip-text.js';
import { defineAgent, type AgentDefinition } from '../../../agents/define-agent.js';
import { keepAnswer } from '../../../agents/prompting/prompt-steps.js';
import {
  HISTORY_KINDS,
  historySettings,
  rememberedSteps,
} from '../../../agents/prompting/remembered-steps.js';
import { REPAIR_OPTION, REPAIR_PROMPTS, REPAIR_ROLE } from '../../../agents/prompting/repair-answer.js';
import { screenParts } from '../../../agents/screen-parts.js';
import { MAX_STEPS_OPTION, type StepInput } from '../../../agents/baselines/stateless-agent.js';

const PROMPTS = {
  planner: `A phone is operated for a user. Make a plan of a few short steps that lead from the current screen to the goal; each
step is about one action, said in words and not in coordinates.

Task: {{instruction}}
Last action: {{action}}

Think first. Then write the plan in this form, one step a line in brackets, and nothing after it:
High-level Plan:
[first step]
[second step]`,
  plan_step: `Do this step of the plan now, and nothing beyond it: {{step}}`,
  replan: `Where the step cannot be done on this screen because the plan does not fit, answer \`\`\`press [replan]\`\`\` in place
of an action: a new plan will be made.`,
  ...REPAIR_PROMPTS,
} as const;

const OPTIONS = z.object({
  plan: z
    .boolean()
    .default(true)
    .describe('a planner divides the task into steps; off: the task is the only step'),
  replan: z.boolean().default(true).describe('the acting model may give the plan up with press [replan]'),
  needsPlan: z
    .boolean()
    .default(true)
    .describe('a plan that cannot be read ends the episode, as published; off: it is asked for again'),
  history: z.enum(HISTORY_KINDS).default('none').describe("earlier steps in the acting model's history"),
  repair: REPAIR_OPTION,
  maxSteps: MAX_STEPS_OPTION,
});
type Options = z.infer<typeof OPTIONS>;

const PLANNER = 'planner';
const EXCERPT_LENGTH = 500;
/** Bounds of a plan that is kept; longer ones are cut. */
const MOST_STEPS = 30;
const MOST_STEP_BYTES = 400;

/** The plan as it stands before a step. */
const PlanSchema = z.object({ plan: z.array(z.string()), next: z.int().nonnegative() });
type Plan = z.infer<typeof PlanSchema>;

/**
 * SPHINX's LLM planner: a plan of steps in words, then one action for each of them; where the plan is used up, or given up,
 * another one is made.
 *
 * Source: SPHINX reference code, `Agents/LLMPlanner.py`. Deviation: what keeps that code from running is repaired: its prompts
 * are loaded, actions are asked for with the screen, the steps of a plan are found.
 */
export const llmPlannerAgent: AgentDefinition = defineAgent({
  name: 'llm-planner',
  title: 'LLM planner (SPHINX): plans in words, then takes one action for each step of the plan',
  roles: [
    { name: 'actor', does: 'chooses the action for a step of the plan' },
    { name: PLANNER, does: 'makes the plan' },
    REPAIR_ROLE,
  ],
  dialect: 'sphinx_id',
  parsing: 'reference:sphinx',
  options: OPTIONS,
  prompts: PROMPTS,
  create: (parts, options) => {
    const actor = actorOf(parts);
    const helpers = new Helpers(parts, actor, PROMPTS);
    return actorAgent('llm-planner', actor, {
      // 2: a plan that cannot be read ends the episode, and the planner is told the last call as it was written.
      version: '2',
      helpers: [...(options.plan ? [PLANNER] : []), ...(options.repair ? [REPAIR_ROLE.name] : [])],
      maxSteps: options.maxSteps,
      decide: (step) => decide(step, actor, helpers, options),
    });
  },
  identify: (_, { history }) => historySettings(history),
});

type PlanHelpers = Helpers<keyof typeof PROMPTS>;

async function decide(
  step: StepInput,
  actor: Actor,
  helpers: PlanHelpers,
  options: Options,
): Promise<Decision> {
  const plan = options.plan ? (currentPlan(step) ?? (await makePlan(step, actor, helpers))) : null;
  if (plan !== null && 'unreadable' in plan) {
    if (options.needsPlan) return planError(plan.unreadable);
  }
  const made = plan === null || 'unreadable' in plan ? { plan: [], next: 0 } : plan;
  const next = made.plan[made.next];
  const isOfficial = helpers.official !== undefined;
  const promptNotes: readonly PromptNote[] =
    next === undefined
      ? []
      : [{ place: 'step', text: next, words: helpers.fill('plan_step', { step: next }) }];
  const turn = await askActor(step, actor, {
    history: await rememberedSteps(step, options.history, actor.dialect),
    promptNotes,
    parts: next !== undefined && options.replan && !isOfficial ? textParts(helpers.prompt('replan')) : [],
  });
  if (plan !== null && options.replan && givesUp(turn)) {
    // No step of the device: it waits, and the next step begins with a new plan. Its history says so in these words.
    const native = { family: actor.dialect.family, name: 'replan', text: 'press [none]' };
    const memory = keepAnswer(turn.answer.text);
    return { type: 'action', action: { type: 'wait', native }, summary: 'plan anew', memory };
  }
  const decision = await decisionOf(turn, step, actor, options.repair ? helpers.prompt('repair') : null);
  if (plan === null) return decision;
  return { ...decision, memory: { ...decision.memory, plan: made.plan, next: made.next + 1 } };
}

/** The published code fails at a plan without steps, and the run ends. */
function planError(answer: string): Decision {
  const message = 'the plan has no [step]';
  return {
    type: 'format_error',
    error: { kind: 'no_action', message, excerpt: answer.slice(0, EXCERPT_LENGTH) },
  };
}

/** What is left of the plan that the last step was taken from; null where there is nothing. */
function currentPlan({ history }: StepInput): Plan | null {
  const kept = PlanSchema.safeParse(history.at(-1)?.decision.memory);
  return kept.success && kept.data.next < kept.data.plan.length ? kept.data : null;
}

/** A plan from the current screen on, or the planner's answer where there is none in it. */
async function makePlan(
  step: StepInput,
  { dialect }: Actor,
  helpers: PlanHelpers,
): Promise<Plan | { readonly unreadable: string }> {
  const shown = await helpers.look(step);
  const action = lastCall(step.history, dialect);
  const instruction = instructionOf(step);
  const { official } = helpers;
  const parts =
    official === undefined
      ? [
          ...textParts(helpers.fill('planner', { instruction, action })),
          ...screenParts('Current screen:', shown),
        ]
      : officialPlanQuestion({ instruction, action, shown }, official);
  const characters = Number(dialect.switches['textCharacters'] ?? 0);
  const answer = await helpers.ask(step, PLANNER, cutParts(parts, characters));
  const read = answer === null ? null : readSphinxPlan(answer);
  if (read?.type !== 'value') return { unreadable: answer ?? '' };
  return { plan: read.value.slice(0, MOST_STEPS).map((words) => clipText(words, MOST_STEP_BYTES)), next: 0 };
}

/** Whether the answer is the word for a new plan, in the dialect's own grammar or outside it. */
function givesUp({ answer, read }: ActorTurn): boolean {
  if (read.type === 'actions') return read.actions[0].type === 'replan';
  const { text } = cutThinking(answer.text);
  // In backticks, or all that the answer ends with.
  return (
    /```\s{0,5}press \[replan\]\s{0,5}```/.test(text) ||
    /^\W{0,20}press \[replan\]\W{0,20}$/m.test(text.slice(-200))
  );
}
