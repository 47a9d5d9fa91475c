import { z } from 'zod';
import { ActionSchema, type Action } from '../../domain/action.js';
import type { HistoryEntry } from '../agent.js';
import { clipText } from '../clip-text.js';
import type { WrittenCall } from './written-call.js';

/** An action of the operator and what came of it. */
const LoggedActionSchema = z.object({
  call: z.string(),
  description: z.string(),
  outcome: z.enum(['A', 'B', 'C']),
  error: z.string(),
});
export type LoggedAction = z.infer<typeof LoggedActionSchema>;

/** Actions that the operator is shown. Source: Mobile-Agent-E reference code. */
const LOGGED = 5;

/** Everything the agent knows between two steps, in `decision.memory`. */
const TaskStateSchema = z.object({
  plan: z.string(),
  subgoal: z.string(),
  progress: z.string(),
  notes: z.string(),
  /** The latest ones, oldest first. */
  log: z.array(LoggedActionSchema).max(LOGGED),
  /** Actions without success in a row. */
  failures: z.int().nonnegative(),
  /** Equal actions in a row, and what they are equal in. */
  repeats: z.int().nonnegative(),
  repeated: z.string(),
  /** Actions of the operator. */
  iterations: z.int().nonnegative(),
  /** The action that is to be judged once it is done: where it began, and what it was. */
  pending: z
    .object({
      start: z.int().nonnegative(),
      call: z.string(),
      description: z.string(),
      unreadable: z.boolean(),
    })
    .nullable(),
  /** What is left of a shortcut. */
  queued: z.array(ActionSchema),
  /** Texts and icons of the screen, where a model listed them. */
  perceived: z.string().nullable(),
});
export type TaskState = z.infer<typeof TaskStateSchema>;

const BEGINNING: TaskState = {
  plan: '',
  subgoal: '',
  progress: '',
  notes: '',
  log: [],
  failures: 0,
  repeats: 0,
  repeated: '',
  iterations: 0,
  pending: null,
  queued: [],
  perceived: null,
};

/** Bytes of JSON of what is kept; together less than an agent's memory may take. */
export const KEPT = {
  plan: 5_000,
  subgoal: 1_500,
  progress: 4_000,
  notes: 6_000,
  call: 1_500,
  words: 1_000,
} as const;
/** Room for the rest of a shortcut, bytes of JSON. */
const QUEUE_BYTES = 8_000;

export function taskState(entry: HistoryEntry | undefined): TaskState {
  const parsed = TaskStateSchema.safeParse(entry?.decision.memory);
  return parsed.success ? parsed.data : BEGINNING;
}

/** What came of an action. */
export interface Judged {
  readonly outcome: LoggedAction['outcome'];
  readonly error: string;
  /** What has been achieved by now; null where nobody said. */
  readonly progress: string | null;
}

/** The state with the pending action judged. */
export function judged(state: TaskState, { outcome, error, progress }: Judged): TaskState {
  const { pending, log } = state;
  if (pending === null) return state;
  const { call, description } = pending;
  const logged: LoggedAction = { call, description, outcome, error: clipText(error, KEPT.words) };
  return {
    ...state,
    pending: null,
    log: [...log, logged].slice(-LOGGED),
    failures: outcome === 'A' ? 0 : state.failures + 1,
    progress: progress === null ? state.progress : clipText(progress, KEPT.progress),
  };
}

/** An action with the progress that there was behind it. */
export type LoggedProgress = LoggedAction & Pick<TaskState, 'progress'>;

/** The actions of the operator so far with what came of each, oldest first. @param now the state after the last was judged */
export function wholeLog(history: readonly HistoryEntry[], now: TaskState): LoggedProgress[] {
  const begun = history.map(taskState).filter(({ pending }, index) => pending?.start === index);
  // What an action came to stands in the log of the one after it.
  return [...begun.slice(1), now].flatMap(({ log, progress }) =>
    log.slice(-1).map((logged) => ({ ...logged, progress })),
  );
}

/** What follows the first action of a shortcut, as far as there is room for it. */
export function queueOf(actions: readonly Action[]): Action[] {
  // The call as it was written belongs to the first action; its length is not to be counted again and again.
  const queue = actions.map((action): Action => {
    const { native: _, ...rest } = action;
    // Only a foreign action needs its native form, and a shortcut holds none.
    return rest as Action;
  });
  return Buffer.byteLength(JSON.stringify(queue)) > QUEUE_BYTES ? [] : queue;
}

/** How often in a row the operator has now chosen this call. */
export function repeatsWith(
  { repeats, repeated }: TaskState,
  { key }: WrittenCall,
): Pick<TaskState, 'repeats' | 'repeated'> {
  const kept = clipText(key, KEPT.call);
  return { repeats: kept === repeated ? repeats + 1 : 1, repeated: kept };
}
