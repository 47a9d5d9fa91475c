import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import { readSphinxReflection } from './read-reflection.js';
import { actorAgent, actorOf, type Actor } from '../../../agents/prompting/ask-actor.js';
import { textParts } from '../../../agents/prompting/ask-helper.js';
import { Helpers, instructionOf } from '../../../agents/prompting/helpers.js';
import { chooseAction } from '../../../agents/prompting/choose-action.js';
import { clipText } from '../../../agents/clip-text.js';
import { defineAgent, type AgentDefinition } from '../../../agents/define-agent.js';
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
  reflector: `A phone is operated for a user, one action at a time. Judge whether the last action did what it was meant to.

Task: {{instruction}}
Last action: {{action}}

Compare the screen before the action with the screen after it. Say what the action changed and whether that brings the
task nearer; where it does not, say what went wrong and what to try in its place. End with the verdict between triple
backticks: \`\`\`Yes\`\`\` where the action did what it was meant to, else \`\`\`No\`\`\`.`,
  replan: `The last action did not do what it was meant to. Choose another one. What was made of it:
{{reflection}}`,
  replan_silent: `The last action did not do what it was meant to. Choose another one.`,
  ...REPAIR_PROMPTS,
} as const;

const OPTIONS = z.object({
  reflect: z.boolean().default(true).describe('the last action is judged before the next one is chosen'),
  screenBefore: z.boolean().default(true).describe('the judge sees the screens before and after the action'),
  reflectionText: z.boolean().default(true).describe("the acting model is given the judge's answer"),
  reflectAlways: z
    .boolean()
    .default(false)
    .describe('actions that were chosen again are judged as well, not passed over once'),
  history: z.enum(HISTORY_KINDS).default('last').describe("earlier steps in the acting model's history"),
  repair: REPAIR_OPTION,
  maxSteps: MAX_STEPS_OPTION,
});
type Options = z.infer<typeof OPTIONS>;

const REFLECTOR = 'reflector';
/** Most of a judge's words that is kept and shown, bytes of JSON. */
const MOST_WORDS = 8_000;

/** What is kept of a judgement. */
const JudgedSchema = z.object({ verdict: z.enum(['yes', 'no', 'unreadable']) });

/** Verdict on the last action, and the judge's words. */
interface Judgement {
  readonly verdict: 'yes' | 'no' | 'unreadable';
  readonly words: string;
}

/**
 * Reflexion as SPHINX means it: before each action but the first, the last one is judged by the screens before and after it;
 * where it failed, the next is chosen with that judgement shown, and not judged in turn.
 *
 * Source: SPHINX paper and reference code, Reflexion agent. Deviation: the published code, which does not run, shows the
 * current screen twice, drops the judge's words, and sends its mark for replanning to the device; here it is done as
 * described, and choosing anew costs no step.
 */
export const reflexionAgent: AgentDefinition = defineAgent({
  name: 'reflexion',
  title: 'Reflexion (SPHINX): judges its last action by the screens before and after, and chooses again',
  roles: [
    { name: 'actor', does: 'chooses each action' },
    { name: REFLECTOR, does: 'judges the last action' },
    REPAIR_ROLE,
  ],
  dialect: 'sphinx_id',
  options: OPTIONS,
  prompts: PROMPTS,
  create: (parts, options) => {
    const actor = actorOf(parts);
    const helpers = new Helpers(parts, actor, PROMPTS);
    return actorAgent('reflexion', actor, {
      helpers: [...(options.reflect ? [REFLECTOR] : []), ...(options.repair ? [REPAIR_ROLE.name] : [])],
      maxSteps: options.maxSteps,
      decide: (step) => decide(step, actor, helpers, options),
    });
  },
  identify: (_, { history }) => historySettings(history),
});

type JudgeHelpers = Helpers<keyof typeof PROMPTS>;

async function decide(
  step: StepInput,
  actor: Actor,
  helpers: JudgeHelpers,
  options: Options,
): Promise<Decision> {
  const judgement = isDue(step, options) ? await judge(step, actor, helpers, options) : null;
  const advice = options.reflectionText
    ? helpers.fill('replan', { reflection: judgement?.words ?? '' })
    : helpers.prompt('replan_silent');
  const decision = await chooseAction(step, actor, {
    history: await rememberedSteps(step, options.history, actor.dialect),
    parts: judgement?.verdict === 'no' ? textParts(advice) : [],
    repair: options.repair ? helpers.prompt('repair') : null,
  });
  if (judgement === null) return decision;
  return { ...decision, memory: { ...decision.memory, ...judgement } };
}

/** There is an action to judge, and it was not chosen anew because of a judgement. */
function isDue({ history }: StepInput, { reflect, reflectAlways }: Options): boolean {
  const last = history.at(-1);
  if (!reflect || last?.decision.type !== 'action') return false;
  const judged = JudgedSchema.safeParse(last.decision.memory);
  return reflectAlways || !judged.success || judged.data.verdict !== 'no';
}

async function judge(
  step: StepInput,
  { dialect }: Actor,
  helpers: JudgeHelpers,
  { screenBefore }: Options,
): Promise<Judgement> {
  const before = screenBefore ? step.history.at(-1)?.observation : undefined;
  const [shownBefore, shown, action] = await Promise.all([
    before === undefined ? null : helpers.look(step, before),
    helpers.look(step),
    lastActionWords(step, dialect),
  ]);
  const answer = await helpers.ask(step, REFLECTOR, [
    ...textParts(helpers.fill('reflector', { instruction: instructionOf(step), action })),
    ...(shownBefore === null ? [] : screenParts('Screen before the action:', shownBefore)),
    ...screenParts('Screen after the action:', shown),
  ]);
  const read = answer === null ? null : readSphinxReflection(answer);
  const words = clipText((answer ?? '').trim(), MOST_WORDS);
  if (read?.type !== 'value') return { verdict: 'unreadable', words };
  return { verdict: read.value ? 'yes' : 'no', words };
}
