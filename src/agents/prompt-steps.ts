import type { Decision } from '../domain/decision.js';
import type { Dialect, PromptStep } from '../models/dialects/dialect.js';
import type { HistoryEntry } from './agent.js';
import { lookBack } from './look-at.js';

/** Most of an answer that is kept for the history, UTF-16 units. */
const KEPT_LENGTH = 16_000;

/** What an agent remembers of its answer, within `decision.memory`. */
export interface AnswerMemory {
  readonly answer?: string;
}

/** The answer as it is kept, for turns that show the model its own words. */
export function keepAnswer(text: string): AnswerMemory {
  return { answer: text.slice(0, KEPT_LENGTH) };
}

/** Earlier steps as a dialect's prompt shows them: as many as it asks for, with its latest pictures. */
export async function promptSteps(
  history: readonly HistoryEntry[],
  dialect: Dialect,
  options: { readonly signal: AbortSignal },
): Promise<PromptStep[]> {
  const { steps, pictures } = dialect.history;
  const shown = steps === null ? history : history.slice(Math.max(history.length - steps, 0));
  return Promise.all(
    shown.map(async ({ observation, decision }, index) => ({
      ...wordsOf(decision, dialect, observation.screen.size),
      picture:
        index >= shown.length - pictures
          ? await lookBack(observation, dialect.observation, options.signal)
          : null,
    })),
  );
}

function wordsOf(
  decision: Decision,
  dialect: Dialect,
  screen: HistoryEntry['observation']['screen']['size'],
): Omit<PromptStep, 'picture'> {
  const memory = decision.memory as AnswerMemory | undefined;
  return {
    answer: typeof memory?.answer === 'string' ? memory.answer : null,
    call: decision.type === 'action' ? dialect.printCall(decision.action, { screen }) : null,
    thought: decision.thought ?? null,
    summary: decision.summary ?? null,
  };
}
