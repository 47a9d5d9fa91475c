import { z } from 'zod';
import type { HistoryEntry } from '../agent.js';

/** What a step leaves for the next one, in `decision.memory`. */
const OperationMemorySchema = z.object({
  /** An operation of the acting model, or a step back that undoes one. */
  kind: z.enum(['operation', 'undo']),
  /** What the operation before this step came to; null where there was none, or it was judged before. */
  outcome: z.enum(['A', 'B', 'C']).nullable(),
  completed: z.string(),
  notes: z.string(),
  /** The operation that went wrong last; null once one has gone well. */
  failed: z.string().nullable(),
  /** Texts and icons of the screen, where a model listed them. */
  perceived: z.string().nullable(),
});
export type OperationMemory = z.infer<typeof OperationMemorySchema>;

/** Before the first step, and where somebody else's decision is in the history. */
const NO_OPERATION: OperationMemory = {
  kind: 'operation',
  outcome: null,
  completed: '',
  notes: '',
  failed: null,
  perceived: null,
};

export function operationMemory(entry: HistoryEntry | undefined): OperationMemory {
  const parsed = OperationMemorySchema.safeParse(entry?.decision.memory);
  return parsed.success ? parsed.data : NO_OPERATION;
}

/** The steps whose operations did what was expected; only these are shown. @param last outcome of the latest */
export function successfulSteps(
  history: readonly HistoryEntry[],
  last: OperationMemory['outcome'],
): HistoryEntry[] {
  return history.filter((entry, index) => {
    const next = history[index + 1];
    const outcome = next === undefined ? last : operationMemory(next).outcome;
    return operationMemory(entry).kind === 'operation' && outcome === 'A';
  });
}
