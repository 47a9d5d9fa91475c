import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
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
  lastActionWords,
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
  history: z.enum(HISTORY_KINDS).default('none').describe("earlier steps in the acting model's history"),
  repair: REPAIR_OPTION,
  maxSteps: MAX_STEPS_OPTION,
});
type Options = z.infer<typeof OPTIONS>;

const PLANNER = 'planner';
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
 * Source: SPHINX paper and reference code, LLM planner. Deviation: the published code, which does not run, asks for the plan
 * with the prompt for actions and for actions without a screen; here both are asked as described.
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
  options: OPTIONS,
  prompts: PROMPTS,
  create: (parts, options) => {
    const actor = actorOf(parts);
    const helpers = new Helpers(parts, actor, PROMPTS);
    return actorAgent('llm-planner', actor, {
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
  const next = plan?.plan[plan.next];
  const promptNotes: readonly PromptNote[] =
    next === undefined
      ? []
      : [{ place: 'step', text: next, words: helpers.fill('plan_step', { step: next }) }];
  const turn = await askActor(step, actor, {
    history: await rememberedSteps(step, options.history, actor.dialect),
    promptNotes,
    parts: next !== undefined && options.replan ? textParts(helpers.prompt('replan')) : [],
  });
  if (plan !== null && options.replan && givesUp(turn)) {
    // No step of the device: it waits, and the next step begins with a new plan.
    const native = { family: actor.dialect.family, name: 'replan', text: turn.answer.text };
    const memory = keepAnswer(turn.answer.text);
    return { type: 'action', action: { type: 'wait', native }, summary: 'plan anew', memory };
  }
  const decision = await decisionOf(turn, step, actor, options.repair ? helpers.prompt('repair') : null);
  if (plan === null) return decision;
  return { ...decision, memory: { ...decision.memory, plan: plan.plan, next: plan.next + 1 } };
}

/** What is left of the plan that the last step was taken from; null where there is nothing. */
function currentPlan({ history }: StepInput): Plan | null {
  const kept = PlanSchema.safeParse(history.at(-1)?.decision.memory);
  return kept.success && kept.data.next < kept.data.plan.length ? kept.data : null;
}

/** A plan from the current screen on; empty where the planner's answer is none, so that the next step asks again. */
async function makePlan(step: StepInput, { dialect }: Actor, helpers: PlanHelpers): Promise<Plan> {
  const [shown, action] = await Promise.all([helpers.look(step), lastActionWords(step, dialect)]);
  const text = helpers.fill('planner', { instruction: instructionOf(step), action });
  const parts = [...textParts(text), ...screenParts('Current screen:', shown)];
  const answer = await helpers.ask(step, PLANNER, parts);
  const read = answer === null ? null : readSphinxPlan(answer);
  const plan = read?.type === 'value' ? read.value.slice(0, MOST_STEPS) : [];
  return { plan: plan.map((words) => clipText(words, MOST_STEP_BYTES)), next: 0 };
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
