import type { Action } from '../../domain/action.js';
import type { PhoneEvent, PhoneEventOf } from '../../formats/phone/phone-event.js';
import type { WorldStep } from './material.js';

/** The log of a recording as steps from screen to screen. */
export interface RecordedSteps {
  readonly captures: readonly PhoneEventOf<'capture'>[];
  readonly steps: readonly WorldStep[];
  /** Actions after the last capture: the recording was cut off. */
  readonly unseen: number;
}

export function recordedSteps(events: readonly PhoneEvent[]): RecordedSteps {
  const captures: PhoneEventOf<'capture'>[] = [];
  const steps: WorldStep[] = [];
  let pending: Action[] = [];
  for (const event of events) {
    if (event.kind === 'capture') {
      const to = captures.push(event) - 1;
      const [first, ...others] = pending;
      if (first !== undefined && to > 0) steps.push({ from: to - 1, to, actions: [first, ...others] });
      pending = [];
    } else if (event.kind === 'action' && event.action.type !== 'stop') {
      // What was typed becomes an action only when it has been done, and its screen has been captured.
      const to = captures.length - 1;
      if (event.to === null) pending.push(event.action);
      else if (to > 0) steps.push({ from: to - 1, to, actions: [event.action] });
    }
  }
  return { captures, steps, unseen: pending.length };
}
