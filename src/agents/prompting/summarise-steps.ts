import { z } from 'zod';
import { cutThinking } from '../../models/dialects/reading/cut-thinking.js';
import type { Sampling } from '../../models/dialects/dialect.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import type { HistoryEntry } from '../agent.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { clipText } from '../clip-text.js';
import { lookAt } from '../look-at.js';
import type { Actor } from './ask-actor.js';
import { askHelper, textParts } from './ask-helper.js';
import { beforeAndAfter, instructionOf } from './helpers.js';
import { SUMMARISE_ROLE } from './summarise-prompt.js';

/** Most of a summary that is kept, bytes of JSON; models are asked for three sentences. */
const KEPT_BYTES = 6_000;
const AT_FIRST = 'The task has just begun, nothing has been done.';
const MemorySchema = z.object({ context: z.string() });

/**
 * The summary of the steps so far. The one before it is in the memory of an earlier decision (`context`), where this one
 * belongs too; a refusal and an empty answer leave that one in place.
 *
 * @param asked prompt `summarise`, and the sampling of its role
 * @throws what the model of the role `summarise` throws
 */
export async function summariseSteps(
  step: StepInput,
  { dialect, rule }: Actor,
  asked: { readonly template: string; readonly sampling: Sampling },
): Promise<string> {
  const { before, since } = notSummedUp(step.history);
  const [first] = since;
  const last = since.at(-1);
  if (first === undefined || last === undefined) return before;
  const calls = since.map(({ observation, decision }) => {
    if (decision.type === 'format_error') return 'none: the answer could not be read';
    const { action } = decision;
    return dialect.printCall(action, { screen: observation.screen.size }) ?? action.type;
  });
  const { thought } = last.decision;
  const text = fillTemplate(asked.template, {
    instruction: instructionOf(step),
    context: before,
    action: calls.join('; '),
    thought: thought === undefined ? '' : `The thought behind it: ${thought}`,
  });
  const looking = { coordinates: dialect.coordinates, signal: step.signal };
  const answer = await askHelper(step, {
    role: SUMMARISE_ROLE.name,
    sampling: asked.sampling,
    parts: [
      ...textParts(text),
      ...beforeAndAfter(
        'action',
        await lookAt(first.observation, rule, looking),
        await lookAt(step.observation, rule, looking),
      ),
    ],
  });
  const summary = answer === null ? '' : cutThinking(answer).text.trim();
  return summary === '' ? before : clipText(summary, KEPT_BYTES);
}

/** The newest summary, and the steps that it does not speak of: more than one where an answer held several actions. */
function notSummedUp(history: readonly HistoryEntry[]): {
  readonly before: string;
  readonly since: readonly HistoryEntry[];
} {
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const memory = MemorySchema.safeParse(history[index]?.decision.memory);
    if (memory.success) return { before: memory.data.context, since: history.slice(index) };
  }
  return { before: AT_FIRST, since: history };
}

/** The recording's own summary of the steps before this one; null where it has none. */
export function annotatedSummary({ observation }: Pick<StepInput, 'observation'>): string | null {
  return observation.context === undefined ? null : clipText(observation.context, KEPT_BYTES);
}
