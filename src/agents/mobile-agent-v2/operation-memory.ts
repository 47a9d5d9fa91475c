import { z } from 'zod';
import type { HistoryEntry } from '../agent.js';

/** What a step leaves for the next one, in `decision.memory`. */
const OperationMemorySchema = z.object({
  /** An operation of the acting model, or a step back that undoes one. */
  kind: z.enum(['operation', 'undo']),
  /** What the operation before this step came to; null where there was none, or nobody could tell, or it was judged before. */
  outcome: z.enum(['A', 'B', 'C']).nullable(),
  completed: z.string(),
  /** Lines, each with its line break. */
  notes: z.string(),
  /** Whether an operation went wrong and none has gone well since. */
  failed: z.boolean(),
  /** The latest operation as its model said it, and as it is told again. */
  said: z.object({ thought: z.string(), operation: z.string(), action: z.string() }).nullable(),
  /** Texts and icons of the screen that was shown, where a model listed them. */
  perceived: z.string().nullable(),
});
export type OperationMemory = z.infer<typeof OperationMemorySchema>;

/** Before the first step, and where somebody else's decision is in the history. */
const NO_OPERATION: OperationMemory = {
  kind: 'operation',
  outcome: null,
  completed: '',
  notes: '',
  failed: false,
  said: null,
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
