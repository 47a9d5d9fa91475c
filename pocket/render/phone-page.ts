import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { html, type Html } from '../html.js';
import type { MiniApp, View } from '../mini-app.js';
import { keyboardBody } from './keyboard.js';
import { FONTS } from './fonts.js';
import type { Reading } from './reading.js';

/** The phone's screen in CSS pixels, and how many pixels of the picture one of them takes. */
export const SCREEN = { width: 360, height: 780, ratio: 1.5, statusHeight: 30 } as const;

/** Size of every picture. */
export const PICTURE_SIZE = {
  width: SCREEN.width * SCREEN.ratio,
  height: SCREEN.height * SCREEN.ratio,
} as const;

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
  readonly screenshot: Uint8Array;
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

  /** Draws a view of an app. `bare` leaves all words out, so that only the layout is seen. */
  async draw(app: MiniApp, view: View, scroll: number, options: { bare?: boolean } = {}): Promise<Drawn> {
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
    const screenshot = await this.#page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
    return { reading, screenshot };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

function phoneBody(app: MiniApp, view: View): Html {
  return html`<div id="status">
      <span>9:41</span>
      <svg viewBox="0 0 66 14" width="66" height="14">
        <path d="M1 13h3V9H1zM6 13h3V6H6zM11 13h3V3h-3z" />
        <path d="M30 13l-8-8a11.5 11.5 0 0 1 16 0z" />
        <rect x="46" y="3" width="17" height="10" rx="3" />
        <rect x="64" y="6" width="2" height="4" rx="1" />
      </svg>
    </div>
    <main id="app" class="app-${app.id}">${view.body}</main>
    ${view.keyboard === undefined ? null : html`<div id="keyboard">${keyboardBody(view.keyboard)}</div>`}
    <div id="pill"></div>`;
}

async function readStyle(): Promise<string> {
  const folder = fileURLToPath(new URL('../style/', import.meta.url));
  const { readdir } = await import('node:fs/promises');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css')).sort();
  // `base.css` holds what the others build on.
  names.sort((a, b) => Number(b === 'base.css') - Number(a === 'base.css'));
  return (await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n');
}

function documentOf(style: string): string {
  const faces = FONTS.map(
    (font, index) =>
      `@font-face { font-family: '${font.family}'; font-weight: ${font.weight}; src: url('${ORIGIN}/font/${index}'); }`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${faces.join('\n')}\n${style}</style><body></body>`;
}
