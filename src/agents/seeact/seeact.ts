import { z } from 'zod';
import type { Decision } from '../../domain/decision.js';
import { answerWithoutThinking } from '../../models/dialects/reading/cut-thinking.js';
import { SEEACT_READER } from '../../models/dialects/seeact/published-choice.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import type { ModelMessage } from '../../models/model.js';
import { actorAgent, actorOf, actorRequest, type Actor, type ActorInput } from '../prompting/ask-actor.js';
import { historyInput } from '../prompting/history-input.js';
import { askHelper, textParts } from '../prompting/ask-helper.js';
import { instructionOf } from '../prompting/helpers.js';
import { chooseAction } from '../prompting/choose-action.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition } from '../define-agent.js';
import type { StepInput } from '../baselines/stateless-agent.js';

const ROLE = 'actor';
const DESCRIBE = 'describer';
/** The place in a dialect's prompt that the description has. */
const PLACE = 'next_action';
/** Most of a description that goes into the second question, bytes of JSON. */
const MOST_BYTES = 16_000;

const PROMPTS = {
  describe: `The task: {{instruction}}

Look at the current screen of this Android phone. Say what it shows, whether the actions so far have worked, and what to do next; then describe the one next action and the element that it is done to. Do not answer in the form of an action yet.`,
} as const;

/**
 * SeeAct with textual choices: one call describes the next action from the screenshot, a second one, in the same
 * conversation, chooses the element and the action among lettered choices.
 *
 * Source: Zheng et al. 2024 (SeeAct); AndroidWorld reference code, `seeact.py`.
 */
export const seeactDefinition: AgentDefinition = defineAgent({
  name: 'seeact',
  title: 'SeeAct: describes the next action, then chooses among lettered elements',
  roles: [
    { name: ROLE, does: 'chooses element and action' },
    { name: DESCRIBE, does: 'says in words what to do next' },
  ],
  dialect: 'seeact',
  parsing: `reference:${SEEACT_READER}`,
  options: z.object({
    describe: z
      .boolean()
      .default(true)
      .describe('the next action is described in a call of its own before it is chosen'),
  }),
  prompts: PROMPTS,
  takesHistory: true,
  create: (parts, options) => {
    const actor = actorOf(parts, ROLE);
    const template = parts.prompts['describe'] ?? PROMPTS.describe;
    return actorAgent('seeact', actor, {
      version: '2',
      helpers: options.describe ? [DESCRIBE] : [],
      decide: async (step) => {
        if (!options.describe) return told(await chooseAction(step, actor));
        const { sampling } = parts.dialectOf(DESCRIBE);
        const earlier = await historyInput(step, actor);
        const answer = await askHelper(step, {
          role: DESCRIBE,
          ...(await opening(step, actor, { template, earlier })),
          sampling,
        });
        const description = clipText(answerWithoutThinking(answer ?? ''), MOST_BYTES);
        const note = { place: PLACE, text: `\n\n${description}`, words: said(description.trim()) };
        const decision = await chooseAction(step, actor, {
          ...earlier,
          promptNotes: [...(earlier.promptNotes ?? []), note],
        });
        return told(decision);
      },
    });
  },
  identify: () => ({ formatErrors: 'wait' }),
});

/** A choice that could not be read as later steps are told of it. */
function told(decision: Decision): Decision {
  if (decision.type === 'action') return decision;
  return { ...decision, summary: `Nothing was done: ${decision.error.message}.` };
}

function said(description: string): string {
  return `You have looked at this screen before and described the next action so:\n${description}`;
}

/**
 * The question for a description: the dialect's own beginning of the conversation, where it has a place for the answer, else
 * the task and the screen as the dialect shows them, behind our words.
 */
async function opening(
  step: StepInput,
  actor: Actor,
  { template, earlier }: { readonly template: string; readonly earlier: ActorInput },
): Promise<{ readonly before: readonly ModelMessage[]; readonly parts: ModelMessage['content'] }> {
  const { request } = await actorRequest(step, actor, { ...earlier, notes: { [PLACE]: '…' } });
  const { messages } = request;
  const answered = messages.findIndex(({ role }) => role === 'assistant');
  const asked = messages[answered - 1];
  const isDescription = messages[answered]?.content.some((part) => part.type === 'text' && part.text === '…');
  if (asked !== undefined && isDescription === true) {
    return { before: messages.slice(0, answered - 1), parts: asked.content };
  }
  const last = messages.at(-1)?.content ?? [];
  const pictures = last.filter(({ type }) => type === 'image');
  return {
    before: [],
    parts: [...textParts(fillTemplate(template, { instruction: instructionOf(step) })), ...pictures],
  };
}
