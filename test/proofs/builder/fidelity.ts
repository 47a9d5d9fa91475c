import { deepEqual, ok } from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exploreApp } from '../../../src/app/build/explore-app.js';
import { checkFidelity, type FidelityFindings } from '../../../src/app/build/fidelity/check-fidelity.js';
import { describeFidelity } from '../../../src/app/build/fidelity/describe-fidelity.js';
import { rerecordWorld } from '../../../src/app/build/fidelity/rerecord-world.js';
import { mergeWorld } from '../../../src/app/build/merge/merge-world.js';
import type { RecordedPhoneChoice } from '../../../src/app/record/open-recorded-phone.js';
import { resolveSettings } from '../../../src/app/settings/resolve-settings.js';
import type { Settings } from '../../../src/app/settings/setting.js';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { NO_CHROMIUM } from '../../fixtures/chromium.js';
import { serveNotesApp } from '../../fixtures/notes-app.js';
import type { ProofRow, ProofSize } from '../proof.js';

const { signal } = new AbortController();
const POCKET_STEPS = 400;
/** Steps in the web app of a few pages, in which each of its links is taken. */
const NOTES_STEPS = { small: { explored: 24, compared: 50 }, whole: { explored: 40, compared: 120 } };

/** Part of the proof of the builder: a world is like the app that it was made of, and what is changed in the app is found. */
export async function proveFidelity(
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  if (NO_CHROMIUM !== null) return [{ figure: 'fidelity', value: NO_CHROMIUM, expected: 'any share' }];
  const rows = await proveNotes(size, note);
  return size === 'small' ? rows : [...rows, ...(await provePocket(note))];
}

/** A web app is explored, merged and compared; then it changes. */
async function proveNotes(size: ProofSize, note: (text: string) => void): Promise<ProofRow[]> {
  await using folder = await temporaryFolder();
  await using app = await serveNotesApp();
  const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
  const surroundings = { workingDirectory: folder.path, environment: {}, signal };
  const phone: RecordedPhoneChoice = { type: 'url', url: app.url };
  note('a web app is explored');
  await exploreApp(values, {
    phone,
    out: 'survey',
    app: null,
    mode: 'corrected',
    maxSteps: NOTES_STEPS[size].explored,
    maxSeconds: 300,
    usesModel: false,
    at: null,
    onProgress: () => undefined,
    ...surroundings,
  });
  const world = join(folder.path, 'world');
  const merged = await mergeWorld([join(folder.path, 'survey')], values, {
    out: world,
    picturesOnly: false,
    askShare: 0,
    onProgress: () => undefined,
    ...surroundings,
  });
  ok(merged.counts.states >= 5, `${merged.counts.states} states of 5 pages`);
  const check = (name: string, of: string): Promise<FidelityFindings> =>
    checked(of, phone, {
      out: join(folder.path, name),
      maxSteps: NOTES_STEPS[size].compared,
      settings: values,
      ...surroundings,
    });
  note('and compared with itself');
  const same = await check('same', world);
  const { agreement } = describeFidelity(same);
  ok(agreement === 1, `${agreement} of the transitions agree where nothing has changed`);
  deepEqual(same.summary.stale, []);
  app.change();
  note('then it changes');
  const changed = await check('changed', world);
  deepEqual(
    changed.summary.stale.map(({ missing, added }) => [missing, added]),
    [[['version one.'], ['version two.']]],
  );
  const wrong = changed.transitions.filter(({ verdict }) => verdict === 'differs');
  const links = new Set(wrong.map(({ from, expected, shown }) => `${from} ${expected.join()} ${shown}`));
  ok(links.size === 1, `transitions differ on ${links.size} links, and one was changed`);
  const updated = join(folder.path, 'updated');
  const made = await rerecordWorld(world, changed, { out: updated, signal });
  deepEqual([made.screens.length, made.redirected, made.added], [1, wrong.length, []]);
  if (size === 'whole') {
    const again = await check('again', updated);
    deepEqual([describeFidelity(again).agreement, again.summary.stale], [1, []]);
  }
  return [
    { figure: 'transitions of a world that agree with its app', value: same.summary.agrees, expected: 'all' },
    { figure: 'changes of the app that are found', value: 2, expected: 'both' },
  ];
}

/** The shipped recording of Pocket against the live one, and a word that is changed there. */
async function provePocket(note: (text: string) => void): Promise<ProofRow[]> {
  await using folder = await temporaryFolder();
  const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
  const surroundings = { workingDirectory: folder.path, environment: {}, signal };
  const settings = { ...values, env: 'chromium' as const };
  note(`Pocket, ${POCKET_STEPS} steps`);
  const shipped = await checked(
    POCKET_FOLDER,
    { type: 'benchmark', name: POCKET_FOLDER, task: null },
    { out: join(folder.path, 'shipped'), maxSteps: POCKET_STEPS, settings, ...surroundings },
  );
  const live = join(folder.path, 'pocket');
  await cp(POCKET_FOLDER, live, { recursive: true });
  const page = join(live, 'live', 'index.html');
  const text = await readFile(page, 'utf8');
  ok(text.includes('Connected devices'), 'Pocket has no entry “Connected devices”');
  await writeFile(page, text.replaceAll('Connected devices', 'Connected things'));
  note('Pocket with a changed word');
  const changed = await checked(
    POCKET_FOLDER,
    { type: 'benchmark', name: live, task: null },
    { out: join(folder.path, 'changed'), maxSteps: POCKET_STEPS, settings, ...surroundings },
  );
  const found = changed.summary.stale.filter(
    ({ missing, added }) => missing.includes('connected devices') && added.includes('connected things'),
  );
  ok(found.length > 0, 'the changed word was not found');
  const falsely = shipped.summary.stale.filter(({ added }) => added.includes('connected things'));
  deepEqual(falsely, []);
  return [
    {
      figure: 'shipped Pocket against live Pocket',
      value: describeFidelity(shipped).sentence,
      expected: 'printed',
    },
    { figure: 'screens with the changed word', value: found.length, expected: 'at least 1' },
  ];
}

function checked(
  world: string,
  phone: RecordedPhoneChoice,
  {
    settings,
    ...options
  }: {
    readonly out: string;
    readonly maxSteps: number;
    readonly settings: Settings;
    readonly workingDirectory: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<FidelityFindings> {
  return checkFidelity(settings, {
    world,
    phone,
    maxSeconds: null,
    forbid: [],
    onProgress: () => undefined,
    ...options,
  });
}
