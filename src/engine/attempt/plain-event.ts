import type { Transition } from '../../domain/trajectory.js';
import type { ItemEvent } from '../../formats/run/attempt-record.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';

type ObservationEvent = Extract<ItemEvent, { type: 'observation' }>;
type TransitionEvent = Extract<ItemEvent, { type: 'transition' }>;

/** How screens of recorded worlds were read, by what was to be written of them: a world shows the same ones again and again. */
const READ = new WeakMap<ScreenRecord, ScreenRecord>();

/** Puts the screen into the event as it was read before; false where it was not, and the schema tells. */
export function takeKnownScreen(event: ObservationEvent): boolean {
  const known = READ.get(event.screen);
  if (known === undefined || !(event.state === null || typeof event.state === 'string')) return false;
  event.screen = known;
  return true;
}

/** Remembers how a screen was read whose contents are not the run's own. */
export function rememberScreen(written: ScreenRecord, read: ScreenRecord): void {
  if ((written.picture ?? written.hierarchy)?.stored === false) READ.set(written, read);
}

/** Puts the transition into the event as its schema would, where it is of the plainest kind; else false, and the schema tells. */
export function takePlainTransition(event: TransitionEvent): boolean {
  const plain =
    event.answer === undefined && event.snapshot === undefined && plainTransition(event.transition);
  if (!plain) return false;
  event.transition = plain;
  return true;
}

function plainTransition(given: Transition): Transition | false {
  for (const name in given) {
    if (name !== 'rule' && name !== 'next' && name !== 'candidates' && name !== 'detail') return false;
  }
  const { rule, next, candidates, detail } = given;
  if (typeof rule !== 'string' || !(next === null || typeof next === 'string')) return false;
  if (!(detail === undefined || typeof detail === 'string')) return false;
  const isList = Array.isArray(candidates) && candidates.every((one) => typeof one === 'string');
  if (!(candidates === undefined || isList)) return false;
  return {
    rule,
    ...(candidates === undefined ? {} : { candidates: candidates.slice() }),
    next,
    ...(detail === undefined ? {} : { detail }),
  };
}
