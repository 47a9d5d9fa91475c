import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ReproduceDocumentSchema,
  type ReproduceDocument,
} from '../src/formats/results/reproduce-document.js';
import { writeColorbenchDataset } from '../src/testing/datasets/colorbench-dataset.js';
import {
  openModelEndpoint,
  type EndpointReply,
  type ModelEndpoint,
} from '../src/testing/models/model-endpoint.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { runInProcess, type InProcess } from './fixtures/run-in-process.js';

const TABLE = 'colorbench/table-2';
const STOP = `<action>
{"name": mobile_use, "arguments": {"action": "terminate", "status": "success"}}
</action>
<thinking>
Done.
</thinking>`;

/** Whose words models are asked in where nobody has imported any. */
const OUR_WORDS = ['--prompt-source', 'touchstone'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let endpoint: ModelEndpoint;
let answer: (index: number) => EndpointReply = () => STOP;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeColorbenchDataset(join(folder.path, 'data'));
  endpoint = await openModelEndpoint(({ index }) => answer(index), { models: ['m', 'GUI-Owl-7B'] });
});

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function call(...words: readonly string[]): Promise<InProcess> {
  return runInProcess(words, { cwd: folder.path });
}

function row(name: string, ...more: readonly string[]): Promise<InProcess> {
  const model = ['--model', 'm', '--base-url', endpoint.baseUrl, '--data', 'data', '--concurrency', '1'];
  return call('reproduce', TABLE, '--row', name, ...model, ...OUR_WORDS, ...more);
}

async function lineOf(words: readonly string[]): Promise<NonNullable<ReproduceDocument['lines']>[number]> {
  const { code, stdout, stderr } = await call(...words, '--json');
  expect([code, stderr]).toEqual([0, stderr]);
  const document = ReproduceDocumentSchema.parse(JSON.parse(stdout));
  const [line] = document.lines ?? [];
  if (line === undefined) throw new Error('there is no line');
  return line;
}

/** Sources of the same form as the authors', in other words. */
async function writeSources(root: string): Promise<readonly string[]> {
  const agent = `class VanillaAgent:
    def agent_step(self):
        user_prompt = f"DO {self.task} "
        user_prompt += "AS YOU LIKE"
        user_prompt += f" AFTER {history}"
`;
  const files = {
    'config/default.yaml': 'agent:\n  system_prompt: |-\n    SCREEN {width}x{height}\n',
    'src/agent/agent.py': agent,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return Object.keys(files).map((path) => join(root, path));
}

async function runsIn(place: string): Promise<readonly string[]> {
  return readdir(join(folder.path, place)).catch(() => []);
}

describe('touchstone reproduce', () => {
  it('lists every table, and the rows of one, as documents of its schema', async () => {
    for (const words of [['reproduce'], ['reproduce', 'colorbench'], ['reproduce', TABLE]]) {
      const { code, stdout } = await call(...words, '--json');
      expect(code).toBe(0);
      const { papers = [] } = ReproduceDocumentSchema.parse(JSON.parse(stdout));
      expect(papers.map(({ id }) => id)).toContain(TABLE);
    }
    const { stdout } = await call('reproduce', TABLE);
    for (const word of [
      'colorbench.vanilla',
      'qwen25_mobile_use@colorbench',
      'top-p 0.9',
      '25.68',
      'model-unreleased',
    ]) {
      expect(stdout).toContain(word);
    }
  });

  it('prints commands and runs nothing where that is asked', async () => {
    const before = endpoint.requests.length;
    const { code, stdout } = await row('gui-owl-7b,os-atlas-pro-7b', '--dry-run', '--runs', 'dry');
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatch(
        /^touchstone run colorbench --data data .* --run-id colorbench-table-2\.[a-z0-9.-]+\.m-paraphrased$/,
      );
    expect(endpoint.requests.length).toBe(before);
    expect(await runsIn('dry')).toEqual([]);
  });

  it('goes on with a run that stopped, leaves a finished one alone, and refuses another of its name', async () => {
    const first = endpoint.requests.length;
    answer = (index) => (index === first ? STOP : { fault: 'status', status: 401 });
    const stopped = await row('gui-owl-7b', '--label', 'again');
    expect(stopped.code).toBe(2);
    expect(stopped.stderr).toContain('1 of 2 episodes done');
    answer = () => STOP;
    const done = await row('gui-owl-7b', '--label', 'again');
    expect([done.code, done.stderr]).toEqual([0, done.stderr]);
    expect(done.stderr).toContain('goes on');
    expect(done.stdout).toContain('GUI-OWL-7B');
    const asked = endpoint.requests.length;
    const third = await row('gui-owl-7b', '--label', 'again');
    expect(third.stderr).toContain('is finished');
    expect(third.stdout).toBe(done.stdout);
    expect(endpoint.requests.length).toBe(asked);
    const other = await row('gui-owl-7b', '--label', 'again', '--temperature', '0.7');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('is another run than');
    expect(other.stderr).toContain('--label');
    expect(endpoint.requests.length).toBe(asked);
  });

  it.each([
    ['data that are not there', 'gui-owl-7b', ['--data', 'nowhere'], 3, 'nowhere'],
    ['an endpoint', 'gui-owl-7b', ['--base-url', 'nowhere'], 2, 'an http or https address'],
    // The other row alone could begin.
    ['a helping model that nobody named', 'gui-owl-7b,gpt-4o', [], 2, '--role grounder=FILE'],
  ])('runs nothing where one run lacks %s', async (_, rows, more, exit, said) => {
    const before = endpoint.requests.length;
    const { code, stdout, stderr } = await row(rows, '--runs', 'nothing', ...more);
    expect(code).toBe(exit);
    expect(stderr).toContain(said);
    expect(stdout).toBe('');
    expect(endpoint.requests.length).toBe(before);
    expect(await runsIn('nothing')).toEqual([]);
  });

  it("asks in the authors' words unless told otherwise, and refuses while they are not there", async () => {
    const plain = ['--model', 'GUI-Owl-7B', '--base-url', endpoint.baseUrl, '--data', 'data'];
    const words = ['reproduce', TABLE, '--row', 'gui-owl-7b', ...plain];
    const before = endpoint.requests.length;
    const missing = await call(...words);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(
      /official prompts are not imported: colorbench\.vanilla[^]*--prompt-source touchstone/,
    );
    expect(endpoint.requests.length).toBe(before);
    const files = await writeSources(join(folder.path, 'clone'));
    expect((await call('prompts', 'import', ...files, '--accept-changed')).code).toBe(0);
    const line = await lineOf(words);
    expect(line.runs[0]?.run).toBe('colorbench-table-2.gui-owl-7b.gui-owl-7b');
    const asked = endpoint.requests
      .slice(before)
      .filter(({ texts }) => texts.some((text) => text.includes('SCREEN')));
    expect(asked.length).toBeGreaterThan(0);
    for (const { texts } of asked) {
      expect(texts[0]).toBe('SCREEN 1080x2374');
      expect(texts.at(-1)).toMatch(/^DO .*AS YOU LIKE/s);
    }
    // The texts of the made-up clone are not the listed ones.
    expect(line.runs[0]?.conditions).toEqual([
      {
        what: 'prompts',
        paper: 'colorbench.vanilla (MadeAgents/ColorBench)',
        here: 'official (MadeAgents/ColorBench@unknown commit, changed text)',
      },
    ]);
    const dry = await call(...words, '--dry-run');
    expect(dry.stdout).toContain('--prompt-source official --prompt-set colorbench.vanilla');
  });

  it('names what differs from the paper, and nothing else', async () => {
    const plain = [
      'reproduce',
      TABLE,
      '--row',
      'gui-owl-7b',
      '--data',
      'data',
      '--base-url',
      endpoint.baseUrl,
      ...OUR_WORDS,
    ];
    const same = await lineOf([...plain, '--model', 'mPLUG/GUI-Owl-7B']);
    expect(same.runs[0]?.conditions).toEqual([
      { what: 'prompts', paper: 'colorbench.vanilla (MadeAgents/ColorBench)', here: "Touchstone's wording" },
    ]);
    // Two made-up tasks, each with 15 of 16 milestones reached.
    expect(same.values[0]).toMatchObject({ value: 0, published: 25.68, difference: -25.68 });
    expect(same.values[1]?.value).toBeCloseTo(93.75, 9);
    expect(same.values[1]?.difference).toBeCloseTo(93.75 - 39.19, 9);
    expect(same.values[1]?.interval?.[1]).toBeGreaterThan(93.75);
    const profile = {
      formatVersion: 1,
      id: 'refusing',
      provider: 'openai-compatible',
      baseUrl: endpoint.baseUrl,
      model: 'm',
      refuses: ['topK'],
    };
    await writeFile(join(folder.path, 'refusing.json'), JSON.stringify(profile));
    const changes = [
      '--profile',
      'refusing.json',
      '--temperature',
      '0.5',
      '--mode',
      'corrected',
      '--limit',
      '1',
    ];
    const other = await lineOf([...plain, ...changes, '--scroll', 'finger']);
    expect(other.label).toBe('refusing-paraphrased-first-1');
    expect(other.runs[0]?.conditions.map(({ what, paper, here }) => `${what}: ${paper} / ${here}`)).toEqual([
      'model: GUI-OWL-7B / m',
      "prompts: colorbench.vanilla (MadeAgents/ColorBench) / Touchstone's wording",
      'sampling: temperature 0.1 / temperature 0.5',
      'sampling: top-k 5 / not sent',
      'mode: reference / corrected',
      'scroll: as usual / finger',
      'items: all 2 / 1 of them',
    ]);
  });

  it('shows runs that were there before, in the rows that they are of', async () => {
    const run = ['run', 'colorbench', '--data', 'data', '--base-url', endpoint.baseUrl, '--agent', 'direct'];
    const dialect = ['--dialect', 'qwen25_mobile_use@colorbench'];
    expect((await call(...run, ...dialect, '--model', 'GUI-Owl-7B', '--run-id', 'owl')).code).toBe(0);
    expect((await call(...run, ...dialect, '--model', 'm', '--run-id', 'mine')).code).toBe(0);
    expect((await call(...run, '--model', 'm', '--run-id', 'else')).code).toBe(0);
    const owl = await lineOf(['reproduce', TABLE, 'owl']);
    expect([owl.row, owl.label]).toEqual(['gui-owl-7b', 'GUI-Owl-7B']);
    // The dialect's own recommendation was sent, a seed was not.
    expect(owl.runs[0]?.conditions.map(({ what, here }) => `${what}: ${here}`)).toEqual([
      "prompts: Touchstone's wording",
      'sampling: not sent',
      'seed: 1',
    ]);
    const unclear = await call('reproduce', TABLE, 'mine');
    expect(unclear.code).toBe(2);
    expect(unclear.stderr).toMatch(/the run mine could be of gui-owl-7b, .*\n.*ROW=mine/);
    const none = await call('reproduce', TABLE, 'else');
    expect(none.stderr).toContain('the run else is of no row');
    const named = await lineOf(['reproduce', TABLE, 'qwen2.5-vl-7b=else', '--label', 'other']);
    expect([named.row, named.label]).toEqual(['qwen2.5-vl-7b', 'other']);
    expect(named.runs[0]?.conditions).toContainEqual({
      what: 'dialect',
      paper: 'qwen25_mobile_use@colorbench',
      here: 'generic_call@sent',
    });
    const both = await call('reproduce', TABLE, 'owl', 'gui-owl-7b=mine');
    expect(both.stdout).toMatch(/paper[^]*GUI-Owl-7B[^]*difference[^]*\bm\b[^]*difference/);
  });

  it('collects what rows were run before', async () => {
    await row('os-atlas-pro-7b', '--label', 'kept');
    const line = await lineOf(['reproduce', TABLE, '--collate', '--row', 'os-atlas-*', '--label', 'kept']);
    expect([line.row, line.label]).toEqual(['os-atlas-pro-7b', 'kept']);
    const shared = await lineOf(['reproduce', 'colorbench/table-5', '--collate', '--label', 'kept']);
    expect(shared.row).toBe('os-atlas-pro-7b');
    const none = await call('reproduce', TABLE, '--collate', '--label', 'nobody');
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('has no run of');
  });

  it('leaves out what cannot be run where rows are named by a pattern, and refuses it by its name', async () => {
    const all = await call('reproduce', 'colorbench/figure-4', '--row', '*', '--dry-run');
    expect(all.code).toBe(0);
    expect(all.stderr).toContain('note: all is left out: from-runs');
    const named = await call('reproduce', 'colorbench/figure-4', '--row', 'all', '--dry-run');
    expect(named.code).toBe(2);
    expect(named.stderr).toContain('cannot be run: its numbers are computed from runs of other rows');
  });

  it('asks for a file that has to be made before a row can be run, and says how', async () => {
    const words = ['reproduce', 'sphinx/table-10', '--row', 'appagent-with-documents-gpt-4o'];
    const model = ['--data', 'sphinx', '--model', 'm', '--base-url', endpoint.baseUrl, ...OUR_WORDS];
    const dry = await call(...words, ...model, '--dry-run');
    expect(dry.stdout).toContain('--agent-option documents=documents.json');
    expect(dry.stderr).toContain('still to be named: --agent-option documents');
    const named = await call(...words, ...model, '--dry-run', '--agent-option', 'documents=mine.json');
    expect(named.stdout).toContain('--agent-option documents=mine.json');
    expect(named.stderr).not.toContain('still to be named');
    const before = endpoint.requests.length;
    const { code, stderr } = await call(...words, ...model);
    expect(code).toBe(2);
    expect(stderr).toContain('needs a file of documents, and none is named');
    expect(stderr).toContain('touchstone documents RUN');
    expect(endpoint.requests.length).toBe(before);
  });
});
