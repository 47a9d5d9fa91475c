import { connect, type Socket } from 'node:net';
import { UserError } from '../../errors.js';
import { withLength } from './smart-text.js';

export interface RegisterOptions {
  /** Port of the phone's daemon on this machine. Keep it off 5555–5585, which servers scan on their own. */
  readonly daemonPort: number;
  readonly serverHost?: string;
  readonly serverPort: number;
  /** Time for the server to list the phone at first, milliseconds. */
  readonly timeoutMs?: number;
  /** The server is gone, or has forgotten the phone; it is registered again as soon as there is one. */
  readonly onLost?: () => void;
  /** The phone is listed: the first time, and after each loss. */
  readonly onListed?: () => void;
}

/** Time for a server to list a phone at first, milliseconds. */
const FIRST_LISTING_MS = 5000;
/** Time between attempts to find a server again, and between registrations it does not take. */
const RETRY_MS = 100;
/** Bytes of one list of devices at most. */
const LONGEST_LIST = 4 + 0xffff;

/**
 * Shows a phone in a real ADB server on this machine, as `emulator-N` with N one below the daemon's port. While it is held,
 * the phone is registered again whenever the server loses it, as after `adb kill-server`.
 *
 * @throws {UserError} when no server answers, or it does not list the phone
 */
export async function registerWithAdbServer(options: RegisterOptions): Promise<Registration> {
  const registration = new Registration(options);
  try {
    await registration.start();
  } catch (cause) {
    await registration[Symbol.asyncDispose]();
    throw cause;
  }
  return registration;
}

/** A phone that a real ADB server shows. */
export class Registration implements AsyncDisposable {
  /** Serial that the server gives it. */
  readonly serial: string;
  readonly #options: RegisterOptions;
  readonly #host: string;
  #tracker: Socket | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isListed = false;
  #isDisposed = false;
  #onFirst: ((problem: UserError | null) => void) | null = null;

  /** Use `registerWithAdbServer`. */
  constructor(options: RegisterOptions) {
    this.#options = options;
    this.#host = options.serverHost ?? '127.0.0.1';
    this.serial = `emulator-${options.daemonPort - 1}`;
  }

  /** Resolves once the phone is listed. */
  async start(): Promise<void> {
    const { serverPort, daemonPort } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#onFirst = (problem) => (problem === null ? resolve() : reject(problem));
        timer = setTimeout(() => {
          const hint = 'See `adb devices`; another phone may have the port.';
          reject(new UserError(`the adb server did not list the phone at port ${daemonPort}`, { hint }));
        }, this.#options.timeoutMs ?? FIRST_LISTING_MS);
        this.#track();
      });
    } finally {
      clearTimeout(timer);
      this.#onFirst = null;
    }
    if (this.#isDisposed) throw new UserError(`the phone left the adb server at port ${serverPort} again`);
  }

  /** Looks after the phone no longer. It stays listed as long as its daemon keeps the connection. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#tracker?.destroy();
    return Promise.resolve();
  }

  #track(): void {
    const { serverPort } = this.#options;
    const tracker = connect({ host: this.#host, port: serverPort, noDelay: true });
    this.#tracker = tracker;
    let text = '';
    tracker.on('connect', () => tracker.write(withLength('host:track-devices')));
    tracker.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (text.startsWith('OKAY')) text = text.slice(4);
      for (let size = listSize(text); size !== null && text.length >= 4 + size; size = listSize(text)) {
        const list = text.slice(4, 4 + size);
        text = text.slice(4 + size);
        this.#listed(list);
      }
      // A server that says anything else is none.
      if (text.startsWith('FAIL') || text.length > LONGEST_LIST) tracker.destroy();
    });
    tracker.on('error', (cause) => {
      const hint = 'Start it with `adb start-server`, or name the port of the one that runs.';
      this.#onFirst?.(new UserError(`no adb server answers at ${this.#host}:${serverPort}`, { cause, hint }));
    });
    tracker.on('close', () => {
      this.#lost();
      this.#later(() => this.#track());
    });
  }

  #listed(list: string): void {
    if (list.split('\n').some((line) => line === `${this.serial}\tdevice`)) {
      if (this.#isListed) return;
      this.#isListed = true;
      this.#options.onListed?.();
      this.#onFirst?.(null);
      return;
    }
    this.#lost();
    // Listed as offline: the server is making up its mind.
    if (!list.includes(`${this.serial}\t`)) this.#register();
  }

  #lost(): void {
    if (!this.#isListed || this.#isDisposed) return;
    this.#isListed = false;
    this.#options.onLost?.();
  }

  /** There is no reply; whether it worked shows in the list. */
  #register(): void {
    const socket = connect({ host: this.#host, port: this.#options.serverPort, noDelay: true });
    socket.on('error', () => {});
    socket.end(withLength(`host:emulator:${this.#options.daemonPort}`));
    socket.resume();
    this.#later(() => {
      if (!this.#isListed && this.#tracker?.readyState === 'open') this.#register();
    });
  }

  #later(work: () => void): void {
    if (this.#isDisposed) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(work, RETRY_MS);
  }
}

/** Bytes of the list that the text starts with, where its length is there. */
function listSize(text: string): number | null {
  const digits = text.slice(0, 4);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : null;
}
