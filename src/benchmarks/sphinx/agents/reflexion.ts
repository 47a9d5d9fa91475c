import { z } from 'zod';
import type { Decision } from '../../../domain/decision.js';
import { cutParts } from '../../../models/dialects/bracketed/bracketed-parts.js';
import { extractActionAsReference } from '../../../models/dialects/bracketed/extract-action.js';
import type { Dialect } from '../../../models/dialects/dialect.js';
import type { ModelContent } from '../../../models/model.js';
import type { HistoryEntry } from '../../../agents/agent.js';
import { officialReflection, type OfficialReflection } from '../prompt-sets/reflexion-sets.js';
import { lastCall } from './last-call.js';
import { actorAgent, actorOf, type Actor } from '../../../agents/prompting/ask-actor.js';
import { textParts } from '../../../agents/prompting/ask-helper.js';
import { Helpers, instructionOf } from '../../../agents/prompting/helpers.js';
import { chooseAction } from '../../../agents/prompting/choose-action.js';
import { clipText } from '../../../agents/clip-text.js';
import { defineAgent, type AgentDefinition } from '../../../agents/define-agent.js';
import {
  HISTORY_KINDS,
  historySettings,
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
  ...REPAIR_PROMPTS,
} as const;

const OPTIONS = z.object({
  reflect: z.boolean().default(true).describe('the last action is judged before the next one is chosen'),
  screenBefore: z
    .boolean()
    .default(false)
    .describe('the judge sees the screen before the action; off: the current one in its place, as published'),
  reflectionText: z
    .boolean()
    .default(false)
    .describe(
      'after a No the acting model is told that its action failed, and why; off: nothing, as published',
    ),
  reflectAlways: z
    .boolean()
    .default(true)
    .describe('actions that were chosen again are judged as well; off: passed over once'),
  replanStep: z
    .boolean()
    .default(true)
    .describe('after a No the step waits, and the next one chooses again; off: chosen again at once'),
  needsVerdict: z
    .boolean()
    .default(true)
    .describe('a judgement that cannot be read ends the episode, as published; off: it changes nothing'),
  history: z.enum(HISTORY_KINDS).default('last').describe("earlier steps in the acting model's history"),
  repair: REPAIR_OPTION,
  maxSteps: MAX_STEPS_OPTION,
});
type Options = z.infer<typeof OPTIONS>;

const REFLECTOR = 'reflector';
/** Name of the action that stands for choosing another one. */
const REPLAN = 'replan';
const EXCERPT_LENGTH = 500;
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
 * Reflexion as SPHINX's code has it: before each action but the first, the last one is judged; where it failed, the step waits,
 * and the next one chooses again. The judgement says so to nobody, and sees the current screen alone, unless switches say otherwise.
 *
 * Source: SPHINX reference code, `Agents/Reflexion.py`. Deviation: what keeps that code from running is repaired: its prompts are
 * loaded, its mark for choosing again is a wait in place of an action that the phone does not know.
 */
export const reflexionAgent: AgentDefinition = defineAgent({
  name: 'reflexion',
  title: 'Reflexion (SPHINX): judges its last action, and chooses again where it failed',
  roles: [
    { name: 'actor', does: 'chooses each action' },
    { name: REFLECTOR, does: 'judges the last action' },
    REPAIR_ROLE,
  ],
  dialect: 'sphinx_id',
  parsing: 'reference:sphinx',
  options: OPTIONS,
  prompts: PROMPTS,
  create: (parts, options) => {
    const actor = actorOf(parts);
    const helpers = new Helpers(parts, actor, PROMPTS);
    return actorAgent('reflexion', actor, {
      // 2: as published, unless switches say otherwise: judged by the current screen, told nothing, a No is a step.
      version: '2',
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
  const acted = step.history.filter((entry) => !isReplan(entry));
  const judgement = isDue(step, options) ? await judge(step, acted, { actor, helpers }, options) : null;
  if (judgement?.verdict === 'unreadable' && options.needsVerdict) return unreadableVerdict(judgement);
  if (judgement?.verdict === 'no' && options.replanStep) return replan(actor, judgement);
  const advice = helpers.fill('replan', { reflection: adviceOf(step, judgement) ?? '' });
  const decision = await chooseAction(step, actor, {
    history: await rememberedSteps({ ...step, history: acted }, options.history, actor.dialect),
    ...(options.history === 'last' ? { notes: { previous_action: lastCall(acted, actor.dialect) } } : {}),
    parts: options.reflectionText && adviceOf(step, judgement) !== null ? textParts(advice) : [],
    repair: options.repair ? helpers.prompt('repair') : null,
  });
  if (judgement === null) return decision;
  return { ...decision, memory: { ...decision.memory, ...judgement } };
}

/** A step at which nothing was done because another action was to be chosen. */
function isReplan({ decision }: HistoryEntry): boolean {
  return decision.type === 'action' && decision.action.native?.name === REPLAN;
}

function replan({ dialect: { family } }: Actor, judgement: Judgement): Decision {
  const native = { family, name: REPLAN, text: 'press [replan]' };
  return {
    type: 'action',
    action: { type: 'wait', native },
    summary: 'choose another action',
    memory: { ...judgement },
  };
}

/** The published code raises an error at an answer without triple backticks, and the run ends. */
function unreadableVerdict({ words }: Judgement): Decision {
  const message = 'the judge says neither Yes nor No between triple backticks';
  const error = { kind: 'no_action' as const, message, excerpt: words.slice(0, EXCERPT_LENGTH) };
  return { type: 'format_error', error, memory: { verdict: 'unreadable', words } };
}

/** What a judge said of an action that failed, now or at the step before, where the device waited; null where none did. */
function adviceOf({ history }: StepInput, judgement: Judgement | null): string | null {
  if (judgement !== null) return judgement.verdict === 'no' ? judgement.words : null;
  const last = history.at(-1);
  if (last === undefined || !isReplan(last)) return null;
  const kept = z.object({ words: z.string() }).safeParse(last.decision.memory);
  return kept.success ? kept.data.words : '';
}

/** There is an action to judge, and no judgement of it yet. */
function isDue({ history }: StepInput, { reflect, reflectAlways }: Options): boolean {
  const last = history.at(-1);
  if (!reflect || last?.decision.type !== 'action' || isReplan(last)) return false;
  if (reflectAlways) return true;
  const before = history.at(-2);
  const judged = JudgedSchema.safeParse(last.decision.memory);
  const wasChosenAnew =
    (judged.success && judged.data.verdict === 'no') || (before !== undefined && isReplan(before));
  return !wasChosenAnew;
}

async function judge(
  step: StepInput,
  acted: readonly HistoryEntry[],
  { actor: { dialect }, helpers }: { readonly actor: Actor; readonly helpers: JudgeHelpers },
  { screenBefore }: Options,
): Promise<Judgement> {
  const before = screenBefore ? acted.at(-1)?.observation : undefined;
  const [shownBefore, shown] = await Promise.all([helpers.look(step, before), helpers.look(step)]);
  const asked = {
    instruction: instructionOf(step),
    action: lastCall(acted, dialect),
    before: shownBefore,
    after: shown,
  };
  const answer = await helpers.ask(step, REFLECTOR, reflectionParts(asked, helpers, dialect));
  const words = clipText((answer ?? '').trim(), MOST_WORDS);
  const said = answer === null ? null : extractActionAsReference(answer);
  if (said === null || 'error' in said) return { verdict: 'unreadable', words };
  return { verdict: said.action.toLowerCase().includes('yes') ? 'yes' : 'no', words };
}

/** The question about an action, in official texts or in our words. */
function reflectionParts(
  asked: OfficialReflection,
  helpers: JudgeHelpers,
  { switches }: Dialect,
): readonly ModelContent[] {
  const characters = Number(switches['textCharacters'] ?? 0);
  const { official } = helpers;
  if (official !== undefined) return cutParts(officialReflection(asked, official), characters);
  const { instruction, action, before, after } = asked;
  return cutParts(
    [
      ...textParts(helpers.fill('reflector', { instruction, action })),
      ...screenParts('Screen before the action:', before),
      ...screenParts('Screen after the action:', after),
    ],
    characters,
  );
}
