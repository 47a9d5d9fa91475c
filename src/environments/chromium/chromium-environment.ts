import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import type { Environment, EnvironmentCapabilities, EpisodeStart, StepResult } from '../environment.js';
import { NoEpisodeError } from '../no-episode-error.js';
import type { LiveApp } from '../../domain/live/live-app.js';
import type { LiveFront } from '../../domain/live/live-front.js';
import { ChromiumFront } from './chromium-front.js';
import type { LivePhone } from './live-phone.js';
import { contentOf, readScreen } from './live-screen.js';
import { performAction } from './perform-action.js';
import { settle, type Settling } from './settle.js';

/** Where a task begins: an app, or the home screen. */
export interface LiveStart {
  /** App that is open; null: the home screen. */
  readonly app: LiveApp | null;
}

export interface ChromiumEnvironmentOptions {
  /** A phone that nobody has used. */
  readonly open: () => Promise<LivePhone>;
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
  #state: string | null = null;
  #hasEnded = false;

  constructor(options: ChromiumEnvironmentOptions) {
    this.#options = options;
  }

  get capabilities(): EnvironmentCapabilities {
    return {
      snapshot: false,
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
    await this.#leave();
    this.#phone = await this.#options.open();
    this.#front = new ChromiumFront(this.#phone);
    this.#hasEnded = false;
    if (begin.app !== null) await this.#phone.openApp(begin.app);
    await settle(this.#phone, this.#options.settling, signal);
    return await this.#look(this.#phone);
  }

  async observe({ signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    return await this.#look(this.#phoneNow());
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
    const isStill = entered !== null || (await settle(phone, this.#options.settling, signal));
    const observation = await this.#look(phone, entered === null ? null : this.#front);
    const details = [detail, ...phone.takeNotes(), isStill ? undefined : 'the screen was still moving'];
    const said = details.filter((one) => one !== undefined).join('; ');
    const transition = { rule, next: this.#state, ...(said === '' ? {} : { detail: said }) };
    return { type: 'observed', observation, transition };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const phone = this.#phone;
    this.#phone = null;
    this.#front = null;
    this.#state = null;
    await phone?.[Symbol.asyncDispose]();
  }

  #phoneNow(): LivePhone {
    if (this.#phone !== null) return this.#phone;
    throw new NoEpisodeError('there is no episode', { hint: 'Call reset first.' });
  }

  /** @param front has looked already, and knows a picture that may still be the screen's */
  async #look(phone: LivePhone, front: ChromiumFront | null = null): Promise<Observation> {
    const reading = await phone.read();
    const picture = (await front?.picture()) ?? contentOf('image/png', await phone.picture());
    this.#state = reading.state;
    const screen = readScreen(phone, reading);
    return { screen: { ...screen, id: `live-${picture.hash?.slice(0, 16) ?? ''}`, picture } };
  }
}
