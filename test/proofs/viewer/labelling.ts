import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { randomStream } from '../../../src/domain/random.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { startViewer } from '../../e2e/start-viewer.js';
import { generateRun } from '../../fixtures/generated-run.js';
import { openViewerPage, type ViewerPage } from '../../fixtures/viewer-page.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { kappaByTheBook, type BookKappa } from './kappa-by-the-book.js';

const EPISODES: Readonly<Record<ProofSize, number>> = { small: 4, whole: 60 };
const RUNS = ['hidden-run-a', 'hidden-run-b'];
/** What a blind page may not say. */
const HIDDEN = /hidden-/;
const KEYS = { success: '1', failure: '2', unsure: '3' } as const;
const CAUSE_KEYS = ['q', 'w', 'e'];
/** Milliseconds that a page has for anything, beside other busy programs. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;

type Pass = 'blind' | 'informed' | 'adjudication';

/** What the script says of an episode. */
interface Opinion {
  readonly label: keyof typeof KEYS;
  /** Place among the causes. */
  readonly cause: number | null;
}

/** A line of `labels.jsonl`. */
interface Line {
  readonly label: {
    readonly item: string;
    readonly repeat: number;
    readonly labeller: string;
    readonly pass: Pass;
    readonly label: string;
    readonly cause: { readonly set: string; readonly cause: string } | null;
    readonly note: string;
  };
}

/**
 * Two people label episodes at once on one server, blind and then informed, by keyboard alone; a third decides between them. The
 * page's agreement is that of a computation of its own, and every label that was given is on disk, whatever came after it.
 */
export async function proveLabelling(
  browser: Browser,
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const episodes = EPISODES[size];
  await using folder = await temporaryFolder();
  const options = { tasks: Math.ceil(episodes / 3), repeats: 2, steps: 3, pictures: true };
  for (const [seed, run] of RUNS.entries()) {
    await generateRun(join(folder.path, run), {
      ...options,
      run,
      seed,
      model: `hidden-model-${seed}`,
      agent: `hidden-agent-${seed}`,
    });
  }
  const viewer = await startViewer(folder.path);
  const desk = new Desk(browser, viewer.address, folder.path, episodes, note);
  try {
    const rows = await desk.work();
    strictEqual(await viewer.stop(), 0);
    return rows;
  } finally {
    await viewer.stop('SIGKILL');
  }
}

class Desk {
  readonly #browser: Browser;
  readonly #address: string;
  readonly #folder: string;
  readonly #episodes: number;
  readonly #note: (text: string) => void;
  /** By labeller, pass and place: all that was said, the last said last. */
  readonly #said = new Map<string, Opinion[]>();
  readonly #complaints: string[] = [];
  #given = 0;
  #compared = 0;
  #before = new Map<string, string>();

  constructor(
    browser: Browser,
    address: string,
    folder: string,
    episodes: number,
    note: (text: string) => void,
  ) {
    this.#browser = browser;
    this.#address = address;
    this.#folder = folder;
    this.#episodes = episodes;
    this.#note = note;
  }

  async work(): Promise<readonly ProofRow[]> {
    const kappas: Record<string, BookKappa> = {};
    for (const pass of ['blind', 'informed'] as const) {
      const half = Math.floor(this.#episodes / 2);
      const pages = await Promise.all(['Ada', 'Ben'].map((labeller) => this.#open(labeller, pass)));
      for (const [from, to] of [
        [0, half],
        [half, this.#episodes],
      ] as const) {
        await Promise.all(
          pages.map(({ page }, place) => this.#label(page, place === 0 ? 'Ada' : 'Ben', pass, [from, to])),
        );
        for (const { page } of pages) kappas[pass] = await this.#compare(page, pass);
        await this.#isAllKept();
      }
      await Promise.all(pages.map(({ page }) => page.context().close()));
    }
    const disagreed = await this.#decide();
    await this.#isAllKept();
    deepStrictEqual(this.#complaints, []);
    const said = ({ kappa, low, high }: BookKappa): string =>
      `${kappa.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)})`;
    return [
      {
        figure: 'episodes labelled blind, then informed, by two people at once',
        value: this.#episodes,
        expected: 'as many as asked',
      },
      {
        figure: 'labels given, each on disk as it was given',
        value: this.#given,
        expected: 'all, also those that were given anew',
      },
      ...Object.entries(kappas).map(([pass, kappa]) => ({
        figure: `agreement that the page shows, ${pass}`,
        value: said(kappa),
        expected: 'that of the formula as papers have it',
      })),
      {
        figure: 'comparisons of the page with the formula, while people label and at the end',
        value: this.#compared,
        expected: 'each equal, kappa and interval, verdict and cause',
      },
      { figure: 'disagreements that a third person decided', value: disagreed, expected: 'all' },
    ];
  }

  async #open(labeller: string, pass: Pass): Promise<ViewerPage> {
    const query = new URLSearchParams(RUNS.map((run): [string, string] => ['runs', run]));
    const choice = { labeller, pass, wanted: 'all', sample: String(this.#episodes), seed: '7' };
    for (const [name, value] of Object.entries(choice)) query.append(name, value);
    const opened = await openViewerPage(this.#browser, `${this.#address}#/label?${query.toString()}`);
    opened.page.setDefaultTimeout(PATIENCE_MS);
    return opened;
  }

  /** Labels the cases from one place to another as they come. */
  async #label(
    page: Page,
    labeller: string,
    pass: 'blind' | 'informed',
    [from, to]: readonly [number, number],
  ): Promise<void> {
    for (let place = from; place < to; place += 1) {
      await this.#give(page, { labeller, pass, place }, this.#opinion(labeller, pass, place));
      await page
        .getByText(`${place + 1} of ${this.#episodes} labelled`)
        .first()
        .waitFor();
    }
    if (labeller !== 'Ada' || pass !== 'blind' || from > 0) return;
    // Ada has another look at her last one, and another opinion.
    await page.locator('main textarea').waitFor();
    await page.keyboard.press('b');
    await page.locator('main input[type=radio]:checked').first().waitFor();
    await this.#give(page, { labeller, pass, place: to - 1 }, { label: 'unsure', cause: null });
  }

  #opinion(labeller: string, pass: Pass, place: number): Opinion {
    // Both see the same episode; now and then one sees something else in it.
    const [both, own] = [randomStream('episode', place), randomStream('person', labeller, pass, place)];
    const truth = both.next() < 0.55 ? 'failure' : 'success';
    const cause = both.below(CAUSE_KEYS.length);
    const isOther = own.next() < 0.2;
    const chance = own.next();
    const label = isOther ? (truth === 'failure' ? 'success' : 'failure') : chance < 0.05 ? 'unsure' : truth;
    return { label, cause: label === 'failure' ? (chance < 0.7 ? cause : own.below(3)) : null };
  }

  /** Says it by keyboard, and goes on; resolves once the server has it. */
  async #give(
    page: Page,
    { labeller, pass, place }: { readonly labeller: string; readonly pass: Pass; readonly place: number },
    { label, cause }: Opinion,
  ): Promise<void> {
    await page.locator('main .screen img').first().waitFor();
    await page.locator('main textarea').waitFor();
    const text = await page.locator('main').innerText();
    if (pass === 'blind') ok(!HIDDEN.test(text), `a blind page tells what it is of: ${text}`);
    else ok(HIDDEN.test(text), `an informed page does not tell what it is of: ${text}`);
    const key = `${labeller} ${pass} ${place}`;
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(KEYS[label]);
    if (cause !== null) await page.keyboard.press(CAUSE_KEYS[cause] ?? '');
    await page.keyboard.press('m');
    // What is there already is replaced.
    await page.keyboard.press('ControlOrMeta+a');
    const opinions = this.#said.get(key) ?? [];
    await page.keyboard.insertText(`${key} ${opinions.length}`);
    await page.keyboard.press('Enter');
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/labels'),
    );
    await page.keyboard.press('Enter');
    strictEqual((await answered).ok(), true, key);
    this.#said.set(key, [...opinions, { label, cause }]);
    this.#given += 1;
    this.#note(`${this.#given} of ${this.#episodes * 4} labels`);
  }

  /** The page says of both what the formula says of all that they have given. */
  async #compare(page: Page, pass: 'blind' | 'informed'): Promise<BookKappa> {
    const pairs = Array.from({ length: this.#episodes }, (_, place) =>
      ['Ada', 'Ben'].map((labeller) => this.#said.get(`${labeller} ${pass} ${place}`)?.at(-1)),
    ).flatMap(([one, other]) => (one === undefined || other === undefined ? [] : [[one, other] as const]));
    const sure = pairs.filter((both) => both.every(({ label }) => label !== 'unsure'));
    const verdict = kappaByTheBook(sure.map(([one, other]) => [one.label, other.label] as const));
    const cause = kappaByTheBook(
      sure.flatMap(([one, other]) =>
        one.cause === null || other.cause === null ? [] : [[`${one.cause}`, `${other.cause}`] as const],
      ),
    );
    const row = page.getByRole('row').filter({ hasText: 'Ada · Ben' });
    const expected = ['Ada · Ben', String(verdict.n), kappaText(verdict), kappaText(cause)];
    const isShown = async (): Promise<boolean> =>
      JSON.stringify(await row.getByRole('cell').allInnerTexts()) === JSON.stringify(expected);
    for (let waited = 0; waited < PATIENCE_MS && !(await isShown()); waited += LOOK_AGAIN_MS) {
      await page.waitForTimeout(LOOK_AGAIN_MS);
    }
    deepStrictEqual(
      await row.getByRole('cell').allInnerTexts(),
      expected,
      `${pass}: ${pairs.length} episodes`,
    );
    this.#compared += 1;
    return verdict;
  }

  /** A third person decides where the two differ; resolves with how often. */
  async #decide(): Promise<number> {
    const { page } = await this.#open('Cem', 'adjudication');
    const all = Array.from({ length: this.#episodes }, (_, place) => place).filter((place) => {
      const [one, other] = ['Ada', 'Ben'].map(
        (labeller) => this.#said.get(`${labeller} informed ${place}`)?.at(-1)?.label,
      );
      return one !== other && one !== 'unsure' && other !== 'unsure';
    });
    for (const [done, place] of all.entries()) {
      await page.getByText('What others say').waitFor();
      const opinion = this.#opinion('Cem', 'adjudication', place);
      await this.#give(
        page,
        { labeller: 'Cem', pass: 'adjudication', place },
        { ...opinion, label: 'success', cause: null },
      );
      await page
        .getByText(`${done + 1} of ${all.length} labelled`)
        .first()
        .waitFor();
    }
    await page.getByText('Nothing is left to label').waitFor();
    // The summary is asked for again behind each label.
    await page.getByText('that nobody has decided').waitFor({ state: 'detached' });
    await page.context().close();
    return all.length;
  }

  /** Everything that was said is on disk once, in the files that there were, at whose ends lines were added. */
  async #isAllKept(): Promise<void> {
    const given = new Map<string, string>();
    const episodeOf = new Map<string, string>();
    for (const run of RUNS) {
      // Of few episodes all may be of one run.
      const text = await readFile(join(this.#folder, run, 'labels.jsonl'), 'utf8').catch(() => '');
      ok(text.startsWith(this.#before.get(run) ?? ''), `${run}: what was written has changed`);
      this.#before.set(run, text);
      for (const line of text
        .trimEnd()
        .split('\n')
        .filter((one) => one !== '')) {
        const { label } = JSON.parse(line) as Line;
        ok(!given.has(label.note), `twice: ${label.note}`);
        given.set(label.note, label.label);
        const [labeller, pass, place = ''] = label.note.split(' ');
        strictEqual(`${label.labeller} ${label.pass}`, `${labeller} ${pass}`);
        // Both were asked the same episode at the same place, in both passes.
        const episode = `${run} ${label.item} ${label.repeat}`;
        strictEqual(episodeOf.get(place) ?? episode, episode, label.note);
        episodeOf.set(place, episode);
      }
    }
    const expected = [...this.#said].flatMap(([key, opinions]) =>
      opinions.map(({ label }, number) => [`${key} ${number}`, label] as const),
    );
    deepStrictEqual(given, new Map(expected));
  }
}

function kappaText({ kappa, low, high }: BookKappa): string {
  return Number.isNaN(kappa) ? '–' : `${kappa.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)})`;
}
