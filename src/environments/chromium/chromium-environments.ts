import type { Browser } from 'playwright-core';
import type { EnvironmentIdentity } from '../../domain/run.js';
import type { Environment } from '../environment.js';
import type { EnvironmentProvider } from '../environment-provider.js';
import { ChromiumEnvironment, type LiveStart } from './chromium-environment.js';
import { launchChromium } from './launch-chromium.js';
import type { LiveApp } from '../../domain/live/live-app.js';
import { LivePhone } from './live-phone.js';
import { DEFAULT_SCREEN, type LiveScreen } from '../../domain/live/live-screen.js';
import { DEFAULT_SETTLING, type Settling } from './settle.js';

export interface ChromiumEnvironmentsOptions {
  readonly apps: readonly LiveApp[];
  /** Address of the home screen; null or left out for an icon per app. */
  readonly home?: string | null;
  /** Where each known task begins; `undefined` means that the task is unknown. */
  readonly startOf: (task: string) => LiveStart | undefined;
  readonly screen?: LiveScreen;
  readonly settling?: Settling;
  /** Phones that may be in use at a time; each takes some 100 MB. */
  readonly capacity?: number;
  /** The browser and its version, such as `Chromium 150.0.7871.100`; part of the identity where it is known. */
  readonly system?: string | null;
  /** Starts the browser that all phones share. */
  readonly launch?: () => Promise<Browser>;
}

/** Live phones in one browser, a clean profile for each episode. The browser starts with the first, and anew after a crash. */
export class ChromiumEnvironments implements EnvironmentProvider<unknown>, AsyncDisposable {
  readonly identity: EnvironmentIdentity;
  readonly capacity: number;
  readonly #options: ChromiumEnvironmentsOptions;
  readonly #screen: LiveScreen;
  #browser: Promise<Browser> | null = null;
  #spare: { readonly browser: Promise<Browser>; readonly phone: Promise<LivePhone | null> } | null = null;

  constructor(options: ChromiumEnvironmentsOptions) {
    this.#options = options;
    this.#screen = options.screen ?? DEFAULT_SCREEN;
    this.capacity = options.capacity ?? 4;
    const { size, ratio, locale, timezone } = this.#screen;
    this.identity = {
      kind: 'chromium',
      ...(options.system == null ? {} : { system: options.system }),
      settings: { screen: `${size.width}x${size.height}@${ratio}`, locale, timezone },
    };
  }

  async lend(_item: unknown, { signal }: { readonly signal: AbortSignal }): Promise<Environment> {
    signal.throwIfAborted();
    const { apps, startOf, settling = DEFAULT_SETTLING } = this.#options;
    return new ChromiumEnvironment({
      apps,
      startOf,
      settling,
      open: () => this.#open(),
      onArrived: () => this.#prepare(),
    });
  }

  /** A phone that nobody has used: the spare one where there is one. */
  async #open(): Promise<LivePhone> {
    const browser = await this.#running();
    const spare = this.#spare;
    this.#spare = null;
    const ready = spare !== null && spare.browser === this.#browser ? await spare.phone : null;
    return ready ?? (await this.#start(browser));
  }

  /** Makes the next spare phone, while others are in use: not before they show their first screen, which it would hold up. */
  #prepare(): void {
    const browser = this.#browser;
    if (browser === null || this.#spare !== null) return;
    // A phone that cannot be made is missed by whoever asks for it, who then hears why.
    const phone = browser.then((running) => this.#start(running)).catch(() => null);
    this.#spare = { browser, phone };
  }

  #start(browser: Browser): Promise<LivePhone> {
    const { apps, home = null } = this.#options;
    return LivePhone.start(browser, { apps, screen: this.#screen, home });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    await this.#spare?.phone;
    this.#spare = null;
    await (await browser?.catch(() => null))?.close();
  }

  async #running(): Promise<Browser> {
    const current = this.#browser;
    const known = await current?.catch(() => null);
    if (known?.isConnected() === true) return known;
    // Who asked at the same time has started one by now, and a second would be nobody's to close.
    if (this.#browser === current) this.#browser = null;
    this.#browser ??= (this.#options.launch ?? launchChromium)();
    return await this.#browser;
  }
}
