import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import type { ServedPhone } from './served-phone.js';

/** Whoever reads the events of a phone. */
export interface EventReader {
  /** Resolves once there is room for more. */
  write(event: PhoneEvent): Promise<void>;
  /** Calls back when the reader is gone. */
  onGone(then: () => void): void;
  /** Ends the connection; what was not sent is lost. */
  drop(): void;
}

/** Events that may wait for a reader. All are kept for those who come later anyway, so that waiting costs nothing more. */
export const MOST_WAITING = 1_000;

/**
 * Sends the events of a phone, those so far first, until the reader is gone. One that reads slower than things happen is
 * dropped, and may come again.
 */
export async function sendEvents(
  phone: Pick<ServedPhone, 'events' | 'listen'>,
  reader: EventReader,
): Promise<void> {
  const past = [...phone.events()].toReversed();
  const waiting: PhoneEvent[] = [];
  const over = new AbortController();
  let wake = (): void => {};
  const end = (): void => {
    over.abort();
    // A write that the reader never takes must hold none of this in memory.
    past.length = 0;
    waiting.length = 0;
    stop();
    wake();
  };
  const stop = phone.listen((event) => {
    if (waiting.length >= MOST_WAITING) {
      end();
      reader.drop();
      return;
    }
    waiting.push(event);
    wake();
  });
  reader.onGone(end);
  while (!over.signal.aborted) {
    const next = past.pop() ?? waiting.shift();
    if (next !== undefined) await reader.write(next);
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}
