import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipeRunName } from '../src/app/reproduce/run-name.js';
import type { PaperRow, PaperTable } from '../src/benchmarks/paper-tables/paper-table.js';
import { sentSampling, type Recipe } from '../src/benchmarks/paper-tables/recipe.js';
import { ROW_STATUSES } from '../src/benchmarks/paper-tables/row-status.js';
import type { Action } from '../src/domain/action.js';
import { pixelPoint } from '../src/domain/geometry.js';
import type { ReproduceDocument } from '../src/formats/results/reproduce-document.js';
import type { Dialect } from '../src/models/dialects/dialect.js';
import { Registry } from '../src/registry/registry.js';
import { writeColorbenchDataset } from '../src/testing/datasets/colorbench-dataset.js';
import { writeControlDataset } from '../src/testing/datasets/control-dataset.js';
import { writeLensDataset } from '../src/testing/datasets/lens-dataset.js';
import { writeOdysseySplits } from '../src/testing/datasets/odyssey-dataset.js';
import {
  openModelEndpoint,
  type ModelEndpoint,
  type SeenRequest,
} from '../src/testing/models/model-endpoint.js';
import { registeredDialect } from '../src/testing/models/registered-dialect.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { runInProcess } from './fixtures/run-in-process.js';
import { writeWholeSphinxData } from './fixtures/sphinx-data.js';

const REGISTRY = new Registry();
const TABLES = REGISTRY.paperTables();
/** What the scripted model says of its first step, where its grammar has room for words. */
const SAID = { thought: 'A thought of the test.', summary: 'A summary of the test.' };
/** How a click on an element is told where earlier actions are sentences. */
const CLICKED = 'Click on a View';
const SCREEN = { width: 1080, height: 2374 };

/** Made-up data, by benchmark. */
const DATA: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  colorbench: writeColorbenchDataset,
  androidlens: async (folder) => void (await writeLensDataset(folder, { en: 1, zh: 1, steps: () => 5 })),
  guiodyssey: writeOdysseySplits,
  sphinx: writeWholeSphinxData,
  androidcontrol: (folder) => writeControlDataset(folder, { episodes: 14 }),
};

/** What somebody typed in the recordings of a benchmark, part of the history of later steps; of others nothing is recorded. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  androidlens: ['it, or that: 2', '第2步，好'],
  guiodyssey: ["it's 3 o'clock"],
};

/** Words of the recordings' own contexts. */
const ANNOTATED = 'What is told of step';

interface RowCase {
  readonly name: string;
  readonly table: PaperTable;
  readonly row: PaperRow;
  readonly recipes: readonly Recipe[];
}

const CASES = TABLES.flatMap((table) =>
  table.rows
    // Rows on phones: test/e2e/sphinx-phones.test.ts.
    .filter(({ status }) => ROW_STATUSES[status].canRun && status !== 'phones')
    .map((row): RowCase => {
      return { name: `${table.id}, ${row.id}`, table, row, recipes: row.runs };
    }),
);
/** What is run, whichever row shows it. */
function keyOf({ recipes }: RowCase): string {
  return JSON.stringify(recipes.map((recipe) => ({ ...recipe, runOf: undefined })));
}

/** Rows that are run: of those that are run alike, the first. The others show its run. */
const FIRST = new Map<string, RowCase>();
for (const one of CASES) {
  const key = keyOf(one);
  if (!FIRST.has(key)) FIRST.set(key, one);
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let endpoint: ModelEndpoint;
/** The dialect that the model speaks now. */
let speaking: Dialect | null = null;

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, write] of Object.entries(DATA)) await write(join(folder.path, name));
  endpoint = await openModelEndpoint(answerTo, { models: ['m', 'helper'] });
  const helper = {
    formatVersion: 1,
    id: 'helper',
    provider: 'openai-compatible',
    baseUrl: endpoint.baseUrl,
    model: 'helper',
  };
  await writeFile(join(folder.path, 'helper.json'), JSON.stringify(helper));
  const found = [{ type: 'icon', bbox: [0.4, 0.4, 0.6, 0.6], interactivity: true, content: 'button' }];
  await mkdir(join(folder.path, 'elements'));
  for (const picture of await readdir(join(folder.path, 'guiodyssey/screenshots'))) {
    await writeFile(join(folder.path, 'elements', `${picture}.json`), JSON.stringify(found));
  }
  const learned = { formatVersion: 1, documents: [] };
  await writeFile(join(folder.path, 'documents.json'), JSON.stringify(learned));
}, 60_000);

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Acts once, and then ends: what it did stands in the history of the second step. */
function answerTo(request: SeenRequest): string {
  if (request.model === 'helper') return said(GROUNDER, FIRST_STEP).answer;
  if (speaking === null) return 'nothing';
  return said(speaking, tellsOfStep(request, speaking) ? LAST : FIRST_STEP).answer;
}

/** How the helping model is spoken with: it finds what a planner describes. */
const GROUNDER = registeredDialect('qwen25_mobile_use').create({ variant: 'colorbench' });

const FIRST_STEP: readonly Action[] = [
  { type: 'tap', target: { type: 'point', point: pixelPoint(540, 1150) } },
  { type: 'tap', target: { type: 'description', text: 'the blue button' } },
  // Of every recorded screen with elements the only one that can be touched, or the first.
  { type: 'tap', target: { type: 'element', element: 0 } },
  { type: 'key', key: 'BACK' },
];
/** A grammar without an end waits. */
const LAST: readonly Action[] = [
  { type: 'stop', status: 'success' },
  { type: 'stop', status: 'unspecified' },
  { type: 'wait' },
  { type: 'key', key: 'BACK' },
];

/** The first of the actions that the dialect has words for. */
function said(
  dialect: Dialect,
  actions: readonly Action[],
): { readonly answer: string; readonly call: string } {
  const sizes = { screen: SCREEN, sent: SCREEN };
  for (const action of actions) {
    const answer = dialect.printAnswer(action, SAID, sizes);
    const call = dialect.printCall(action, sizes);
    if (answer !== null && call !== null) return { answer, call };
  }
  throw new Error(`${dialect.family} can say none of them`);
}

function tellsOfStep({ texts }: SeenRequest, dialect: Dialect): boolean {
  const { call } = said(dialect, FIRST_STEP);
  const told = [call, SAID.thought, SAID.summary, CLICKED];
  return texts.some((text) => told.some((words) => text.includes(words)));
}

function dialectOf({ settings }: Recipe): Dialect | null {
  const [family = '', variant] = (settings.dialect ?? '').split('@');
  if (family === '') return null;
  const { dialectOptions = {} } = settings;
  return registeredDialect(family).create({
    ...(variant === undefined ? {} : { variant }),
    switches: dialectOptions,
  });
}

/** Each run apart where they speak differently; else the first, for all of them. */
function ofEachDialect(recipes: readonly Recipe[]): readonly Recipe[] {
  const dialects = new Set(recipes.map(({ settings }) => settings.dialect));
  return dialects.size > 1 ? recipes : recipes.slice(0, 1);
}

/** Runs a command of the program over the data of a table; its document. */
async function reproduce(
  { table, recipes }: RowCase,
  ...args: readonly string[]
): Promise<ReproduceDocument> {
  const data = join(folder.path, recipes[0]?.benchmark ?? '');
  const words = ['reproduce', table.id, ...args, '--data', data, '--json'];
  const { code, stdout, stderr } = await runInProcess(words, { cwd: folder.path });
  expect(stderr).not.toContain('voided');
  expect([code, stderr]).toEqual([0, stderr]);
  return JSON.parse(stdout) as ReproduceDocument;
}

/** What every row's line holds: its runs, and a number wherever the paper has one and a run can tell. */
function expectFilled({ table, row, recipes }: RowCase, { lines = [] }: ReproduceDocument): void {
  const [line] = lines;
  expect(lines).toHaveLength(1);
  expect(line?.row).toBe(row.id);
  expect(line?.missing).toEqual([]);
  expect(line?.runs.map(({ part }) => part)).toEqual(recipes.map(({ part }) => part));
  // What pictures take, an endpoint or a profile counts, and a local server may answer in no time at all.
  const told = table.columns.map(({ from, unit }) => from !== null && unit === undefined);
  const empty = table.columns.filter(
    (_, index) => told[index] === true && row.published[index] !== null && line?.values[index] === null,
  );
  expect(empty.map(({ group = '', title }) => `${group} ${title}`.trim())).toEqual([]);
}

const SENT = {
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  maxOutputTokens: 'max_tokens',
  seed: 'seed',
} as const;

/** The requests of a run's acting model, in order. */
function expectAsked(recipe: Recipe, requests: readonly SeenRequest[]): void {
  const dialect = dialectOf(recipe);
  expect(requests.length).toBeGreaterThan(0);
  for (const { body } of requests) {
    for (const [name, value] of Object.entries(sentSampling(recipe))) {
      expect(body[SENT[name as keyof typeof SENT]], name).toBe(value);
    }
  }
  // Questions are asked apart from the agent's method, and in no dialect.
  const { dimensions } = recipe.settings;
  if (dialect === null || (dimensions !== undefined && dimensions !== 'navigation')) return;
  const openings = Object.values(dialect.prompts)
    .map((text) => (text.split('{{')[0] ?? '').trim())
    .filter((text) => text.length >= 20);
  const ofDialect = requests.filter(({ texts }) =>
    openings.some((opening) => texts.some((text) => text.includes(opening))),
  );
  expect(ofDialect.length).toBeGreaterThan(0);
  expectHistory(recipe, dialect, ofDialect);
}

/** What is told and shown of earlier steps: as the dialect has it, or the agent whose switches are about that. */
function expectHistory(
  { benchmark, settings: { agent, agentOptions = {} } }: Recipe,
  dialect: Dialect,
  requests: readonly SeenRequest[],
): void {
  const typed = TYPED[benchmark];
  const tells = (request: SeenRequest): boolean =>
    typed === undefined
      ? tellsOfStep(request, dialect)
      : request.texts.some((text) => typed.some((words) => text.includes(words)));
  const most = Math.max(...requests.map((request) => request.pictures.length));
  const earlier = typed === undefined ? 1 : 4;
  if (agent === 'direct') {
    const { steps, pictures } = dialect.history;
    expect(requests.some(tells)).toBe(steps !== 0);
    // Some servers have the pictures.
    const isShown = dialect.observation.screenshot;
    const marked = dialect.observation.marked === null ? 0 : 1;
    expect(most).toBe(isShown ? 1 + marked + Math.min(pictures, earlier) : marked);
  } else if (agent === 'odyssey' && typed !== undefined) {
    expect(requests.some(tells)).toBe(agentOptions['actions']);
    expect(most).toBe(agentOptions['screenshots'] === true ? 1 + earlier : 1);
    const isAnnotated = requests.some(({ texts }) => texts.some((text) => text.includes(ANNOTATED)));
    expect(isAnnotated).toBe(agentOptions['context']);
  }
  // What other agents tell of earlier steps, and show of them, is their own.
}

describe('touchstone reproduce', () => {
  it.each([...FIRST.values()])(
    'runs a row as its recipe says, and fills it: $name',
    async (one) => {
      const { row, recipes } = one;
      const roles = recipes.flatMap(({ roles = {} }) => Object.keys(roles));
      const files = recipes.flatMap(({ files: needed = {} }) => Object.keys(needed));
      const flags = [
        ...[...new Set(roles)].flatMap((role) =>
          role === 'detector' ? ['--elements', 'elements'] : ['--role', `${role}=helper.json`],
        ),
        ...[...new Set(files)].flatMap((option) => ['--agent-option', `${option}=${option}.json`]),
      ];
      const before = endpoint.requests.length;
      const model = [
        '--model',
        'm',
        '--prompt-source',
        'touchstone',
        '--base-url',
        endpoint.baseUrl,
        '--max-steps',
        '5',
        '--concurrency',
        '1',
      ];
      for (const recipe of ofEachDialect(recipes)) {
        speaking = dialectOf(recipe);
        if (recipes.length === 1 || recipe.part === undefined) continue;
        const part = ['--part', recipe.part];
        await reproduce(one, '--row', row.id, ...part, ...model, ...flags);
      }
      const document = await reproduce(one, '--row', row.id, ...model, ...flags);
      expectFilled(one, document);
      const requests = endpoint.requests.slice(before).filter((request) => request.model === 'm');
      // Runs of other rows are there already.
      const own = recipes.find(({ runOf }) => runOf === undefined);
      if (own !== undefined) expectAsked(own, requests);
      for (const { run, part, directory, conditions } of document.lines?.[0]?.runs ?? []) {
        const recipe = recipes.find((known) => known.part === part);
        expect(run).toMatch(/\.m-paraphrased$/);
        const identity = await identityOf(directory);
        expect(identity.dialect?.name).toBe(recipe?.settings.dialect);
        // What this test changes, and that the words are not the authors'.
        const known = ['model', 'prompts', 'steps per episode'];
        expect(conditions.map(({ what }) => what).filter((what) => !known.includes(what))).toEqual([]);
      }
    },
    60_000,
  );

  it.each(CASES.filter((one) => ![...FIRST.values()].includes(one)))(
    'shows the runs of a row that is run alike: $name',
    async (one) => {
      const { row } = one;
      const first = FIRST.get(keyOf(one));
      if (first === undefined) throw new Error('nothing is run alike');
      const names = first.recipes.map((recipe) =>
        recipeRunName(first.table, first.row, recipe, 'm-paraphrased'),
      );
      const document = await reproduce(one, ...names.map((name) => `${row.id}=${name}`));
      expectFilled(one, document);
    },
    60_000,
  );
});

async function identityOf(
  directory: string,
): Promise<{ readonly dialect: { readonly name: string } | null }> {
  const [start = '{}'] = (await readFile(join(directory, 'journal-main.jsonl'), 'utf8')).split('\n');
  return (JSON.parse(start) as { identity: { dialect: { name: string } | null } }).identity;
}
