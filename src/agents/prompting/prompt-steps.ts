import type { Decision } from '../../domain/decision.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { resizedSize } from '../../domain/coordinates/resize-rule.js';
import type { Dialect, PromptStep } from '../../models/dialects/dialect.js';
import type { PictureSizes } from '../../models/dialects/reading/resolve-position.js';
import { actionSentence } from '../../observations/action-sentence.js';
import type { HistoryEntry } from '../agent.js';
import { clipText } from '../clip-text.js';
import { lookBack } from '../look-at.js';

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
    shown.map(async ({ observation, decision, isTeacherForced = false }, index) => ({
      ...(isTeacherForced
        ? toldWords(decision, dialect, sizesOf(observation, dialect))
        : ownWords(decision, dialect, sizesOf(observation, dialect))),
      picture:
        index >= shown.length - pictures
          ? await lookBack(observation, dialect.observation, options.signal)
          : null,
      record: {
        action: decision.type === 'action' ? decision.action : null,
        screen: observation.screen.size,
        app: observation.screen.activity?.package ?? null,
        instruction: observation.stepInstruction ?? observation.instruction ?? null,
        isTeacherForced,
      },
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

/** A step as the agent did it. */
function ownWords(decision: Decision, dialect: Dialect, sizes: PictureSizes): Omit<PromptStep, 'picture'> {
  const memory = decision.memory as AnswerMemory | undefined;
  return {
    answer: typeof memory?.answer === 'string' ? memory.answer : null,
    call: decision.type === 'action' ? dialect.printCall(decision.action, sizes) : null,
    thought: decision.thought ?? null,
    summary: decision.summary ?? null,
  };
}

/** A step as a recording did it: what the model would have said to do that, instead of what it said. */
function toldWords(decision: Decision, dialect: Dialect, sizes: PictureSizes): Omit<PromptStep, 'picture'> {
  const { thought = null, summary = null } = decision;
  if (decision.type === 'format_error') return { answer: null, call: null, thought, summary };
  const call = dialect.printCall(decision.action, sizes);
  // The dataset's own words may hold numbers that mean something else in this grammar.
  const line = call ?? summary;
  const said = { thought: thought ?? '', summary: line ?? '' };
  return { answer: dialect.printAnswer(decision.action, said, sizes), call, thought, summary: line };
}

/** The picture of an earlier step as it is sent has the size that its rule gives it. */
function sizesOf({ screen: { size } }: HistoryEntry['observation'], dialect: Dialect): PictureSizes {
  const { resize } = dialect.observation.picture;
  const resized = size === null || resize === null ? null : resizedSize(size, resize);
  return { screen: size, sent: resized?.type === 'size' ? resized.size : null };
}
