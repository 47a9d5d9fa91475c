import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceStream } from '../service-stream.js';
import { CLIENT_GONE } from '../transport/client-gone.js';
import { InputQueue } from '../transport/input-queue.js';
import { ExitScanner } from './exit-scanner.js';

/** Bytes from a client that the shadow may leave unread before it gets no more. */
const MOST_UNREAD = 8 << 20;

/**
 * One service of a real phone as it is seen from in between: what the client sends goes to the shadow as well, what the
 * phone says is counted.
 */
export class ObservedStream {
  readonly service: string;
  /** Commands come over it one after the other, so that its end says nothing about any of them. */
  readonly isEndless: boolean;
  /** What the shadow reads. What it says goes nowhere. */
  readonly shadow: ServiceStream;
  /** Resolves once the real service is over. */
  readonly over: Promise<void>;
  /** Takes the bytes of the phone; set by whoever counts them. */
  onOutput: (bytes: Uint8Array) => void = () => {};

  readonly #queue: InputQueue;
  readonly #gone = new AbortController();
  readonly #exit: ExitScanner | null;
  #unread = 0;
  #isOver = false;
  #lastByteAt = performance.now();
  #settleOver: () => void = () => {};
  #settleReduced: () => void = () => {};
  /** Resolves once the shadow has done what it can: it is through, or wants input. */
  readonly reduced: Promise<void>;

  constructor(service: string) {
    this.service = service;
    this.isEndless = /^shell[^:]*:$/.test(service) || !/^(shell|exec|sync)\b/.test(service);
    this.#exit = /^shell,[^:]*\bv2\b/.test(service) ? new ExitScanner() : null;
    this.over = new Promise((resolve) => (this.#settleOver = resolve));
    this.reduced = new Promise((resolve) => (this.#settleReduced = resolve));
    this.#queue = new InputQueue((bytes) => (this.#unread -= bytes));
    this.shadow = { input: this.#queue, write: async () => {}, gone: this.#gone.signal };
  }

  get exitCode(): number | null {
    return this.#exit?.status ?? null;
  }

  /** The client sent something. */
  input(bytes: Uint8Array): void {
    this.#lastByteAt = performance.now();
    this.#unread += bytes.length;
    if (this.#unread > MOST_UNREAD) this.#queue.end();
    else this.#queue.push(bytes);
  }

  /** The client sends no more. */
  endInput(): void {
    this.#queue.end();
  }

  /** The phone said something. */
  output(bytes: Uint8Array): void {
    this.#lastByteAt = performance.now();
    this.onOutput(bytes);
    this.#exit?.push(bytes);
    // Clients may leave with the exit status, before the end.
    if (this.exitCode !== null) this.end({ isGone: false });
  }

  /** The service is over, or its client is gone. */
  end({ isGone }: { readonly isGone: boolean }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue.end();
    if (isGone) this.#gone.abort(CLIENT_GONE);
    this.#settleReduced();
    this.#settleOver();
  }

  /** The shadow is through with it, or waits for the client. */
  noteReduced(): void {
    this.#settleReduced();
  }

  /** Resolves once what was commanded over it is done: at its end, or after as long a silence where it has none. */
  async quiet(silenceMs: number, mostMs: number): Promise<void> {
    const until = performance.now() + mostMs;
    while (!this.#isOver && performance.now() < until) {
      const silence = performance.now() - this.#lastByteAt;
      if (this.isEndless && silence >= silenceMs) return;
      const wait = this.isEndless ? silenceMs - silence : until - performance.now();
      await this.#overOr(Math.max(1, wait));
    }
  }

  async #overOr(milliseconds: number): Promise<void> {
    const timer = new AbortController();
    const { signal } = timer;
    await Promise.race([this.over, delay(milliseconds, undefined, { signal }).catch(() => {})]);
    timer.abort();
  }
}
