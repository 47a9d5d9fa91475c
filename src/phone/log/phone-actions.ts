import type { Action } from '../../domain/action.js';
import type { PhoneEvent, PhoneEventOf } from '../../formats/phone/phone-event.js';

/** What a log comes to: the actions that the recorded world was asked for, in order. */
export function phoneActions(events: readonly PhoneEvent[]): Action[] {
  return actionEvents(events).map(({ action }) => action);
}

/** The same with what came of them. */
export function actionEvents(events: readonly PhoneEvent[]): PhoneEventOf<'action'>[] {
  return events.filter((event) => event.kind === 'action');
}

/** What a client sent that the phone has no answer for, and how often: where the emulation has to grow. */
export function coverageGaps(events: readonly PhoneEvent[]): ReadonlyMap<string, number> {
  const gaps = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== 'unknown_command' && event.kind !== 'unknown_service') continue;
    const key = `${event.kind} ${event.what}`;
    gaps.set(key, (gaps.get(key) ?? 0) + 1);
  }
  return gaps;
}
