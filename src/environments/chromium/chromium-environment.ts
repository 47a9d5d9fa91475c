import { createHash } from 'node:crypto';
import type { Action } from '../../domain/action.js';
import { writeHierarchy } from '../../domain/hierarchy/write-hierarchy.js';
import type { Observation, ScreenContent } from '../../domain/screen.js';
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
import type { LivePhone } from './live-phone.js';
import { performAction } from './perform-action.js';
import { readPhoneSnapshot } from './phone-snapshot.js';
import { settle, type Settling } from './settle.js';

/** Package of the home screen. */
const LAUNCHER = 'com.touchstone.launcher';

/** Where a task begins: an app, or the home screen. */
export interface LiveStart {
  /** App that is open; null: the home screen. */
  readonly app: LiveApp | null;
}

export interface ChromiumEnvironmentOptions {
  readonly apps: readonly LiveApp[];
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

  async reset(start: EpisodeStart, { signal }: { signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    const begin = this.#options.startOf(start.task);
    if (begin === undefined) {
      throw new DatasetError(`there is no task "${start.task}" here`, {
        hint: 'List the tasks of this suite.',
      });
    }
    this.#leave();
    this.#phone = await this.#options.open();
    this.#task = start.task;
    this.#hasEnded = false;
    if (begin.app !== null) await this.#phone.openApp(begin.app);
    return (await this.#arrive(this.#phone, signal)).observation;
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
    const { rule, detail } = await performAction(phone, action, signal);
    const { observation, isStill } = await this.#arrive(phone, signal);
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
    this.#leave();
    this.#phone = await this.#options.open();
    this.#task = task;
    this.#hasEnded = false;
    await this.#phone.restore(phone);
    return (await this.#arrive(this.#phone, signal)).observation;
  }

  async interrupt(event: UnexpectedEvent, { signal }: { signal: AbortSignal }): Promise<boolean> {
    signal.throwIfAborted();
    return await this.#phoneNow().interrupt(event);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
    await Promise.all(this.#leaving);
  }

  #leave(): void {
    const phone = this.#phone;
    this.#phone = null;
    this.#state = null;
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

  async #look(phone: LivePhone): Promise<{ observation: Observation; changes: number }> {
    const reading = await phone.read();
    const picture = await phone.picture();
    const owner = reading.activity?.package ?? phone.app?.package ?? LAUNCHER;
    const hierarchy = Buffer.from(writeHierarchy([{ package: owner, root: reading.root }]), 'utf8');
    this.#state = reading.state;
    const shown = content('image/png', picture);
    const observation = {
      screen: {
        id: `live-${shown.hash?.slice(0, 16) ?? ''}`,
        size: phone.screen.size,
        activity: reading.activity ?? { package: owner, activity: activityOf(reading.url, phone.app) },
        picture: shown,
        hierarchy: content('application/xml', hierarchy),
      },
    };
    return { observation, changes: reading.changes };
  }
}

function content(mediaType: string, bytes: Uint8Array): ScreenContent {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { mediaType, hash, load: async () => bytes };
}

/** A web app has pages where others have activities: the path, without what a query says. */
function activityOf(url: string, app: LiveApp | null): string {
  if (app === null || !URL.canParse(url)) return '.Launcher';
  const { pathname, hash } = new URL(url);
  const route = hash.startsWith('#/') ? hash.slice(1).split('?')[0] : pathname;
  return `.${
    (route ?? '')
      .replaceAll(/[^\w/.-]/g, '_')
      .replace(/^\/+|\/+$/g, '')
      .replaceAll('/', '.') || 'Main'
  }`;
}
