import type { ViewerEvent } from '../../src/report/view/viewer-event.js';

/** Milliseconds until a lost stream of events is asked for again. */
const AGAIN_MS = 2000;

/** Who is told of what happens. */
interface Listener {
  readonly onEvent: (event: ViewerEvent) => void;
  readonly onHeard: () => void;
}

/**
 * What happens, as a server tells it: one stream for all who listen in a page, and none while the page is out of sight. A browser opens
 * six connections to a server and no more, for all of its tabs together; a stream holds one for as long as it is open.
 */
export class EventStream {
  readonly #address: string;
  readonly #listeners = new Set<Listener>();
  #stream: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string) {
    this.#address = address;
    document.addEventListener('visibilitychange', () => this.#turn());
  }

  /**
   * Calls back with what happens, until the returned function is called. `onHeard` is called each time that events begin to come: what
   * happened before was told to nobody.
   */
  listen(onEvent: (event: ViewerEvent) => void, onHeard: () => void = () => undefined): () => void {
    const listener: Listener = { onEvent, onHeard };
    this.#listeners.add(listener);
    if (this.#stream?.readyState === EventSource.OPEN) onHeard();
    this.#turn();
    return () => {
      this.#listeners.delete(listener);
      this.#turn();
    };
  }

  /** Opens the stream where somebody listens and looks, else closes it. */
  #turn(): void {
    const isWanted = this.#listeners.size > 0 && !document.hidden;
    if (isWanted === (this.#stream !== null)) return;
    clearTimeout(this.#timer);
    if (isWanted) this.#open();
    else this.#close();
  }

  #open(): void {
    const stream = new EventSource(this.#address);
    this.#stream = stream;
    stream.addEventListener('open', () => {
      for (const { onHeard } of this.#listeners) onHeard();
    });
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as ViewerEvent;
      for (const { onEvent } of this.#listeners) onEvent(event);
    });
    stream.addEventListener('error', () => {
      // A browser gives up on a server that was away; somebody may start it again.
      if (stream.readyState !== EventSource.CLOSED || this.#stream !== stream) return;
      this.#timer = setTimeout(() => {
        if (this.#stream === stream) this.#open();
      }, AGAIN_MS);
    });
  }

  #close(): void {
    this.#stream?.close();
    this.#stream = null;
  }
}
