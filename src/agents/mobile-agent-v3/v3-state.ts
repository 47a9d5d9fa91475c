import { z } from 'zod';
import type { HistoryEntry } from '../agent.js';
import { clipText } from '../clip-text.js';

/** An action of the executor and what came of it. */
const LoggedActionSchema = z.object({
  /** The object that it wrote, as Python prints it. */
  call: z.string(),
  description: z.string(),
  outcome: z.enum(['A', 'B', 'C']),
  error: z.string(),
  /** Whether nobody could read it, so that nothing was done. */
  isInvalid: z.boolean(),
});
export type LoggedAction = z.infer<typeof LoggedActionSchema>;

/** Actions that the executor is shown. Source: Mobile-Agent-v3 reference code. */
const LOGGED = 5;

/** Everything the agent knows between two steps, in `decision.memory`. */
const V3StateSchema = z.object({
  plan: z.string(),
  /** What the manager says has been completed. */
  completed: z.string(),
  /** The same, as it was when the last action was judged. */
  progress: z.string(),
  notes: z.string(),
  /** The latest ones, oldest first. */
  log: z.array(LoggedActionSchema).max(LOGGED),
  /** Actions without success in a row. */
  failures: z.int().nonnegative(),
  /** The action that is to be judged once it is done. */
  pending: z.object({ call: z.string(), description: z.string() }).nullable(),
});
export type V3State = z.infer<typeof V3StateSchema>;

const BEGINNING: V3State = {
  plan: '',
  completed: '',
  progress: '',
  notes: '',
  log: [],
  failures: 0,
  pending: null,
};

/** Bytes of JSON of what is kept; together less than an agent's memory may take. */
export const V3_KEPT = { plan: 10_000, completed: 6_000, notes: 8_000, call: 1_500, words: 1_000 } as const;

export function v3State(entry: HistoryEntry | undefined): V3State {
  const parsed = V3StateSchema.safeParse(entry?.decision.memory);
  return parsed.success ? parsed.data : BEGINNING;
}

/** The state with one more action behind it. */
export function withAction(state: V3State, logged: LoggedAction): V3State {
  const kept: LoggedAction = {
    ...logged,
    call: clipText(logged.call, V3_KEPT.call),
    description: clipText(logged.description, V3_KEPT.words),
    error: clipText(logged.error, V3_KEPT.words),
  };
  return {
    ...state,
    pending: null,
    log: [...state.log, kept].slice(-LOGGED),
    failures: logged.outcome === 'A' ? 0 : state.failures + 1,
  };
}
