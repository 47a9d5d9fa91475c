import type { PhoneEvent } from '../../formats/phone/phone-event.js';

/** Takes the events of a phone, in order, each before what it tells of is answered. Must not throw. */
export type PhoneEventSink = (event: PhoneEvent) => void;

type Base = 'seq' | 't' | 'wall';
/** An event before the log has numbered and timed it. */
export type NewPhoneEvent = PhoneEvent extends infer E
  ? E extends PhoneEvent
    ? Omit<E, Base>
    : never
  : never;

/** Numbers the events of one phone and passes them on. */
export class PhoneLog {
  readonly #sinks = new Set<PhoneEventSink>();
  readonly #now: () => { readonly t: number; readonly wall: number };
  #seq = 0;

  constructor(now: () => { readonly t: number; readonly wall: number }) {
    this.#now = now;
  }

  /** Listens from here on; gives back how to stop. */
  listen(sink: PhoneEventSink): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  /** The event as it is kept. */
  append(event: NewPhoneEvent): PhoneEvent {
    const whole = { seq: this.#seq, ...this.#now(), ...event };
    this.#seq += 1;
    for (const sink of this.#sinks) sink(whole);
    return whole;
  }
}
