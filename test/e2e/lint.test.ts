import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataReportSchema } from '../../src/formats/data-check/data-report.js';
import { LintReportSchema } from '../../src/formats/lint/lint-report.js';
import { RULES } from '../../src/lint/rules.js';
import { blindPolicies } from '../../src/lint/blind/blind-policies.js';
import { IS_WHOLE } from '../fixtures/whole-tests.js';
import { runTouchstone } from './run-touchstone.js';

const ROOT = resolve(import.meta.dirname, '../..');
const TINY = join(ROOT, 'worlds/tiny');
const COLORBENCH = resolve(ROOT, process.env['TOUCHSTONE_SHARED'] ?? '../shared', 'data/colorbench');
const isRequired = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('vectors');
const isHere = existsSync(join(COLORBENCH, 'graph.json'));
if (!isHere && !isRequired) console.log(`lint: skipped on published data, which are not at ${COLORBENCH}`);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-lint-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tasks that blind baselines are run on: all, or a few. */
const SOME = IS_WHOLE ? [] : ['--sample', '12'];

interface World {
  nodes: { id: string; edges?: { to: string; actions: unknown[] }[] }[];
}

/** A copy of the bundled world with one of its files changed. */
async function worldWith(name: string, file: string, change: (text: string) => string): Promise<string> {
  const copy = join(folder, name);
  await cp(TINY, copy, { recursive: true });
  await writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')));
  return copy;
}

describe('touchstone lint', () => {
  it('passes the bundled world, proving each of its tasks', async () => {
    const { code, stdout } = await runTouchstone(['lint', 'tiny', '--json']);
    const report = LintReportSchema.parse(JSON.parse(stdout));
    expect(report.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(report.proofs.length).toBeGreaterThan(0);
    expect(report.proofs.every(({ confirmed }) => confirmed)).toBe(true);
    expect(code).toBe(0);
  });

  it('says where a defect is, what to do about it, and exits with 1 from the severity asked for', async () => {
    const world = await worldWith('empty-edge', 'graph.json', (text) => {
      const graph = JSON.parse(text) as World;
      const edge = graph.nodes.find(({ id }) => id === 'shop.home')?.edges?.[0];
      if (edge !== undefined) edge.actions = [];
      return JSON.stringify(graph, null, 1);
    });
    const { code, stdout } = await runTouchstone(['lint', world, '--fail-on', 'warning']);
    expect(stdout).toMatch(/graph\.json:\d+:\d+/);
    expect(stdout).toContain('has no action');
    expect(stdout).toContain(RULES.get('graph/empty-edge')?.hint);
    expect(code).toBe(1);
    expect((await runTouchstone(['lint', world])).stdout).toContain('graph/empty-edge');
  });

  it('prints no empty table of a benchmark without findings, and says of a folder what a world is', async () => {
    const { code, stdout } = await runTouchstone(['lint', 'pocket']);
    expect(stdout).toContain('0 errors, 0 warnings');
    expect(stdout).not.toMatch(/severity +rule/);
    expect(code).toBe(0);
    const nothing = await runTouchstone(['lint', folder]);
    expect(nothing.stderr).toMatch(/not a folder with a world[^]*graph\.json and a suite\.json/);
    expect(nothing.stderr).not.toContain('data check');
    expect(nothing.code).toBe(3);
  });

  it('puts a missing comma in when asked to, and only then', async () => {
    const world = await worldWith('comma', 'suite.json', (text) =>
      text.replace('"version": "1",', '"version": "1"'),
    );
    const before = await readFile(join(world, 'suite.json'), 'utf8');
    const plain = await runTouchstone(['lint', world]);
    expect(plain.code).toBe(1);
    expect(plain.stdout).toMatch(/suite\.json:\d+:\d+ +a comma is missing/);
    expect(await readFile(join(world, 'suite.json'), 'utf8')).toBe(before);
    expect((await runTouchstone(['lint', world, '--repair'])).code).toBe(0);
    expect(await readFile(join(world, 'suite.json'), 'utf8')).toBe(
      await readFile(join(TINY, 'suite.json'), 'utf8'),
    );
  });

  it('prints SARIF that names rule, place and level of each finding', async () => {
    const world = await worldWith('sarif space', 'suite.json', (text) => text.replace('"notes.', '"notez.'));
    const { stdout } = await runTouchstone(['lint', world, '--sarif']);
    interface Sarif {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        originalUriBaseIds: { DATA: { uri: string } };
        results: {
          ruleId: string;
          ruleIndex: number;
          level: string;
          message: { text: string };
          locations: {
            physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
          }[];
        }[];
      }[];
    }
    const sarif = JSON.parse(stdout) as Sarif;
    expect(sarif.version).toBe('2.1.0');
    const [run] = sarif.runs;
    expect(run?.originalUriBaseIds.DATA.uri).toMatch(/^file:\/\/.*sarif%20space\/$/);
    const absent = run?.results.find(({ ruleId }) => ruleId === 'task/milestone-absent');
    expect(absent).toMatchObject({ level: 'error' });
    expect(absent?.message.text).toContain('Did you mean notes.');
    expect(absent?.locations[0]?.physicalLocation).toMatchObject({ artifactLocation: { uri: 'suite.json' } });
    expect(absent?.locations[0]?.physicalLocation.region.startLine).toBeGreaterThan(1);
    for (const result of run?.results ?? []) {
      expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
      expect(['error', 'warning', 'note']).toContain(result.level);
    }
  });

  it('writes witnesses that the replay agent repeats', async () => {
    const file = join(folder, 'witnesses.jsonl');
    await runTouchstone(['lint', 'tiny', '--witnesses', file]);
    const args = ['run', 'tiny', '--agent', 'replay', '--trajectories', file, '--tasks', 'note,tell-ada'];
    const { stdout } = await runTouchstone([...args, '--runs', folder, '--json']);
    interface RunDocument {
      tables: { columns: { title: string }[]; rows: { value?: number }[][] }[];
    }
    const [table] = (JSON.parse(stdout) as RunDocument).tables;
    const column = table?.columns.findIndex(({ title }) => title === 'SR (%)') ?? -1;
    expect(table?.rows[0]?.[column]?.value).toBe(1);
  });

  it.each([
    ['a folder of something else', () => ['lint', folder], 3, 'NOT_A_BENCHMARK'],
    ['a name that is none', () => ['lint', 'nonesuch'], 2, 'nonesuch'],
    ['a benchmark without its data', () => ['lint', 'colorbench'], 2, '--data'],
    ['a severity that is none', () => ['lint', 'tiny', '--fail-on', 'fatal'], 2, 'fatal'],
  ])('refuses %s in clear words', async (_, args, code, words) => {
    const finished = await runTouchstone(args());
    expect(finished.code).toBe(code);
    expect(finished.stderr).toContain(words);
    expect(finished.stderr).not.toContain('    at ');
  });

  it.skipIf(!isHere && !isRequired)(
    'checks every file of published tasks and replays their witnesses',
    async () => {
      // All 350 are in lint-colorbench.test.ts; of these some cannot be solved.
      const data = join(folder, 'few');
      await mkdir(data);
      await cp(join(COLORBENCH, 'graph.json'), join(data, 'graph.json'));
      const tasks = JSON.parse(await readFile(join(COLORBENCH, 'tasks.json'), 'utf8')) as unknown[];
      await writeFile(join(data, 'tasks.json'), JSON.stringify(tasks.slice(0, 12)));
      await writeFile(join(data, 'tasks.more.json'), JSON.stringify(tasks.slice(36, 42)));
      const { code, stdout } = await runTouchstone(['lint', 'colorbench', '--data', data, '--json']);
      const report = LintReportSchema.parse(JSON.parse(stdout));
      expect(code).toBe(1);
      expect(new Set(report.proofs.map(({ file }) => file))).toEqual(
        new Set(['tasks.json', 'tasks.more.json']),
      );
      const solved = report.proofs.filter(({ status }) => status === 'solved');
      expect(report.proofs).toHaveLength(18);
      expect(solved.length).toBeGreaterThan(9);
      expect(solved.every(({ confirmed }) => confirmed)).toBe(true);
    },
  );
});

interface AuditDocument {
  replayAgrees: boolean;
  findings: { rule: string }[];
  spoiledTexts: { name: string; typing: string[]; solved: string[] }[];
  bestBlind: { name: string; completion: number; solved: string[] } | null;
  tables: { rows: { text: string; value?: number }[][] }[];
}

describe('touchstone audit', () => {
  it('replays the oracle to the same score, and finds nothing that comes for nothing', async () => {
    const { code, stdout } = await runTouchstone([
      'audit',
      'tiny',
      '--runs',
      folder,
      '--repeats',
      '3',
      '--json',
    ]);
    const audit = JSON.parse(stdout) as AuditDocument;
    expect(audit.replayAgrees).toBe(true);
    expect(audit.findings.filter(({ rule }) => rule === 'audit/met-by-doing-nothing')).toEqual([]);
    const rows = audit.tables[0]?.rows.map(([agent, success]) => [agent?.text, success?.value]);
    expect(rows?.slice(0, 2).map(([, success]) => success)).toEqual([1, 1]);
    expect(rows?.map(([agent]) => agent)).toEqual([
      'oracle (sees graph and milestones)',
      'replay of the oracle, same draws',
      'replay of the oracle, other draws',
      "oracle's routes, texts emptied",
      "oracle's routes, wrong texts",
      "oracle's routes, texts cut to one character",
      'no-op',
      'always-complete',
      'home-spam',
      'random',
      ...blindPolicies({ seed: 0 }).map(({ name }) => name),
    ]);
    expect(audit.spoiledTexts.map(({ typing }) => typing.length > 0)).toEqual([true, true, true]);
    expect(audit.bestBlind?.completion).toBeGreaterThan(0);
    const again = await runTouchstone(['audit', 'tiny', '--runs', folder, '--repeats', '3', '--json']);
    expect((JSON.parse(again.stdout) as AuditDocument).bestBlind).toEqual(audit.bestBlind);
    expect(code).toBe(0);
  });

  const audited: [string, string[]][] = [['pocket', ['pocket']]];
  if (IS_WHOLE && (isHere || isRequired)) audited.push(['ColorBench', ['colorbench', '--data', COLORBENCH]]);
  it.each(audited)('lets no blind baseline but the replay have anything of %s', async (_, args) => {
    const { code, stdout } = await runTouchstone(['audit', ...args, ...SOME, '--runs', folder, '--json']);
    const audit = JSON.parse(stdout) as AuditDocument;
    expect(audit.replayAgrees).toBe(true);
    expect(audit.findings.filter(({ rule }) => rule === 'audit/met-by-doing-nothing')).toEqual([]);
    const success = audit.tables[0]?.rows.map(([, cell]) => cell?.value ?? 0) ?? [];
    const byName = new Map(audit.tables[0]?.rows.map(([agent, cell]) => [agent?.text, cell?.value]));
    expect(success[1]).toBe(success[0]);
    expect(success[0]).toBeGreaterThan(0.85);
    for (const idle of ['no-op', 'always-complete', 'home-spam']) expect(byName.get(idle)).toBe(0);
    expect(code).toBe(0);
  });

  it('fails where doing nothing meets a milestone', async () => {
    const world = await worldWith('free', 'suite.json', (text) =>
      text.replace(/"screens": \[/, '$& "home",'),
    );
    const { code, stdout } = await runTouchstone(['audit', world, '--runs', folder]);
    expect(stdout).toContain('is met by doing nothing');
    expect(code).toBe(1);
  });
});

describe('touchstone data check', () => {
  it('says what is missing and how to get it, and exits with 1', async () => {
    const { code, stdout } = await runTouchstone(['data', 'check', 'colorbench', folder]);
    expect(code).toBe(1);
    expect(stdout).toContain('MadeAgents/ColorBench');
    const json = await runTouchstone(['data', 'check', 'guiodyssey', folder, '--json']);
    expect(DataReportSchema.parse(JSON.parse(json.stdout))).toMatchObject({
      benchmark: 'guiodyssey',
      complete: false,
    });
  });

  it.skipIf(!isHere && !isRequired)('knows the published files by their hashes', async () => {
    const { code, stdout } = await runTouchstone(['data', 'check', 'colorbench', COLORBENCH]);
    expect(stdout).toContain('as published');
    expect(code).toBe(0);
  });

  it('refuses benchmarks and folders that are none', async () => {
    const unknown = await runTouchstone(['data', 'check', 'nonesuch', folder]);
    expect([unknown.code, unknown.stderr.includes('colorbench')]).toEqual([2, true]);
    const absent = await runTouchstone(['data', 'check', 'sphinx', join(folder, 'absent')]);
    expect([absent.code, absent.stderr.includes('is not a folder')]).toEqual([2, true]);
  });
});
