import { z } from 'zod';
import type { Action, Target } from '../../../domain/action.js';
import type { Decision } from '../../../domain/decision.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { AnswerMemory } from '../../../agents/prompting/prompt-steps.js';
import { splitPlannedAction, type PlannedAction } from '../published-readers/read-api.js';
import { actorNeeds, actorOf, type Actor } from '../../../agents/prompting/ask-actor.js';
import { chooseAction } from '../../../agents/prompting/choose-action.js';
import { clipText } from '../../../agents/clip-text.js';
import { defineAgent, type AgentDefinition } from '../../../agents/define-agent.js';
import { REPAIR_OPTION, REPAIR_PROMPTS, REPAIR_ROLE } from '../../../agents/prompting/repair-answer.js';
import { statelessAgent, type StepInput } from '../../../agents/baselines/stateless-agent.js';
import { GROUNDING_FORMS, GROUNDING_PROMPTS, groundTarget, type Grounder } from './ground-target.js';

const PLANNER = 'planner';
const GROUNDER = 'grounder';
const PROMPTS = { ...GROUNDING_PROMPTS, ...REPAIR_PROMPTS } as const;

const OPTIONS = z.object({
  ground: z
    .boolean()
    .default(true)
    .describe('the grounder finds what the planner describes; off: nobody does'),
  form: z
    .enum(GROUNDING_FORMS)
    .default('mobile_use')
    .describe('how the grounder is asked: to call mobile_use (ColorBench), or for a point (UGround)'),
  reason: z.boolean().default(true).describe("the grounder is given the planner's reason"),
  pointSpan: z
    .number()
    .nonnegative()
    .default(1000)
    .describe('with form=point, the largest number on both axes; 0: pixels of the picture as sent'),
  retries: z.int().nonnegative().default(0).describe('further attempts where the grounder finds nothing'),
  repair: REPAIR_OPTION,
});
type Options = z.infer<typeof OPTIONS>;

/** Most of a grounder's words that is kept, bytes of JSON. */
const MOST_WORDS = 4_000;

/**
 * Two models for one step: a planner says in words what to touch, a grounder finds where it is. Other actions are the
 * planner's alone. Where nothing is found, the step is taken as it was planned, with the warning `grounding_failed`, and
 * touches nothing: that is no format error of the planner.
 *
 * Source: ColorBench paper, closed models; reference code `agent_api.py`; AndroidLens paper, GPT-4o with UGround.
 */
export const plannerGrounderAgent: AgentDefinition = defineAgent({
  name: 'planner-grounder',
  title: 'a planner describes what to touch, a grounder finds it (closed models of ColorBench; UGround)',
  roles: [
    { name: PLANNER, does: 'chooses each action and describes what it touches' },
    { name: GROUNDER, does: 'finds what is described', dialect: 'qwen25_mobile_use@colorbench' },
    REPAIR_ROLE,
  ],
  dialect: 'colorbench_api',
  options: OPTIONS,
  prompts: PROMPTS,
  takesHistory: true,
  create: (parts, options) => {
    const actor = actorOf(parts, PLANNER);
    const grounder: Grounder = {
      role: GROUNDER,
      form: options.form,
      dialect: parts.dialectOf(GROUNDER),
      pointSpan: options.pointSpan === 0 ? null : options.pointSpan,
      prompts: { ...GROUNDING_PROMPTS, ...parts.prompts },
      ...(parts.official === undefined ? {} : { official: parts.official.texts }),
    };
    const roles = [
      PLANNER,
      ...(options.ground ? [GROUNDER] : []),
      ...(options.repair ? [REPAIR_ROLE.name] : []),
    ];
    const repair = options.repair ? (parts.prompts['repair'] ?? PROMPTS.repair) : null;
    const needs = actorNeeds(actor, roles);
    return statelessAgent({
      name: 'planner-grounder',
      version: '1',
      settings: { observation: actor.rule },
      needs: { ...needs, pictures: needs.pictures || options.ground },
      decide: (step) => decide(step, actor, grounder, { ...options, repairPrompt: repair }),
    });
  },
});

async function decide(
  step: StepInput,
  actor: Actor,
  grounder: Grounder,
  options: Options & { readonly repairPrompt: string | null },
): Promise<Decision> {
  const decision = await chooseAction(step, actor, { repair: options.repairPrompt });
  if (decision.type === 'format_error' || !options.ground) return decision;
  const { action, thought = null } = decision;
  const description = describedBy(action);
  if (description === null) return decision;
  let said = '';
  for (let attempt = 0; attempt <= options.retries; attempt += 1) {
    const sought = { description, thought: options.reason ? thought : null, planned: plannedIn(decision) };
    const grounded = await groundTarget(step, sought, grounder);
    said = grounded.answer;
    if (grounded.type === 'lost') continue;
    const memory = { ...decision.memory, grounding: clipText(said, MOST_WORDS) };
    return { ...decision, action: aimed(action, { ...grounded.target, description }), memory };
  }
  const warnings = [...(action.warnings ?? []), 'grounding_failed'];
  const memory = { ...decision.memory, grounding: clipText(said, MOST_WORDS) };
  return { ...decision, action: { ...action, warnings }, memory };
}

/** Reason and action of the planner's answer, as the published code cuts it; null for an answer that it cannot cut. */
function plannedIn({ memory }: Decision): PlannedAction | null {
  const { answer } = memory as AnswerMemory;
  return answer === undefined ? null : splitPlannedAction(pythonStrip(answer));
}

/** What a touch describes; null for actions that no grounder is asked about. */
function describedBy(action: Action): string | null {
  const isTouch = action.type === 'tap' || action.type === 'long_press';
  return isTouch && action.target.type === 'description' ? action.target.text : null;
}

function aimed(action: Action, target: Target): Action {
  return action.type === 'tap' || action.type === 'long_press' ? { ...action, target } : action;
}
