import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import type {
  Environment,
  EnvironmentCapabilities,
  EnvironmentSnapshot,
  EpisodeStart,
  StepResult,
  UnexpectedEvent,
} from '../environment.js';
import { NoEpisodeError } from '../no-episode-error.js';
import type { LiveApp } from '../../domain/live/live-app.js';
import type { LiveFront } from '../../domain/live/live-front.js';
import { ChromiumFront } from './chromium-front.js';
import type { LivePhone } from './live-phone.js';
import { contentOf, readScreen } from './live-screen.js';
import { performAction } from './perform-action.js';
import { readPhoneSnapshot } from './phone-snapshot.js';
import { settle, type Settling } from './settle.js';

/** Where a task begins: an app, or the home screen. */
export interface LiveStart {
  /** App that is open; null: the home screen. */
  readonly app: LiveApp | null;
}

export interface ChromiumEnvironmentOptions {
  readonly apps: readonly LiveApp[];
  /** A phone that nobody has used. */
  readonly open: () => Promise<LivePhone>;
  /** A phone shows its first screen: what is done for later disturbs nobody any more. */
  readonly onArrived?: () => void;
  /** Where each known task begins; `undefined` means that the task is unknown. */
  readonly startOf: (task: string) => LiveStart | undefined;
  readonly settling: Settling;
}

/**
 * Web apps running live in Chromium: true state, typing, scrolling, timers. Every episode begins in a clean profile. An app that
 * says its own state (`window.touchstone.state()`) names the environment's; others have none.
 */
export class ChromiumEnvironment implements Environment {
  readonly #options: ChromiumEnvironmentOptions;
  #phone: LivePhone | null = null;
  #front: ChromiumFront | null = null;
  #task = '';
  /** Phones that are being put away while the next one is in use. */
  readonly #leaving = new Set<Promise<void>>();
  #state: string | null = null;
  #hasEnded = false;

  constructor(options: ChromiumEnvironmentOptions) {
    this.#options = options;
  }

  get capabilities(): EnvironmentCapabilities {
    return {
      // Only where every app that is open can be restored.
      snapshot: this.#phone?.hasSnapshot ?? true,
      pictures: true,
      hierarchy: true,
      activity: true,
      deterministic: false,
      stable: false,
    };
  }

  get state(): string | null {
    return this.#state;
  }

  get live(): LiveFront | undefined {
    return this.#front ?? undefined;
  }

  async reset(start: EpisodeStart, { signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    const begin = this.#options.startOf(start.task);
    if (begin === undefined) {
      throw new DatasetError(`there is no task "${start.task}" here`, {
        hint: 'List the tasks of this suite.',
      });
    }
    return await this.#begin(start.task, signal, async (phone) => {
      if (begin.app !== null) await phone.openApp(begin.app);
    });
  }

  async observe({ signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    return (await this.#look(this.#phoneNow())).observation;
  }

  async step(action: Action, { signal }: { signal: AbortSignal }): Promise<StepResult> {
    signal.throwIfAborted();
    const phone = this.#phoneNow();
    if (this.#hasEnded)
      throw new NoEpisodeError('the episode has ended', { hint: 'Call reset for the next one.' });
    if (action.type === 'stop' || (action.type === 'answer' && action.terminal)) {
      this.#hasEnded = true;
      this.#state = null;
      const answer = action.type === 'answer' ? action.text : action.answer;
      const transition = { rule: 'stop', next: null };
      return answer === undefined ? { type: 'ended', transition } : { type: 'ended', transition, answer };
    }
    const entered = this.#front?.takeEntered() ?? null;
    const { rule, detail } = entered ?? (await performAction(phone, action, signal));
    // Whoever entered it has waited as long as it wanted to.
    const { observation, isStill } =
      entered === null
        ? await this.#arrive(phone, signal)
        : { ...(await this.#look(phone, this.#front)), isStill: true };
    const details = [detail, ...phone.takeNotes(), isStill ? undefined : 'the screen was still moving'];
    const said = details.filter((one) => one !== undefined).join('; ');
    const transition = { rule, next: this.#state, ...(said === '' ? {} : { detail: said }) };
    return { type: 'observed', observation, transition };
  }

  snapshot(): EnvironmentSnapshot {
    const snapshot = this.#phoneNow().snapshot();
    if (snapshot === null) throw new NoEpisodeError('an app that is open cannot be restored');
    return { task: this.#task, ...snapshot };
  }

  async restore(snapshot: EnvironmentSnapshot, { signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    const packages = this.#options.apps.map((app) => app.package);
    const { task, ...phone } = readPhoneSnapshot(snapshot, packages);
    return await this.#begin(task, signal, (fresh) => fresh.restore(phone));
  }

  async interrupt(event: UnexpectedEvent, { signal }: { signal: AbortSignal }): Promise<boolean> {
    signal.throwIfAborted();
    const phone = this.#phoneNow();
    if (!(await phone.interrupt(event))) return false;
    // What slides in is looked at once it is there; one that moves for ever is looked at as it is.
    await settle(phone, this.#options.settling, signal);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#putAway(this.#take());
    await Promise.all(this.#leaving);
  }

  /** An episode on a phone that nobody has used. The one before is put away once the first screen of this one is there. */
  async #begin(
    task: string,
    signal: AbortSignal,
    enter: (phone: LivePhone) => Promise<void>,
  ): Promise<Observation> {
    const before = this.#take();
    try {
      const phone = await this.#options.open();
      this.#phone = phone;
      this.#front = new ChromiumFront(phone);
      this.#task = task;
      this.#hasEnded = false;
      await enter(phone);
      return (await this.#arrive(phone, signal)).observation;
    } finally {
      this.#putAway(before);
      this.#options.onArrived?.();
    }
  }

  #take(): LivePhone | null {
    const phone = this.#phone;
    this.#phone = null;
    this.#front = null;
    this.#state = null;
    return phone;
  }

  #putAway(phone: LivePhone | null): void {
    if (phone === null) return;
    const leaving = phone[Symbol.asyncDispose]().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  #phoneNow(): LivePhone {
    if (this.#phone !== null) return this.#phone;
    throw new NoEpisodeError('there is no episode', { hint: 'Call reset first.' });
  }

  /** Waits until the screen is still, then looks; again where it changed meanwhile, so that picture and hierarchy are of one. */
  async #arrive(
    phone: LivePhone,
    signal: AbortSignal,
  ): Promise<{ observation: Observation; isStill: boolean }> {
    const { settling } = this.#options;
    const end = Date.now() + settling.deadlineMs;
    for (;;) {
      const deadlineMs = Math.max(end - Date.now(), 0);
      const isStill = await settle(phone, { ...settling, deadlineMs }, signal);
      const { observation, changes } = await this.#look(phone);
      if (!isStill || Date.now() >= end) return { observation, isStill: false };
      if ((await phone.changes()) === changes) return { observation, isStill };
    }
  }

  /** @param front has looked already, and knows a picture that may still be the screen's */
  async #look(
    phone: LivePhone,
    front: ChromiumFront | null = null,
  ): Promise<{ observation: Observation; changes: number }> {
    const reading = await phone.read();
    const picture = (await front?.picture()) ?? contentOf('image/png', await phone.picture());
    this.#state = reading.state;
    const screen = readScreen(phone, reading);
    const id = `live-${picture.hash?.slice(0, 16) ?? ''}`;
    return { observation: { screen: { ...screen, id, picture } }, changes: reading.changes };
  }
}
