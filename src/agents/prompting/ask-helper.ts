import { TouchstoneError } from '../../errors.js';
import type { Sampling } from '../../models/dialects/dialect.js';
import type { ModelContent, ModelMessage } from '../../models/model.js';
import { askModel } from './ask-model.js';
import type { StepInput } from '../baselines/stateless-agent.js';

/** A question to a model that helps the acting one. */
export interface HelperQuestion {
  readonly role: string;
  /** Left out where it is empty. */
  readonly system?: string;
  /** The conversation before this question. */
  readonly before?: readonly ModelMessage[];
  /** Text and pictures of the question. */
  readonly parts: readonly ModelContent[];
  /** Of the role's dialect; its stop strings, which belong to its grammar, are left out. */
  readonly sampling: Sampling;
  /** An outage of this model is an empty answer, and does not interrupt the episode. */
  readonly skipsOutages?: boolean;
}

/**
 * The answer of a helping model, or null where it refuses: its slot then stays empty. Outages are
 * thrown as the model throws them, unless the question skips them: an outage that is skipped lowers the agent's score.
 */
export async function askHelper(
  { context, signal }: Pick<StepInput, 'context' | 'signal'>,
  question: HelperQuestion,
): Promise<string | null> {
  const { role, system = '', before = [], parts, sampling, skipsOutages = false } = question;
  const { stop: _, ...settings } = sampling;
  const opening: ModelMessage[] =
    system === '' ? [] : [{ role: 'system', content: [{ type: 'text', text: system }] }];
  const messages = [...opening, ...before, { role: 'user' as const, content: parts }];
  try {
    const answer = await askModel(context.models, role, { ...settings, messages }, { signal });
    return answer.finishReason === 'refusal' ? null : answer.text;
  } catch (error) {
    const isOutage = error instanceof TouchstoneError && error.fault === 'model';
    if (!isOutage || !skipsOutages || signal.aborted) throw error;
    return null;
  }
}

/** A text as the parts of a message; none where it is empty. */
export function textParts(text: string): ModelContent[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}
