import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateRun, type GeneratedRunOptions } from '../../../test/fixtures/generated-run.js';
import { compareParts, type ComparedPart } from '../../metrics/comparison/compare-parts.js';
import { partsComparisonTables } from '../../metrics/comparison/compare-parts-table.js';
import { OUTCOMES } from '../view/outcome-numbers.js';
import type { BlockPlace } from '../view/episode-columns.js';
import type { ReportEpisode } from '../view/report-episode.js';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportVerdict } from '../view/report-verdict.js';
import type { ViewerAssets } from './viewer-assets.js';
import { writeReport, type WriteReportOptions } from './write-report.js';

const VIEWER: ViewerAssets = {
  script: 'start();',
  style: 'body { color: black; }',
  start: 'begin();',
  renderFirstRows: async ({ runs }, { language, nonce }) =>
    `<main><style nonce="${nonce}"></style>${runs.length} ${language}</main>`,
};
const HOSTILE = '</script><img src=x onerror=alert(1)><!--';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-report-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('writeReport', () => {
  it.runIf(existsSync('/dev/full')).each(['blocks', 'draft'])(
    'leaves nothing of a report whose %s meet a full disk, and a report from before as it was',
    async (part) => {
      const run = await made(`full-${part}`, { tasks: 2 });
      const output = join(folder, `full-disk-${part}`, 'report.html');
      await mkdir(dirname(output));
      await writeFile(output, 'from before');
      // Every write to this device fails with a full disk.
      await symlink('/dev/full', `${output}.${process.pid}.${part}`);
      await expect(
        writeReport({ touchstone: '0.0.0', viewer: VIEWER, runs: [run], output }),
      ).rejects.toMatchObject({
        code: 'FILE_WRITE',
        fault: 'environment',
        place: { file: output },
        hint: expect.stringContaining('Make room') as string,
      });
      expect(await readdir(dirname(output))).toEqual(['report.html']);
      expect(await readFile(output, 'utf8')).toBe('from before');
    },
  );

  it('holds every episode with its steps and verdicts', async () => {
    const run = await made('whole', { tasks: 4, repeats: 3, model: 'some-model' });
    const { index, steps, verdict } = await report('whole', { runs: [run] });
    expect(index.episodes.item).toHaveLength(12);
    expect(index.runs[0]?.summary.success.n).toBeGreaterThan(0);
    expect(index.tasks.map(({ id }) => id)).toEqual(['task-0001', 'task-0002', 'task-0003', 'task-0004']);
    for (let row = 0; row < 12; row += 1) {
      expect(steps(row)).toHaveLength(index.episodes.steps[row] ?? -1);
      const passed = OUTCOMES[index.episodes.outcome[row] ?? -1] === 'passed';
      expect(verdict(row).success === true).toBe(passed);
    }
  });

  it('counts rates as the metrics do, voided episodes outside n and inside the bounds', async () => {
    const run = await made('rates', { tasks: 120, skill: 0.5 });
    const { index } = await report('rates', { runs: [run] });
    const outcomes = index.episodes.outcome.map((number) => OUTCOMES[number]);
    const passed = outcomes.filter((outcome) => outcome === 'passed').length;
    const voided = outcomes.filter((outcome) => outcome === 'model_error').length;
    const success = index.runs[0]?.summary.success;
    expect(voided).toBeGreaterThan(0);
    expect(success).toMatchObject({ n: 120 - voided, value: passed / (120 - voided) });
    expect(success?.worst).toBe(passed / 120);
    expect(success?.best).toBe((passed + voided) / 120);
  });

  it('keeps runs apart, and their tasks together', async () => {
    const runs = [
      await made('pair-a', { run: 'one', tasks: 5 }),
      await made('pair-b', { run: 'two', agent: 'no-op', tasks: 7, skill: 0 }),
      await made('pair-c', { run: 'three', agent: 'oracle', privileged: true, tasks: 5 }),
    ];
    const { index } = await report('pair', { runs });
    expect(index.runs.map(({ kind }) => kind)).toEqual(['agent', 'baseline', 'oracle']);
    expect(index.tasks).toHaveLength(7);
    expect(index.episodes.run.filter((number) => number === 1)).toHaveLength(7);
  });

  it('gives runs in dimensions neither a rate with an interval nor a comparison over all of their items', async () => {
    const runs = [
      { directory: await made('apart-a', { run: 'one', tasks: 8, skill: 0.5 }), inDimensions: true },
      { directory: await made('apart-b', { run: 'two', tasks: 8, skill: 0 }), inDimensions: true },
    ];
    const { index } = await report('apart', { runs });
    expect(index.comparisons).toEqual([]);
    expect(index.partComparisons).toEqual([]);
    for (const { inDimensions, summary } of index.runs) {
      expect(inDimensions).toBe(true);
      expect(summary.success).toMatchObject({ low: null, high: null });
      expect(summary.success.n).toBeGreaterThan(0);
      expect(summary.completion.value).toBeNull();
    }
  });

  it('compares runs in dimensions part by part, as the terminal does', async () => {
    const rows = (letters: string): ComparedPart['rows'] =>
      letters.split('').map((letter, number) => ({
        key: { item: `task-${String(number + 1).padStart(4, '0')}`, repeat: 0 },
        outcome: letter === 'p' ? 'passed' : 'failed',
        completion: letter === 'p' ? 1 : 0,
        steps: 1,
        cluster: `unit ${number}`,
      }));
    const parts = (goal: string): ComparedPart[] => [
      { part: 'goal', measure: 'original', metric: 'success', rowsAre: 'items', rows: rows(goal) },
    ];
    const runs = [
      {
        directory: await made('parts-a', { run: 'one', agent: 'direct', tasks: 12, skill: 0.9 }),
        inDimensions: true,
        parts: parts('p'.repeat(12)),
      },
      {
        directory: await made('parts-b', { run: 'two', agent: 'react', tasks: 12, skill: 0.1, seed: 3 }),
        inDimensions: true,
        parts: parts('f'.repeat(12)),
      },
    ];
    const { index } = await report('parts', { runs });
    expect(index.comparisons).toEqual([]);
    const [comparison, ...others] = index.partComparisons;
    expect(others).toEqual([]);
    expect(comparison).toMatchObject({ left: 0, right: 1 });
    const [a, b] = index.runs.map(({ label }) => label);
    const [expected] = partsComparisonTables(
      compareParts([
        { name: a ?? '', parts: parts('p'.repeat(12)) },
        { name: b ?? '', parts: parts('f'.repeat(12)) },
      ]),
    );
    expect(comparison?.table.notes).toEqual(expected?.notes);
    expect(comparison?.table.notes[0]).toContain(`${b} is 100.0 points below ${a} in goal, 95 % `);
    expect(comparison?.changed.length).toBeGreaterThan(0);
  });

  it('names no folder of the machine it was written on', async () => {
    const run = await made('placed', { tasks: 4, crashAfter: 2 });
    const nowhere = join(folder, 'not', 'here');
    const { index, written } = await report('placed', { runs: [run, nowhere] });
    expect(written.problems.map(({ place }) => place)).toEqual([nowhere, run]);
    expect(JSON.stringify(index)).not.toContain(folder);
    expect(index.problems.map(({ place }) => place)).toEqual(['here']);
    expect(index.runs[0]?.problems.map(({ place }) => place)).toEqual(['placed']);
    const beside = await report('placed-beside', { runs: [run], output: join(folder, 'beside.html') });
    expect(beside.index.runs[0]?.problems.map(({ place }) => place)).toEqual(['placed']);
  });

  it('compares agents with each other, one alone with the baselines, and nobody with the oracle', async () => {
    const agent = await made('agent', { tasks: 3 });
    const rival = await made('rival', { agent: 'react', tasks: 3 });
    const noOp = await made('no-op', { agent: 'no-op', tasks: 3 });
    const random = await made('random', { agent: 'random', tasks: 3 });
    const oracle = await made('oracle', { agent: 'oracle', privileged: true, tasks: 3 });
    const other = await made('other', { benchmark: 'another', tasks: 3 });
    const pairs = async (...runs: readonly string[]) => {
      const { index } = await report('pairs', { runs });
      return index.comparisons.map(({ left, right }) => [index.runs[left]?.id, index.runs[right]?.id]);
    };
    expect(await pairs(oracle, agent, noOp, rival)).toEqual([['agent', 'rival']]);
    expect(await pairs(noOp, agent, random, oracle)).toEqual([
      ['no-op', 'agent'],
      ['agent', 'random'],
    ]);
    expect(await pairs(rival, agent)).toEqual([['rival', 'agent']]);
    expect(await pairs(noOp, random, oracle)).toEqual([['no-op', 'random']]);
    expect(await pairs(agent, other)).toEqual([]);
  });

  it('says of each run that is compared with no other why', async () => {
    const agent = await made('why-agent', { run: 'one', tasks: 3 });
    const rival = await made('why-rival', { run: 'two', agent: 'react', tasks: 3 });
    const noOp = await made('why-no-op', { run: 'three', agent: 'no-op', tasks: 3 });
    const oracle = await made('why-oracle', { run: 'four', agent: 'oracle', privileged: true, tasks: 3 });
    const other = await made('why-other', { run: 'five', benchmark: 'another', tasks: 3 });
    const reasons = async (...runs: readonly string[]) => {
      const { index } = await report('why', { runs });
      return index.uncompared.map(({ run, why }) => [index.runs[run]?.id, why]);
    };
    expect(await reasons(agent)).toEqual([]);
    expect(await reasons(agent, rival)).toEqual([]);
    expect(await reasons(agent, rival, noOp, oracle)).toEqual([
      ['three', 'baseline'],
      ['four', 'oracle'],
    ]);
    expect(await reasons(noOp, oracle)).toEqual([
      ['three', 'alone'],
      ['four', 'oracle'],
    ]);
    expect(await reasons(agent, other)).toEqual([
      ['one', 'alone'],
      ['five', 'alone'],
    ]);
    const fork = await made('why-fork', { run: 'six', agent: 'react', tasks: 3, isFork: true });
    expect(await reasons(agent, fork)).toEqual([
      ['one', 'alone'],
      ['six', 'fork'],
    ]);
    expect(await reasons(agent, rival, fork)).toEqual([['six', 'fork']]);
  });

  it('gives two runs of one name names of their own', async () => {
    const runs = [await made('twice', { run: 'same', tasks: 2 })];
    runs.push(await made('twice-other', { run: 'same', tasks: 2, seed: 2 }));
    const { index } = await report('twice', { runs });
    expect(index.runs.map(({ id }) => id)).toEqual(['same', 'same-2']);
    const [first, second] = index.runs.map(({ label }) => label);
    expect(first).toMatch(/ \(same\)$/);
    expect(second).toMatch(/ \(same-2\)$/);
  });

  it('shows a run once, though a copy of it is named as well, and says so', async () => {
    const run = await made('original', { tasks: 2 });
    const copy = join(folder, 'copy-of-original');
    await cp(run, copy, { recursive: true });
    const { index, written } = await report('copies', { runs: [run, copy] });
    expect(index.runs).toHaveLength(1);
    expect(index.comparisons).toEqual([]);
    expect(written).toMatchObject({ runs: 1, episodes: 2, problems: [{ kind: 'copy', place: copy }] });
    expect(written.problems[0]?.message).toContain(run);
  });

  it('counts in its comparisons what the plan of an unfinished run holds besides', async () => {
    const whole = await made('whole-of-two', { agent: 'direct', tasks: 6, skill: 1, seed: 5 });
    const half = await made('half-of-two', { agent: 'react', tasks: 6, crashAfter: 3, seed: 6 });
    const notRun = [4, 5, 6].map((task) => ({ item: `task-000${task}`, repeat: 0 }));
    const bounds = async (of: object): Promise<number> => {
      const { index } = await report('plan', { runs: [whole, { directory: half, ...of }] });
      const found = index.comparisons[0]?.bounds;
      return (found?.high ?? 0) - (found?.low ?? 0);
    };
    expect(await bounds({ notRun })).toBeCloseTo(0.5, 12);
    // Without the plan, the one that was under way is all that is known to be missing.
    expect(await bounds({})).toBeCloseTo(0.25, 12);
  });

  it('lets no text of a model or a benchmark out of the packed data', async () => {
    const run = await made('hostile', { tasks: 3, model: HOSTILE, hostile: HOSTILE });
    const { html, index } = await report('hostile', { runs: [run], title: HOSTILE });
    expect(html).not.toContain('onerror=alert(1)>');
    expect(html.match(/<script/g)).toHaveLength(html.match(/<\/script>/g)?.length ?? 0);
    expect(index.tasks[0]?.instructions['en']).toContain(HOSTILE);
  });

  it('names script and style by their hashes and allows nothing else to run', async () => {
    const run = await made('policy', { tasks: 1 });
    const { html } = await report('policy', { runs: [run] });
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const read = "dispatchEvent(new Event('application'))";
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`script-src ${hash('start();')} ${hash('begin();')} ${hash(read)};`);
    expect(html).toContain(
      `<script type="text/plain" id="application">start();</script>\n<script>${read}</script>\n`,
    );
    expect(policy).toContain(`style-src ${hash('body { color: black; }')} 'nonce-`);
  });

  it('begins with its first rows, in the language that it asks for, else in each', async () => {
    const run = await made('begins', { tasks: 2 });
    const { html } = await report('begins', { runs: [run] });
    const opening = (language: string, asked: string): string =>
      `<html lang="${language}" data-language="${asked}" data-mantine-color-scheme="light" data-rows-in="${language}">`;
    expect(html).toContain(opening('en', ''));
    const nonce = /'nonce-([^']+)'/.exec(html)?.[1] ?? '';
    const rows = (language: string): string =>
      `<div data-first-rows="${language}"><main><style nonce="${nonce}"></style>1 ${language}</main></div>`;
    expect(html).toContain(
      '<p class="in-place-of-script">The rest of this report needs JavaScript. It loads nothing from the network.</p>\n' +
        `<script>begin();</script>\n<div id="app">${rows('en')}\n${rows('zh')}</div>\n`,
    );
    // Before anything that takes long to read.
    expect(html.indexOf('data-first-rows')).toBeLessThan(html.indexOf('id="index"'));
    const chinese = await report('begins-zh', { runs: [run], language: 'zh' });
    expect(chinese.html).toContain(opening('zh', 'zh'));
    expect(chinese.html).toContain(`<div id="app">${rows('zh')}</div>`);
    expect(chinese.html).toContain('<p class="in-place-of-script">报告的其余部分需要 JavaScript');
  });

  it('of one episode begins with the episode, and has no first rows', async () => {
    const run = await made('begins-episode', { tasks: 1 });
    const { html } = await report('begins-episode', { runs: [run] });
    expect(html).toContain('<div id="app"></div>');
    expect(html).toContain('<p class="in-place-of-script">This report needs JavaScript.');
  });

  it('is the same file for the same runs', async () => {
    const run = await made('same', { tasks: 3, repeats: 2 });
    const options = { runs: [run], writtenAt: new Date(0) };
    const [first, second] = [await report('same-1', options), await report('same-2', options)];
    expect(first.html).toBe(second.html);
  });

  it('leaves nothing but the report behind', async () => {
    const run = await made('tidy', { tasks: 1 });
    const { file } = await report('tidy', { runs: [run] });
    expect(await readdir(dirname(file))).toEqual(['tidy.html']);
  });
});

describe('pictures of a report', () => {
  it('are linked where they lie next to the report', async () => {
    const run = await made('beside', { tasks: 2, pictures: true });
    const { steps, written } = await report('beside', {
      runs: [run],
      output: join(run, 'report.html'),
    });
    const step = steps(0)[0];
    expect(step?.picture).toMatch(/^\.\/files\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
    expect(written.picturesCopied).toBe(0);
  });

  it('are copied next to the report when they lie elsewhere', async () => {
    const run = await made('elsewhere', { tasks: 2, pictures: true });
    const { steps, written, file } = await report('elsewhere', { runs: [run] });
    const address = steps(0)[0]?.picture ?? '';
    expect(address).toMatch(/^\.\/elsewhere\.html-pictures\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/);
    expect((await readFile(join(dirname(file), address))).subarray(1, 4).toString()).toBe('PNG');
    expect(written.picturesCopied).toBeGreaterThan(0);
    expect(written.pictureFolders).toEqual(['elsewhere.html-pictures']);
  });

  it('are linked without copies when that is asked for', async () => {
    const run = await made('linked', { tasks: 1, pictures: true });
    const { steps, written } = await report('linked', { runs: [run], pictures: 'link' });
    expect(steps(0)[0]?.picture).toMatch(/^\.\.\/linked\/files\//);
    expect(written.picturesCopied).toBe(0);
  });

  it('come from the recorded world where the run kept none', async () => {
    const run = await made('world', { tasks: 1, pictures: true, worldPictures: true });
    const bytes = Buffer.from('not really a picture');
    const picture = () => ({ mediaType: 'image/jpeg', load: async () => bytes });
    const { steps } = await report('world', { runs: [{ directory: run, picture }] });
    expect(steps(0)[0]?.picture).toMatch(/\.jpg$/);
  });

  it('stay out when that is asked for, and by default on recordings of people', async () => {
    const plain = await made('withheld', { tasks: 1, pictures: true });
    const people = { directory: await made('people', { tasks: 1, pictures: true }), showsPersonalData: true };
    for (const options of [{ runs: [plain], pictures: 'none' as const }, { runs: [people] }]) {
      const { steps, written } = await report('withheld', options);
      expect(steps(0)[0]).toMatchObject({
        picture: null,
        noPicture: 'withheld',
      });
      expect(written.picturesCopied).toBe(0);
    }
  });

  it('that are missing are counted, and the rest is shown', async () => {
    const run = await made('lost', { tasks: 2, pictures: true });
    await rm(join(run, 'files'), { recursive: true });
    const { index, steps, written } = await report('lost', { runs: [run] });
    expect(steps(0)[0]).toMatchObject({
      picture: null,
      noPicture: 'missing',
    });
    expect(written.problems.map(({ kind }) => kind)).toEqual(['pictures']);
    expect(index.episodes.item).toHaveLength(2);
  });
});

describe('a report of one file', () => {
  const scale = async () => ({ bytes: Buffer.alloc(3000, 1), width: 1080, height: 2400 });

  it('holds its pictures, says its size before it is there, and leaves no folder', async () => {
    const run = await made('single', { tasks: 3, pictures: true });
    const said: string[] = [];
    const { file, html, steps, written } = await report('single', {
      runs: [run],
      single: {
        maxBytes: 10_000_000,
        scale,
        onSize: ({ bytes }) => {
          said.push(`${bytes} ${existsSync(join(folder, 'out-single', 'single.html'))}`);
        },
      },
    });
    expect(said).toEqual([`${written.bytes} false`]);
    expect(await readdir(dirname(file))).toEqual(['single.html']);
    const address = steps(0)[0]?.picture ?? '';
    expect(address).toMatch(/^#picture-\d+$/);
    expect(html).toContain(`id="${address.slice(1)}" data-size="1080 2400">AQEB`);
    expect(written).toMatchObject({ pictureFolders: [], single: { leftOut: 0 } });
    expect(written.single?.embedded).toBeGreaterThan(0);
  });

  it('keeps to its limit', async () => {
    const run = await made('limited', { tasks: 4, pictures: true, skill: 0.5 });
    const { written: whole } = await report('unlimited', {
      runs: [run],
      single: { maxBytes: Infinity, scale },
    });
    const maxBytes = whole.bytes - 5000;
    const { html, written } = await report('limited', { runs: [run], single: { maxBytes, scale } });
    expect(Buffer.byteLength(html)).toBe(written.bytes);
    expect(written.bytes).toBeLessThanOrEqual(maxBytes);
    expect(written.single?.leftOut).toBe(2);
  });
});

describe('reports of runs that went wrong', () => {
  it('show what a crashed run did, with the episode that was under way', async () => {
    const run = await made('crashed', { tasks: 6, crashAfter: 3 });
    const { index, steps, written } = await report('crashed', { runs: [run] });
    expect(written.problems).toMatchObject([{ kind: 'unfinished', counts: [3, 6] }]);
    expect(written).toMatchObject({ episodes: 3, unfinished: 1 });
    expect(index.runs[0]).toMatchObject({ status: 'crashed', summary: { notRun: 3 } });
    expect(index.episodes.item).toHaveLength(4);
    const row = index.episodes.outcome.indexOf(OUTCOMES.indexOf('not_run'));
    expect(steps(row).length).toBeGreaterThan(0);
  });

  it('read a journal whose last line is torn', async () => {
    const run = await made('torn', { tasks: 3, crashAfter: 2 });
    await appendFile(join(run, 'journal-main.jsonl'), '{"checksum":"0123');
    const { index } = await report('torn', { runs: [run] });
    expect(index.episodes.item).toHaveLength(3);
  });

  it('say that a run holds no finished episode', async () => {
    const run = await made('nothing', { tasks: 3, crashAfter: 0 });
    const { written, index } = await report('nothing', { runs: [run] });
    expect(written.problems.map(({ kind }) => kind)).toContain('no-episodes');
    expect(index.runs[0]?.summary.success.value).toBeNull();
  });

  it('say that a run was never scored', async () => {
    const run = await made('unscored', { tasks: 3, isScored: false });
    const { written, index } = await report('unscored', { runs: [run] });
    expect(written.problems.map(({ kind }) => kind)).toEqual(['unscored']);
    expect(new Set(index.episodes.outcome.map((number) => OUTCOMES[number]))).toContain('judge_unknown');
  });

  it('show every episode although the scores are damaged', async () => {
    const run = await made('bad-scores', { tasks: 5 });
    const file = join(run, 'scores-0001.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [...lines.slice(0, 3), 'nonsense', ...lines.slice(4)].join('\n'));
    const { written, index } = await report('bad-scores', { runs: [run] });
    expect(written.problems.map(({ kind }) => kind)).toContain('damaged');
    expect(index.episodes.item).toHaveLength(5);
  });

  it('name the runs that cannot be read and show the others', async () => {
    const good = await made('good', { tasks: 2 });
    const newer = join(folder, 'newer');
    await mkdir(newer);
    await writeFile(join(newer, 'journal-main.jsonl'), '{"formatVersion":99,"type":"run-start"}\n');
    const { written, index } = await report('mixed', { runs: [good, newer, join(folder, 'nowhere')] });
    expect(index.runs).toHaveLength(1);
    expect(written.problems.map(({ kind }) => kind)).toEqual(['newer', 'unreadable']);
    expect(written.problems.every(({ message }) => (message ?? '').length > 0)).toBe(true);
  });

  it('are refused when no run can be read, with the first reason', async () => {
    await expect(report('none', { runs: [join(folder, 'nowhere')] })).rejects.toMatchObject({
      code: 'NOT_A_RUN',
    });
    await expect(report('none', { runs: [] })).rejects.toMatchObject({ fault: 'user' });
  });
});

async function made(name: string, options: Partial<GeneratedRunOptions>): Promise<string> {
  const directory = join(folder, name);
  await generateRun(directory, { run: name, tasks: 1, ...options });
  return directory;
}

/** Writes a report and unpacks it again, as the viewer would. */
async function report(name: string, options: Partial<WriteReportOptions> & Pick<WriteReportOptions, 'runs'>) {
  const output = options.output ?? join(folder, `out-${name}`, `${name}.html`);
  const written = await writeReport({ touchstone: '0.0.0', viewer: VIEWER, ...options, output });
  const html = await readFile(output, 'utf8');
  const block = (id: string): unknown => {
    const packed = new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '';
    return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString());
  };
  const entry = (place: BlockPlace | null | undefined): unknown =>
    (block(`block-${place?.[0]}`) as readonly unknown[])[place?.[1] ?? -1];
  const index = block('index') as ReportIndex;
  return {
    file: output,
    html,
    written,
    index,
    steps: (row: number) => (entry(index.episodes.stepsAt[row]) as ReportEpisode).steps,
    verdict: (row: number) => entry(index.episodes.verdictAt[row]) as ReportVerdict,
  };
}
