import { faultOf, type Fault } from '../errors.js';

/** What the process ends with. 2–70 follow the fault of the error. */
export const EXIT = { done: 0, gateMissed: 1, user: 2, interrupted: 130 } as const;

const BY_FAULT: Record<Fault, number> = {
  user: EXIT.user,
  dataset: 3,
  environment: 4,
  model: 5,
  agent: 6,
  bug: 70,
};

/** Exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): number {
  return exitCodeOfFault(faultOf(error));
}

/** Exit code for a failure of this owner. */
export function exitCodeOfFault(fault: Fault): number {
  return BY_FAULT[fault];
}
