import type { Decision } from '../domain/decision.js';
import { parseHierarchy } from '../domain/hierarchy/parse-hierarchy.js';
import type { Dialect, PromptStep } from '../models/dialects/dialect.js';
import { actionSentence } from '../observations/action-sentence.js';
import type { HistoryEntry } from './agent.js';
import { clipText } from './clip-text.js';
import { lookBack } from './look-at.js';

/** Most of an answer that is kept for the history, bytes of JSON. */
const KEPT_BYTES = 48_000;

/** What an agent remembers of its answer, within `decision.memory`. */
export interface AnswerMemory {
  readonly answer?: string;
}

/** The answer as it is kept, for turns that show the model its own words. */
export function keepAnswer(text: string): AnswerMemory {
  return { answer: clipText(text, KEPT_BYTES) };
}

/** Earlier steps as a dialect's prompt shows them: as many as it asks for, with its latest pictures. */
export async function promptSteps(
  history: readonly HistoryEntry[],
  dialect: Dialect,
  options: { readonly signal: AbortSignal },
): Promise<PromptStep[]> {
  const { steps, pictures, sentences } = dialect.history;
  const shown = steps === null ? history : history.slice(Math.max(history.length - steps, 0));
  return Promise.all(
    shown.map(async ({ observation, decision }, index) => ({
      ...wordsOf(decision, dialect, observation.screen.size),
      picture:
        index >= shown.length - pictures
          ? await lookBack(observation, dialect.observation, options.signal)
          : null,
      ...(sentences === true ? { sentence: await sentenceOf({ observation, decision }, options) } : {}),
    })),
  );
}

async function sentenceOf(
  { observation, decision }: Pick<HistoryEntry, 'observation' | 'decision'>,
  options: { readonly signal: AbortSignal },
): Promise<string | null> {
  if (decision.type !== 'action') return null;
  const { id, hierarchy } = observation.screen;
  const xml = hierarchy === null ? null : await hierarchy.load(options);
  return actionSentence(decision.action, xml === null ? null : parseHierarchy(xml, { file: id }));
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
