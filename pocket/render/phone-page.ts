import { readFile } from 'node:fs/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { MiniApp, View } from '../mini-app.js';
import { phoneBody } from './phone-body.js';
import { FONTS } from './fonts.js';
import type { Reading } from './reading.js';
import { SCREEN } from './screen.js';
import { readStyle } from './style.js';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-lcd-text',
  '--disable-skia-runtime-opts',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
];

const ORIGIN = 'http://pocket.invalid';

/** A page drawn once: what the phone reports of it, and its picture. */
export interface Drawn {
  readonly reading: Reading;
  /** Null where none was asked for. */
  readonly screenshot: Uint8Array | null;
}

export interface DrawOptions {
  /** Leaves all words out, so that only the layout is seen. */
  readonly bare?: boolean;
  /** Whether a picture is taken, which is most of the time of a screen; one is unless given. */
  readonly isPictured?: boolean;
}

/** A headless Chromium that draws one page of the phone after the other. */
export class PhonePage implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #read: string;

  private constructor(browser: Browser, page: Page, read: string) {
    this.#browser = browser;
    this.#page = page;
    this.#read = read;
  }

  /** Starts Chromium with the phone's style and fonts, cut off from the network. */
  static async open(executablePath: string): Promise<PhonePage> {
    const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
    const context = await browser.newContext({
      viewport: { width: SCREEN.width, height: SCREEN.height },
      deviceScaleFactor: SCREEN.ratio,
      locale: 'en-GB',
      timezoneId: 'UTC',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const style = await readStyle();
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      const font = FONTS[Number(/^\/font\/(\d+)$/.exec(pathname)?.[1] ?? -1)];
      if (font !== undefined) {
        await route.fulfill({ body: await readFile(font.file), contentType: 'font/ttf' });
      } else if (pathname === '/') {
        await route.fulfill({ body: documentOf(style), contentType: 'text/html; charset=utf-8' });
      } else {
        await route.abort();
      }
    });
    await page.goto(`${ORIGIN}/`);
    await page.evaluate(`Promise.all([...document.fonts].map((font) => font.load()))`);
    const read = await readFile(new URL('read-page.js', import.meta.url), 'utf8');
    return new PhonePage(browser, page, read.slice(read.indexOf('function readPage')));
  }

  get version(): string {
    return this.#browser.version();
  }

  /** Draws a view of an app. */
  async draw(app: MiniApp, view: View, scroll: number, options: DrawOptions = {}): Promise<Drawn> {
    const body = phoneBody(app, view).text;
    const tone = `${view.tone ?? ''} ${options.bare === true ? 'bare' : ''}`.trim();
    await this.#page.evaluate(
      `document.body.className = ${JSON.stringify(tone)}; document.body.innerHTML = ${JSON.stringify(body)};`,
    );
    await this.#page.evaluate(`document.fonts.ready.then(() => null)`);
    // What the function returns is described by `Reading`.
    const reading = (await this.#page.evaluate(
      `(${this.#read})(${JSON.stringify({ scroll, ratio: SCREEN.ratio })})`,
    )) as Reading;
    if (options.isPictured === false) return { reading, screenshot: null };
    const screenshot = await this.#page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
    return { reading, screenshot };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

function documentOf(style: string): string {
  const faces = FONTS.map(
    (font, index) =>
      `@font-face { font-family: '${font.family}'; font-weight: ${font.weight}; src: url('${ORIGIN}/font/${index}'); }`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${faces.join('\n')}\n${style}</style><body></body>`;
}
