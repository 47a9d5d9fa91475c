import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import { MAIN, runTouchstone } from './run-touchstone.js';

let folder = '';
let runs = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-report-command-'));
  runs = join(folder, 'runs');
  for (const agent of ['oracle', 'random']) {
    const args = ['run', 'tiny', '--agent', agent, '--repeats', '2', '--run-id', agent, '--runs', runs];
    const { code, stderr } = await runTouchstone(args);
    expect(code, stderr).toBe(0);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const report = (...args: readonly string[]) =>
  runTouchstone(['report', ...args, '--runs', runs], { cwd: folder });

/** What the overview of a report is drawn from. */
async function indexOf(file: string): Promise<ReportIndex> {
  const packed = /id="index">([^<]*)</.exec(await readFile(join(folder, file), 'utf8'))?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as ReportIndex;
}

describe('touchstone report', () => {
  it('writes one file, and says where', async () => {
    const { code, stdout, stderr } = await report('random', '--no-pictures');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('report.html: 1 run,');
    const html = await readFile(join(folder, 'report.html'), 'utf8');
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('id="index"');
    expect(html).not.toMatch(/(src|href)="https?:/);
  });

  it('ends with 4 on a full disk, and leaves nothing half-written', async () => {
    const out = join(folder, 'full');
    await mkdir(out);
    // Files may be made and grow to 1 KiB, as on a disk that has no more.
    const limited = 'ulimit -f 1; exec "$0" "$@"';
    const args = [MAIN, 'report', 'random', '--runs', runs, '--out', join(out, 'report.html')];
    const env = { PATH: process.env['PATH'] ?? '', TOUCHSTONE_HOME: join(folder, 'home') };
    const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, ...args], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toContain('FILE_WRITE');
    expect(stderr).not.toContain(' at ');
    expect(status).toBe(4);
    expect(await readdir(out)).toEqual([]);
  });

  it('puts several runs into one file, and their results into JUnit XML', async () => {
    const { code, stdout, stderr } = await report('oracle', 'random', '--junit', 'results.xml', '--json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ runs: 2, problems: [], file: join(folder, 'report.html') });
    const xml = await readFile(join(folder, 'results.xml'), 'utf8');
    expect(xml.match(/<testsuite /g)).toHaveLength(2);
    expect(xml).toContain('<failure');
  });

  it('writes a summary for a job, and tables for scripts', async () => {
    const { code, stderr } = await report('oracle', 'random', '--markdown', 'sum.md', '--csv', 'tables');
    expect(code, stderr).toBe(0);
    const summary = await readFile(join(folder, 'sum.md'), 'utf8');
    expect(summary).toContain('| Run | Success (%) |');
    expect(summary).toContain('## Not passed: ');
    expect(summary).toContain('compared with no other: it is shown the way and the success rule');
    expect(summary).toMatch(/\| [\w-]+, repeat 2: /);
    const { runs: described } = await indexOf('report.html');
    expect(described.map(({ agentTitle }) => agentTitle)).toContain('acts at random, seeded');
    expect((await readdir(join(folder, 'tables'))).toSorted()).toEqual([
      'episodes.csv',
      'results.csv',
      'scores.csv',
      'steps.csv',
    ]);
    const results = await readFile(join(folder, 'tables', 'results.csv'), 'utf8');
    expect(results).toMatch(/^run,label,/);
    expect(results.trim().split('\r\n')).toHaveLength(3);
    const episodes = await readFile(join(folder, 'tables', 'episodes.csv'), 'utf8');
    expect(episodes.match(/^(oracle|random),run,/gm)?.length).toBeGreaterThan(3);
    const exported = await runTouchstone(
      ['export', 'csv', 'oracle', 'random', '--out', 'csv', '--runs', runs],
      {
        cwd: folder,
      },
    );
    expect(exported.code, exported.stderr).toBe(0);
    expect(await readFile(join(folder, 'csv', 'episodes.csv'), 'utf8')).toBe(episodes);
  });

  it('comes with an example for GitHub Actions that says in JUnit XML when the key is missing', async () => {
    const page = await readFile(new URL('../../docs/continuous-integration.md', import.meta.url), 'utf8');
    const [, step = ''] = /id: agent\n[^]*?run: \|\n([^]*?)\n\n/.exec(page) ?? [];
    const summary = join(folder, 'step-summary.md');
    const env = { PATH: process.env['PATH'] ?? '', TOUCHSTONE_API_KEY: '', GITHUB_STEP_SUMMARY: summary };
    const { status, stderr } = spawnSync('bash', ['-e', '-c', step], { cwd: folder, env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(await readFile(join(folder, 'results', 'junit.xml'), 'utf8')).toMatch(
      /<testcase name="agent"><skipped message="nothing was run: the secret MODEL_KEY is not there/,
    );
    expect(await readFile(summary, 'utf8')).toContain('nothing was run');
  });

  it('draws the abilities of Pocket as its table has them', async () => {
    const args = ['run', 'pocket', '--agent', 'tap-text', '--run-id', 'pocket', '--runs', runs];
    expect((await runTouchstone(args)).code).toBe(0);
    expect((await report('pocket', '--no-pictures', '--out', 'pocket.html')).code).toBe(0);
    const [run] = (await indexOf('pocket.html')).runs;
    const drawn = (run?.abilities ?? []).map((one) => [one.ability, `${one.reached}/${one.counted}`]);
    const rows = run?.tables.find(({ id }) => id === 'abilities')?.rows ?? [];
    expect(drawn.length).toBeGreaterThan(8);
    expect(Object.fromEntries(drawn)).toEqual(
      Object.fromEntries(rows.map(([ability, , counts]) => [ability?.text, counts?.text])),
    );
  });

  it('puts everything into one file to mail, and says its size before', async () => {
    const args = ['pocket', '--single-file', '--out', 'mail/one.html', '--title', 'One'];
    const { code, stdout, stderr } = await report(...args);
    expect(code, stderr).toBe(0);
    expect(await readdir(join(folder, 'mail'))).toEqual(['one.html']);
    expect(stderr).toMatch(/^note: mail\/one\.html takes \d+\.\d MB with \d+ pictures?$/m);
    expect(stdout).toContain('one.html: 1 run');
    const html = await readFile(join(folder, 'mail', 'one.html'), 'utf8');
    expect(html.match(/id="picture-\d+" data-size="\d+ \d+">UklGR/g)?.length).toBeGreaterThan(0);

    const small = await report(...args, '--max-size', '0.25');
    expect(small.code).toBe(0);
    expect(small.stderr).toMatch(/failed episodes come first|steps alone are more than --max-size/);
    const refused = await report('random', '--single-file', '--pictures', 'link');
    expect(refused.code).toBe(2);
    expect((await report('random', '--max-size', '9')).stderr).toContain('Add --single-file');
  });

  it('says which folders have to be passed on with it', async () => {
    const { stderr } = await report('pocket', '--out', 'elsewhere/report.html');
    expect(await readdir(join(folder, 'elsewhere'))).toEqual(['report.html', 'report.html-pictures']);
    expect(stderr).toMatch(/pictures lie next to it, in report\.html-pictures\/.*--single-file/);
  });

  it('names a run that cannot be read, shows the others, and ends with 2', async () => {
    // What --out was called once.
    await writeFile(join(folder, 'journal-main.jsonl'), 'nonsense\n');
    const { code, stdout, stderr } = await report('oracle', folder, '--output', 'mixed.html');
    expect(code).toBe(2);
    expect(stdout).toContain('mixed.html: 1 run,');
    expect(stderr.match(/touchstone-report-command-/g)).toHaveLength(1);
    expect(stderr).not.toContain("without the benchmark's tables");
  });

  it('names each run that is not there once', async () => {
    const none = await report('nosuch', 'other', '--out', 'none.html');
    expect(none.code).toBe(2);
    expect(none.stderr.match(/there is no run "nosuch"/g)).toHaveLength(1);
    expect(none.stderr.match(/there is no run "other"/g)).toHaveLength(1);
    const some = await report('nosuch', 'oracle', '--no-pictures', '--out', 'some.html');
    expect(some.code).toBe(2);
    expect(some.stderr).toBe('note: there is no run "nosuch"\n');
    expect(some.stdout).toContain('some.html: 1 run,');
  });

  it('counts the episodes that are done, and says what an unfinished run lacks', async () => {
    const half = join(runs, 'half');
    await cp(join(runs, 'random'), half, { recursive: true });
    const journal = join(half, 'journal-main.jsonl');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const ends = lines.flatMap((line, index) => (line.includes('"type":"item-end"') ? [index] : []));
    await writeFile(journal, `${lines.slice(0, (ends[4] ?? 0) + 1).join('\n')}\n`);
    const { code, stdout, stderr } = await report('half', '--out', 'half.html', '--junit', 'half.xml');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/half\.html: 1 run, 5 episodes( \(\d more unfinished\))?\n/);
    expect(stderr).toContain('5 of 12 episodes are done; go on with: touchstone resume runs/half');
    const xml = await readFile(join(folder, 'half.xml'), 'utf8');
    expect(xml.match(/<testcase /g)).toHaveLength(6);
    expect(xml).toContain('<property name="planned" value="12"/>');
    expect(xml).toContain('<property name="finished" value="5"/>');
  });

  it('shows a run once, though a copy of it is named too', async () => {
    await cp(join(runs, 'oracle'), join(runs, 'copy'), { recursive: true });
    const { code, stdout, stderr } = await report(
      'oracle',
      'copy',
      '--out',
      'copy.html',
      '--junit',
      'copy.xml',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('copy.html: 1 run, 12 episodes');
    expect(stderr).toMatch(/runs\/copy: It is run oracle once more, as in .*oracle, and is left out/);
    expect((await readFile(join(folder, 'copy.xml'), 'utf8')).match(/<testsuite /g)).toHaveLength(1);
  });

  it('refuses what it does not know, naming what it does', async () => {
    const { code, stderr } = await report('oracle', '--language', 'fr');
    expect(code).toBe(2);
    expect(stderr).toContain('en, zh');
  });
});
