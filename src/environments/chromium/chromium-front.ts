import { createHash } from 'node:crypto';
import type { Action } from '../../domain/action.js';
import type { LiveApp } from '../../domain/live/live-app.js';
import type { Entered, LiveFront, LiveLook, LiveTouch } from '../../domain/live/live-front.js';
import type { LiveScreen } from '../../domain/live/live-screen.js';
import type { Observation, ScreenContent } from '../../domain/screen.js';
import { LAUNCHER, readScreen } from './live-screen.js';
import type { LivePhone } from './live-phone.js';
import { finger, performAction } from './perform-action.js';

type Finger = Awaited<ReturnType<typeof finger>>;

/** A live phone in Chromium as a front uses it between steps. */
export class ChromiumFront implements LiveFront {
  readonly home = { package: LAUNCHER, activity: '.Launcher' };
  readonly #phone: LivePhone;
  /** What the next step records; null where nothing was entered since the last one. */
  #entered: Entered | null = null;
  /** The finger that is down. */
  #finger: Finger | null = null;
  /** The picture taken last, and what the screen looked like in small just before. */
  #last: { readonly small: string; readonly picture: ScreenContent } | null = null;

  constructor(phone: LivePhone) {
    this.#phone = phone;
  }

  get apps(): readonly LiveApp[] {
    return this.#phone.apps;
  }

  get screen(): LiveScreen {
    return this.#phone.screen;
  }

  /** What was entered since the last call; null where nothing was. */
  takeEntered(): Entered | null {
    const entered = this.#entered;
    this.#entered = null;
    return entered;
  }

  async enter(action: Action, { signal }: { readonly signal: AbortSignal }): Promise<Entered> {
    signal.throwIfAborted();
    if (action.type === 'open_url') await this.#bringUp(action.url);
    this.#entered = await performAction(this.#phone, action, signal);
    return this.#entered;
  }

  async touch({ type, x, y }: LiveTouch, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    if (type === 'down') {
      await this.#lift();
      this.#finger = await finger(this.#phone);
      await this.#finger('touchStart', [x, y]);
    } else if (type === 'move') await this.#finger?.('touchMove', [x, y]);
    else {
      await this.#lift();
      this.#entered = { rule: 'touch' };
    }
  }

  async look(what: LiveLook, { signal }: { readonly signal: AbortSignal }): Promise<Observation> {
    signal.throwIfAborted();
    if (what === 'screenshot') {
      const picture = await this.picture();
      const id = `live-${picture.hash?.slice(0, 16) ?? ''}`;
      return { screen: { ...readScreen(this.#phone, null), id, picture } };
    }
    return { screen: readScreen(this.#phone, await this.#phone.read()) };
  }

  async stopApp(name: string, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    await this.#phone.closeApp(name);
  }

  async clearApp(name: string, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    await this.#phone.closeApp(name);
    await this.#phone.clearApp(name);
  }

  /** The app at an address takes it, where there is one; else the app in front does. */
  async #bringUp(url: string): Promise<void> {
    if (!URL.canParse(url)) return;
    const { origin } = new URL(url);
    const taker = this.apps.find((app) => origin !== 'null' && new URL(app.url).origin === origin);
    if (taker !== undefined && taker !== this.#phone.app) await this.#phone.openApp(taker);
  }

  async #lift(): Promise<void> {
    const down = this.#finger;
    this.#finger = null;
    await down?.('touchEnd');
  }

  /** The picture of the screen; the one before where nothing has changed since. */
  async picture(): Promise<ScreenContent> {
    const small = await this.#phone.small();
    const last = this.#last;
    if (last !== null && last.small === small) return last.picture;
    const bytes = await this.#phone.picture();
    const hash = createHash('sha256').update(bytes).digest('hex');
    const picture = { mediaType: 'image/png', hash, load: async () => bytes };
    this.#last = { small, picture };
    return picture;
  }
}
