import type { ViewerEvent } from '../report/view/viewer-event.js';

/** Whoever reads what happens in a folder. */
export interface ViewerEventReader {
  /** Resolves once there is room for more. */
  write(event: ViewerEvent): Promise<void>;
  /** Says that the connection is alive. */
  beat(): Promise<void>;
  /** Calls back when the reader is gone. */
  onGone(then: () => void): void;
  /** Ends the connection; what was not sent is lost. */
  drop(): void;
}

export interface SendViewerEventsOptions {
  /** Resolves after so many milliseconds, or once the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Different things that may wait for a reader; what is new of one thing replaces what was. */
export const MOST_WAITING = 2_000;
/** What happens within this time is sent together, the newest of each thing. */
const GATHER_MS = 100;
/** Proxies close what is silent for a minute. */
const BEAT_MS = 15_000;

/**
 * Sends what happens until the reader is gone. Of several events about one thing only the newest is sent; one that reads
 * slower than different things happen is dropped, and may come again and ask for what there is.
 */
export async function sendViewerEvents(
  listen: (onEvent: (event: ViewerEvent) => void) => () => void,
  reader: ViewerEventReader,
  { pause }: SendViewerEventsOptions,
): Promise<void> {
  const waiting = new Map<string, ViewerEvent>();
  const over = new AbortController();
  let wake = (): void => {};
  const end = (): void => {
    over.abort();
    // A write that the reader never takes must hold none of this in memory.
    waiting.clear();
    stop();
    wake();
  };
  const stop = listen((event) => {
    const key = subjectOf(event);
    // Behind what came since: a list that is told of an episode before its run would ask for nothing.
    waiting.delete(key);
    if (waiting.size >= MOST_WAITING) {
      end();
      reader.drop();
      return;
    }
    waiting.set(key, event);
    wake();
  });
  reader.onGone(end);
  while (!over.signal.aborted) {
    if (waiting.size === 0) {
      const isBeat = await silence(over.signal, pause, (then) => (wake = then));
      if (isBeat) await reader.beat();
      else await pause(GATHER_MS, over.signal);
      continue;
    }
    const [[key, event] = []] = waiting;
    if (key === undefined || event === undefined) continue;
    waiting.delete(key);
    await reader.write(event);
  }
}

/** Waits for something to happen; true where nothing did for as long as a beat takes. */
async function silence(
  over: AbortSignal,
  pause: SendViewerEventsOptions['pause'],
  onWake: (then: () => void) => void,
): Promise<boolean> {
  const woken = new AbortController();
  onWake(() => woken.abort());
  await pause(BEAT_MS, AbortSignal.any([over, woken.signal]));
  return !woken.signal.aborted && !over.aborted;
}

/** What an event is about. */
function subjectOf(event: ViewerEvent): string {
  switch (event.type) {
    case 'run':
      return JSON.stringify(['run', event.run.id]);
    case 'run-gone':
      return JSON.stringify(['run', event.id]);
    case 'episode':
      return JSON.stringify(['episode', event.run, event.item, event.repeat]);
    case 'labels':
      return JSON.stringify(['labels', event.run]);
    default:
      return event satisfies never;
  }
}
