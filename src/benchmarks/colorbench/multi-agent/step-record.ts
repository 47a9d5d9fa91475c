import { z } from 'zod';
import type { Dialect } from '../../../models/dialects/dialect.js';
import type { HistoryEntry } from '../../../agents/agent.js';
import { clipText } from '../../../agents/clip-text.js';

/** Longest text of a helping role that is kept, bytes of JSON; they ask for at most 100 words. */
const KEPT_BYTES = 6_000;
const KeptSchema = z.string().nullable().catch(null);

/** What the helping roles said at a step, in `decision.memory`; null for a slot that stayed empty. */
const StepNotesSchema = z.object({
  plan: KeptSchema,
  planningReflection: KeptSchema,
  executionReflection: KeptSchema,
  note: KeptSchema,
});
export type StepNotes = z.infer<typeof StepNotesSchema>;

/** An earlier step as the roles are shown it. */
export interface StepRecord extends StepNotes {
  /** As the acting model writes it. */
  readonly action: string;
  readonly description: string;
}

const NOTHING: StepNotes = { plan: null, planningReflection: null, executionReflection: null, note: null };
const UNREADABLE = 'an answer that nobody could read';

/** What was said, within the limits of an agent's memory; null where it is empty. */
export function keptText(text: string | null): string | null {
  const clipped = clipText((text ?? '').trim(), KEPT_BYTES);
  return clipped === '' ? null : clipped;
}

/** The steps of an episode, oldest first. */
export function stepRecords(history: readonly HistoryEntry[], dialect: Dialect): StepRecord[] {
  return history.map(({ observation, decision, isTeacherForced = false }) => {
    const { screen } = observation;
    const notes = StepNotesSchema.safeParse(decision.memory);
    const call =
      decision.type === 'action' ? dialect.printCall(decision.action, { screen: screen.size }) : UNREADABLE;
    const done = decision.type === 'action' ? decision.action.type : 'none';
    return {
      ...(notes.success ? notes.data : NOTHING),
      action: call ?? done,
      description: (isTeacherForced ? call : null) ?? decision.summary ?? call ?? done,
    };
  });
}

/** One `Step i: …` line a step. Source: ColorBench reference code. */
export function progressLines(records: readonly StepRecord[]): string {
  return records
    .map(
      ({ action, description }, index) =>
        `Step ${index + 1}: Action: ${oneLine(action)}; Action description: ${oneLine(description)}`,
    )
    .join('\n');
}

/** One `(i). …` line for each step that left a note. Source: ColorBench reference code. */
export function memoryLines(records: readonly StepRecord[]): string {
  return records
    .flatMap(({ note }, index) => (note === null ? [] : [`    (${index + 1}). ${oneLine(note)}`]))
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
