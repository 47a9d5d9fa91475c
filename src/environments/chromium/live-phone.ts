import type { Browser, BrowserContext, CDPSession, Dialog, Page, Request } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchstoneError } from '../../errors.js';
import { ChromiumError, LiveAppError } from './chromium-errors.js';
import { launcherPage } from './launcher-page.js';
import type { LiveApp } from '../../domain/live/live-app.js';
import type { LiveScreen } from '../../domain/live/live-screen.js';
import type { PhoneSnapshot } from './phone-snapshot.js';
import { userAgent } from './user-agent.js';
import { exactSize } from './exact-size.js';
import { pageScript, type PageReading } from './read-page.js';
import { restScript, WATCH_SCRIPT, type PageRest } from './watch-page.js';

/** Milliseconds that anything asked of the browser may take. */
const DEADLINE_MS = 20_000;
/** Milliseconds until an app's first page must have begun. */
const OPEN_DEADLINE_MS = 30_000;
/** Milliseconds that a page may take to begin after BACK. */
const BACK_DEADLINE_MS = 5_000;
/** Milliseconds after which a request that is still open is a connection that stays open. */
const LOADING_MS = 3_000;
/** Times that a page is asked again which is just going elsewhere, and milliseconds between. */
const ASKED_AGAIN = 20;
const ASKED_AGAIN_MS = 50;
/** What Chromium says of a page that is just going elsewhere, or was not drawn yet. */
const ON_ITS_WAY = /context was destroyed|navigat|detached|Not attached|Unable to capture/i;

/** An app that is open: its pages, the front one last, and the place in its history where it began. */
interface OpenApp {
  readonly app: LiveApp;
  readonly pages: { readonly page: Page; readonly began: number }[];
}

export interface LivePhoneOptions {
  readonly apps: readonly LiveApp[];
  readonly screen: LiveScreen;
  /** Address of the home screen; null or left out for an icon per app. */
  readonly home?: string | null;
}

/**
 * A phone in a clean profile of a browser: a home screen, apps that stay open behind one another, BACK, HOME. Everything asked
 * of it has a deadline.
 */
export class LivePhone implements AsyncDisposable {
  readonly apps: readonly LiveApp[];
  readonly screen: LiveScreen;
  readonly #context: BrowserContext;
  readonly #home: Page;
  /** Address of the home screen; null for one of our own. */
  readonly #homeUrl: string | null;
  /** Place in the home screen's history where it began. */
  #homeBegan = 0;
  readonly #open = new Map<string, OpenApp>();
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();
  readonly #crashed = new WeakSet<Page>();
  /** Packages, the latest in front last. */
  #recent: string[] = [];
  #isHome = true;
  /** What pages ask for at the moment, and when they began. */
  readonly #requests = new Map<Request, number>();
  /** When pages began to open others that are not there yet: a busy browser shows them long after the tap that asked for them. */
  #comingPages: number[] = [];
  #notes: string[] = [];
  /** What pages can be restored from, as they were last read. */
  readonly #snapshots = new WeakMap<Page, string | null>();
  /** What a touch of the home screen began. */
  #opening: Promise<unknown> = Promise.resolve();

  private constructor(context: BrowserContext, home: Page, options: LivePhoneOptions) {
    this.#context = context;
    this.#home = home;
    this.#homeUrl = options.home ?? null;
    this.apps = options.apps;
    this.screen = options.screen;
  }

  /** A phone that nobody has used: at its home screen, no cookies, nothing stored. @throws {ChromiumError} */
  static async start(browser: Browser, options: LivePhoneOptions): Promise<LivePhone> {
    const { size, ratio, locale, timezone } = options.screen;
    const context = await inTime('open a profile', () =>
      browser.newContext({
        viewport: { width: size.width / ratio, height: size.height / ratio },
        deviceScaleFactor: ratio,
        isMobile: true,
        hasTouch: true,
        acceptDownloads: false,
        locale,
        timezoneId: timezone,
        userAgent: userAgent(browser.version()),
      }),
    );
    await inTime('open a profile', () => context.addInitScript({ content: WATCH_SCRIPT }));
    const home = await inTime('open a page', () => context.newPage());
    const phone = new LivePhone(context, home, options);
    await phone.#begin();
    return phone;
  }

  /** App in front; null at the home screen. */
  get app(): LiveApp | null {
    return this.#front()?.app ?? null;
  }

  /**
   * Whether a page waits for something from the network that it asked for lately, or has opened another one that is not there
   * yet; what stays open is no loading.
   */
  get isLoading(): boolean {
    const since = Date.now() - LOADING_MS;
    return [...this.#requests.values(), ...this.#comingPages].some((began) => began >= since);
  }

  /** What happened beside the action since the last call, such as a dialog that was closed. */
  takeNotes(): readonly string[] {
    return this.#notes.splice(0);
  }

  /**
   * Opens an app, or brings it to the front as it was left. @param fragment where in it, in place of its address's own
   * @throws {LiveAppError} when it cannot be reached
   */
  async openApp(app: LiveApp, fragment?: string): Promise<void> {
    const known = this.#open.get(app.package);
    this.#isHome = false;
    if (known === undefined) {
      const page = await inTime('open a page', () => this.#context.newPage());
      this.#open.set(app.package, { app, pages: [] });
      this.#bringUp(app.package);
      await this.#visit(
        page,
        fragment === undefined ? app : { ...app, url: withFragment(app.url, fragment) },
      );
      this.#open.get(app.package)?.pages.push({ page, began: await this.#historyIndex(page) });
    } else {
      this.#bringUp(app.package);
      const top = known.pages.at(-1);
      if (fragment !== undefined && top !== undefined) {
        await inTime('open a page', () =>
          top.page.evaluate(`location.hash = ${JSON.stringify(fragment)}; undefined`),
        );
      }
    }
    await this.#bringToFront();
  }

  /** Starts an app anew. @throws {LiveAppError} when it cannot be reached */
  async restartApp(app: LiveApp): Promise<void> {
    await this.#close(app.package);
    await this.openApp(app);
  }

  /** Ends an app, so that it begins anew; in front, the home screen is. Another package does nothing. */
  async closeApp(name: string): Promise<void> {
    if (this.app?.package === name) this.#isHome = true;
    await this.#close(name);
    await this.#bringToFront();
  }

  /** Removes what the addresses of an app have stored. */
  async clearApp(name: string): Promise<void> {
    const app = this.apps.find((one) => one.package === name);
    if (app === undefined) return;
    const { origin, protocol, hostname } = new URL(app.url);
    const session = await this.#sessionOf(this.#home);
    await inTime('clear an app', async () => {
      const place = protocol === 'file:' ? 'file://' : origin;
      await session.send('Storage.clearDataForOrigin', { origin: place, storageTypes: 'all' });
      if (hostname !== '') await this.#context.clearCookies({ domain: hostname });
    });
  }

  /** The home screen, at its beginning. */
  async goHome(): Promise<void> {
    this.#isHome = true;
    if (this.#homeUrl !== null) {
      await this.#retrying('show the home screen', () => this.#home.evaluate(`window.touchstone?.home?.()`));
    }
    await this.#bringToFront();
  }

  /** The app that was in front before this one; false where there is none. */
  async previousApp(): Promise<boolean> {
    const previous = this.#isHome ? this.#recent.at(-1) : this.#recent.at(-2);
    if (previous === undefined) return false;
    this.#isHome = false;
    this.#bringUp(previous);
    await this.#bringToFront();
    return true;
  }

  /** One page back in the app; at its beginning, to the home screen. False where nothing lies behind. */
  async goBack(): Promise<boolean> {
    const front = this.#front();
    const top = front?.pages.at(-1) ?? { page: this.#home, began: this.#homeBegan };
    if ((await this.#historyIndex(top.page)) > top.began) {
      // A page that is slow to come back, or that stays in place, is back all the same.
      await top.page.goBack({ waitUntil: 'commit', timeout: BACK_DEADLINE_MS }).catch((error: unknown) => {
        if (this.#crashed.has(top.page) || !/Timeout|ERR_ABORTED/.test(String(error)))
          throw gone('go back', error);
      });
      return true;
    }
    if (front === undefined) return false;
    if (front.pages.length > 1) {
      front.pages.pop();
      await inTime('close a page', () => top.page.close());
      await this.#bringToFront();
      return true;
    }
    await this.goHome();
    return true;
  }

  /** Opens an address in the app in front; false at the home screen. @throws {LiveAppError} when it cannot be reached */
  async goTo(url: string): Promise<boolean> {
    const front = this.#front();
    const top = front?.pages.at(-1);
    if (front === undefined || top === undefined) return false;
    await this.#visit(top.page, { ...front.app, url });
    return true;
  }

  /** The page in front. @throws {ChromiumError} where it has crashed */
  get page(): Page {
    const page = this.#front()?.pages.at(-1)?.page ?? this.#home;
    if (this.#crashed.has(page)) throw new ChromiumError('the page on display has crashed');
    return page;
  }

  /** The protocol session of the page in front. */
  session(): Promise<CDPSession> {
    return this.#sessionOf(this.page);
  }

  /** What the page in front shows. */
  async read(): Promise<PageReading> {
    await this.#opening;
    const reading = await this.#retrying('read the page', () =>
      this.page.evaluate<PageReading>(pageScript(this.screen.ratio)),
    );
    this.#snapshots.set(this.page, reading.snapshot);
    return reading;
  }

  /** Waits until the page in front is at rest. @param quietMs milliseconds without a change */
  async rest(quietMs: number, deadlineMs: number): Promise<PageRest> {
    await this.#opening;
    return await this.#retrying('come to rest', () =>
      this.page.evaluate<PageRest>(restScript(quietMs, deadlineMs)),
    );
  }

  /** Number of changes of the page in front so far. */
  async changes(): Promise<number> {
    return await this.#retrying('read the page', () =>
      this.page.evaluate<number>('window.touchstoneWatch?.changes ?? 0'),
    );
  }

  /** Shows an unexpected event over the page in front; false where it has nothing to show it with. */
  async interrupt(event: object): Promise<boolean> {
    await this.#opening;
    return await this.#retrying('show an event', () =>
      this.page.evaluate<boolean>(`window.touchstone?.interrupt?.(${JSON.stringify(event)}) === true`),
    );
  }

  /** PNG of the screen in its full size. */
  async picture(): Promise<Buffer> {
    await this.#opening;
    const picture = await this.#retrying('take a screenshot', () =>
      // The caret is hidden already, without a change of the page (`WATCH_SCRIPT`).
      this.page.screenshot({ type: 'png', scale: 'device', caret: 'initial', timeout: DEADLINE_MS }),
    );
    return await exactSize(picture, this.screen.size);
  }

  /** A small rough picture of the screen, to see whether anything has changed; JPEG. */
  async glance(): Promise<Buffer> {
    await this.#opening;
    // Not of the whole size: asking Chromium for that by itself takes the phone's density from the page.
    const { data } = await this.#retrying('take a screenshot', async () => {
      const session = await this.session();
      return await session.send('Page.captureScreenshot', {
        format: 'jpeg',
        quality: 30,
        optimizeForSpeed: true,
      });
    });
    return Buffer.from(data, 'base64');
  }

  /** A picture in the page's own pixels and without loss: equal while nothing on the screen changes. Base64. */
  async small(): Promise<string> {
    await this.#opening;
    return await this.#retrying('take a screenshot', async () => {
      const session = await this.session();
      return (await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })).data;
    });
  }

  /** Whether everything that is open can be brought back: each page has said what from when it was last read. */
  get hasSnapshot(): boolean {
    const apps = [...this.#open.values()];
    return (
      apps.every(({ pages }) => pages.length === 1 && this.#snapshotOf(pages[0]?.page) !== null) &&
      (this.#homeUrl === null || this.#snapshotOf(this.#home) !== null)
    );
  }

  /** What the phone is brought back from; null where something that is open cannot be. */
  snapshot(): Omit<PhoneSnapshot, 'task'> | null {
    if (!this.hasSnapshot) return null;
    const stateOf = (page: Page | undefined): unknown => JSON.parse(this.#snapshotOf(page) ?? 'null');
    return {
      isHome: this.#isHome,
      home: stateOf(this.#home),
      apps: this.#recent.map((name) => ({
        package: name,
        state: stateOf(this.#open.get(name)?.pages[0]?.page),
      })),
    };
  }

  /** Brings an unused phone to where a snapshot was taken. @throws {LiveAppError} when an app cannot be reached */
  async restore({ isHome, home, apps }: Omit<PhoneSnapshot, 'task'>): Promise<void> {
    const put = async (page: Page, state: unknown): Promise<void> => {
      await this.rest(0, DEADLINE_MS);
      const call = `window.touchstone.restore(${JSON.stringify(state)}); undefined`;
      await this.#retrying('restore a page', () => page.evaluate(call));
    };
    if (this.#homeUrl !== null) await put(this.#home, home);
    for (const { package: name, state } of apps) {
      const app = this.apps.find((one) => one.package === name);
      if (app === undefined) continue;
      await this.openApp(app);
      await put(this.page, state);
    }
    if (!isHome) return;
    this.#isHome = true;
    await this.#bringToFront();
    // Pages share what they store: the one in front was the last to write it.
    if (this.#homeUrl !== null) await put(this.#home, home);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await inTime('close a profile', () => this.#context.close()).catch(() => {});
  }

  #snapshotOf(page: Page | undefined): string | null {
    return page === undefined ? null : (this.#snapshots.get(page) ?? null);
  }

  /** A page that is just going elsewhere cannot be read: the next one can. */
  async #retrying<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (let left = ASKED_AGAIN; ; left -= 1) {
      try {
        return await inTime(what, work);
      } catch (error) {
        if (left === 0 || !(error instanceof ChromiumError) || !ON_ITS_WAY.test(String(error.cause)))
          throw error;
        await sleep(ASKED_AGAIN_MS);
      }
    }
  }

  async #begin(): Promise<void> {
    this.#context.on('page', (page) => this.#watch(page));
    this.#watch(this.#home);
    await inTime('prepare the home screen', async () => {
      await this.#home.exposeFunction('touchstoneOpen', (name: unknown, fragment?: unknown) => {
        const app = this.apps.find((one) => one.package === name);
        const where = typeof fragment === 'string' ? fragment : undefined;
        if (app !== undefined && this.#isHome)
          this.#opening = this.openApp(app, where).catch((error: unknown) => this.#note(error));
      });
      if (this.#homeUrl === null) await this.#home.setContent(launcherPage(this.apps));
    });
    if (this.#homeUrl !== null) await this.#visitHome(this.#homeUrl);
    this.#homeBegan = await this.#historyIndex(this.#home);
    if (this.#homeUrl === null) return;
    // A task may begin in an app: what the home screen is restored from has to be known before anybody has looked at it.
    await this.rest(0, DEADLINE_MS);
    await this.read();
  }

  #note(error: unknown): void {
    this.#notes.push(error instanceof Error ? error.message : String(error));
    this.#isHome = true;
  }

  #front(): OpenApp | undefined {
    const name = this.#isHome ? undefined : this.#recent.at(-1);
    return name === undefined ? undefined : this.#open.get(name);
  }

  #bringUp(name: string): void {
    this.#recent = [...this.#recent.filter((one) => one !== name), name];
  }

  async #bringToFront(): Promise<void> {
    await inTime('bring a page to the front', () => this.page.bringToFront());
  }

  async #visitHome(url: string): Promise<void> {
    try {
      await this.#home.goto(url, { waitUntil: 'commit', timeout: OPEN_DEADLINE_MS });
    } catch (cause) {
      throw new LiveAppError(`the home screen cannot be opened at ${url}: ${firstLine(cause)}`, {
        cause,
        hint: 'Start its server, or correct "home".',
      });
    }
  }

  async #visit(page: Page, app: LiveApp): Promise<void> {
    try {
      await page.goto(app.url, { waitUntil: 'commit', timeout: OPEN_DEADLINE_MS });
    } catch (cause) {
      await this.#close(app.package);
      this.#isHome = true;
      throw new LiveAppError(`${app.name} cannot be opened at ${app.url}: ${firstLine(cause)}`, {
        cause,
        hint: 'Start its server, or correct its url.',
      });
    }
  }

  async #close(name: string): Promise<void> {
    const known = this.#open.get(name);
    this.#open.delete(name);
    this.#recent = this.#recent.filter((one) => one !== name);
    await Promise.all(
      (known?.pages ?? []).map(({ page }) => inTime('close a page', () => page.close()).catch(() => {})),
    );
  }

  #sessionOf(page: Page): Promise<CDPSession> {
    const known = this.#sessions.get(page);
    if (known !== undefined) return known;
    const made = inTime('reach a page', async () => {
      const session = await this.#context.newCDPSession(page);
      session.on('Page.windowOpen', () => this.#comingPages.push(Date.now()));
      await session.send('Page.enable');
      return session;
    });
    this.#sessions.set(page, made);
    return made;
  }

  async #historyIndex(page: Page): Promise<number> {
    const session = await this.#sessionOf(page);
    const history = await this.#retrying('read the history', () => session.send('Page.getNavigationHistory'));
    return history.currentIndex;
  }

  #watch(page: Page): void {
    page.on('crash', () => this.#crashed.add(page));
    page.on('dialog', (dialog) => void this.#closeDialog(dialog));
    page.on('request', (request) => this.#requests.set(request, Date.now()));
    page.on('requestfinished', (request) => this.#requests.delete(request));
    page.on('requestfailed', (request) => this.#requests.delete(request));
    void this.#adopt(page);
  }

  /** A page that an app opened lies above those it has. */
  async #adopt(page: Page): Promise<void> {
    // A page that is closed again has no opener any more.
    const opener = await page.opener().catch(() => null);
    if (opener !== null) this.#comingPages.shift();
    const owner = [...this.#open.values()].find(({ pages }) => pages.some((one) => one.page === opener));
    if (opener === null || owner === undefined || page.isClosed()) return;
    owner.pages.push({ page, began: 0 });
    // It may open pages too, and is asked for it as the others are: one that is gone again says nothing.
    void this.#sessionOf(page).catch(() => {});
    page.on('close', () => {
      const at = owner.pages.findIndex((one) => one.page === page);
      if (at > 0) owner.pages.splice(at, 1);
    });
  }

  /** A dialog of the browser holds its page up, and no phone shows it like that: it is closed, and said. */
  async #closeDialog(dialog: Dialog): Promise<void> {
    this.#notes.push(`closed a dialog: ${dialog.message().slice(0, 200)}`);
    await (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()).catch(() => {});
  }
}

/** @throws {ChromiumError} when the browser fails, is gone, or the time is up */
export async function inTime<T>(what: string, work: () => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ChromiumError(`Chromium did not ${what} within ${deadlineMs / 1000} s`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    throw gone(what, error);
  } finally {
    clearTimeout(timer);
  }
}

/** An error of the browser, or of what drives it, as one of the environment; what is one already stays. */
function gone(what: string, error: unknown): TouchstoneError {
  if (error instanceof TouchstoneError) return error;
  return new ChromiumError(`Chromium could not ${what}: ${firstLine(error)}`, { cause: error });
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

function withFragment(url: string, fragment: string): string {
  return `${url.split('#')[0] ?? url}#${fragment}`;
}
