import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ARCHIVE = join(ROOT, `touchstone-${VERSION}.tgz`);

/** What the README says that the demo prints: agent, success, interval, milestones, steps. */
const README_ROWS = readFileSync(join(ROOT, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\|.* \d+\.\d % /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** A folder of a user who has nothing but Node and the archive. */
let folder = '';
beforeAll(async () => {
  if (!existsSync(ARCHIVE)) throw new Error(`${ARCHIVE} is missing: run \`npm run package\` first`);
  folder = await mkdtemp(join(tmpdir(), 'touchstone-package-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const args = ['install', ARCHIVE, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr.replaceAll(/^npm warn.*\n/gm, '')]).toEqual([0, '']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function touchstone(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = join(folder, 'node_modules', '.bin', 'touchstone');
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
  });
}

describe('the packed program', () => {
  it('does the demo in an empty folder', async () => {
    const { status, stdout, stderr } = touchstone(['demo']);
    expect([status, stderr]).toEqual([0, expect.stringContaining('demo-report.html')]);
    const lines = stdout.split('\n').map((line) => line.split(/\s{2,}/));
    const printed = (agent: string): unknown => {
      const [, success, interval, , , completion, , steps] = lines.find(([name]) => name === agent) ?? [];
      return [`${success} %`, interval, `${completion} %`, steps];
    };
    expect(README_ROWS).toHaveLength(4);
    for (const [agent = '', ...values] of README_ROWS)
      expect([agent, printed(agent)]).toEqual([agent, values]);
    const runs = await readdir(join(folder, 'runs'));
    expect(runs).toEqual(expect.arrayContaining(['demo-report.html', 'demo-profile.html']));
    expect(await readFile(join(folder, 'runs', 'demo-report.html'), 'utf8')).toContain('<script');
  });

  it.each(['--help', 'run --help', 'phone run --help', ''])(
    'prints help without loading what the commands need: %s',
    async (call) => {
      const loaded = join(folder, `loaded-${call.replaceAll(' ', '')}`);
      const args = call === '' ? [] : call.split(' ');
      const { status, stdout, stderr } = touchstone(args, { NODE_V8_COVERAGE: loaded });
      expect([status, `${stdout}${stderr}`]).toEqual([
        call === '' ? 2 : 0,
        expect.stringContaining('Examples:'),
      ]);
      const [report = ''] = await readdir(loaded);
      const coverage = JSON.parse(await readFile(join(loaded, report), 'utf8')) as {
        readonly result: readonly { readonly url: string }[];
      };
      const own = coverage.result.map(({ url }) => url).filter((url) => url.includes('/touchstone/dist/'));
      const bytes = own.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(50_000);
    },
  );

  it('gives an importer code and types', async () => {
    await writeFile(
      join(folder, 'use.mjs'),
      "import { defineAgent } from 'touchstone/agents'; console.log(typeof defineAgent);",
    );
    const { stdout } = spawnSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('function\n');
    expect(existsSync(join(folder, 'node_modules', 'touchstone', 'dist', 'agents', 'index.d.ts'))).toBe(true);
  });
});
