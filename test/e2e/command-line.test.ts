import { mkdtemp, readFile, readdir, rm, truncate, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunIdentity } from '../../src/domain/run.js';
import { identityHash } from '../../src/engine/run-identity.js';
import { encodeLine } from '../../src/formats/run/journal/event-line.js';
import { ScoreDocumentSchema } from '../../src/formats/results/score-document.js';
import { runTouchstone, spawnTouchstone } from './run-touchstone.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-cli-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface RunDocument {
  readonly run: string;
  readonly directory: string;
  readonly status: string;
  readonly finished: number;
  readonly identityHash: string;
  readonly tables: readonly {
    readonly id: string;
    readonly columns: readonly { readonly title: string }[];
    readonly rows: readonly (readonly { readonly text: string; readonly value?: number | null }[])[];
  }[];
}

/** Value below a column of the first table, in the given row. */
function cell(document: RunDocument, column: string, row = 0): number | null | undefined {
  const [table] = document.tables;
  return table?.rows[row]?.[table.columns.findIndex(({ title }) => title === column)]?.value;
}

async function runJson(args: readonly string[]): Promise<RunDocument> {
  const { code, stdout, stderr } = await runTouchstone([...args, '--json', '--runs', folder]);
  expect(stderr, stderr).not.toContain('unexpected error');
  expect(code).toBe(0);
  return JSON.parse(stdout) as RunDocument;
}

/** Turns a journal into one as older versions wrote them, cut off after two episodes. */
async function leaveLimitOut(journal: string): Promise<void> {
  const lines = (await readFile(journal, 'utf8')).split('\n');
  const {
    checksum: _,
    sequence,
    ...start
  } = JSON.parse(lines[0] ?? '') as {
    checksum: string;
    sequence: number;
    type: string;
    identity: RunIdentity;
  };
  const identity = { ...start.identity, limits: { ...start.identity.limits, steps: null } };
  const first = encodeLine({ ...start, identity, identityHash: identityHash(identity) } as never, sequence);
  const ends = lines.flatMap((line, index) => (line.includes('"type":"item-end"') ? [index] : []));
  await writeFile(journal, `${first}${lines.slice(1, (ends[1] ?? 0) + 1).join('\n')}\n`);
}

describe('touchstone run', () => {
  it('solves the bundled phone with the oracle and nothing with no-op', async () => {
    const oracle = await runJson(['run', 'tiny', '--agent', 'oracle', '--repeats', '2']);
    expect(cell(oracle, 'SR (%)')).toBe(1);
    const noOp = await runJson(['run', 'tiny', '--agent', 'no-op']);
    expect(cell(noOp, 'SR (%)')).toBe(0);
  });

  it('loads nothing of what many machines need', async () => {
    const packagesOf = async (name: string, args: readonly string[]): Promise<readonly string[]> => {
      const loaded = join(folder, name);
      await spawnTouchstone(args, { env: { NODE_V8_COVERAGE: loaded } });
      const texts = await Promise.all(
        (await readdir(loaded)).map((file) => readFile(join(loaded, file), 'utf8')),
      );
      const found = texts.flatMap((text) => [...text.matchAll(/\/node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)]);
      return [...new Set(found.map(([, one = '']) => one))];
    };
    // The same look finds them where they are needed.
    const status = ['queue', 'status', '--queue', 'redis://127.0.0.1:1'];
    expect(await packagesOf('loaded-queue', status)).toContain('ioredis');
    const flags = ['--agent', 'oracle', '--limit', '1', '--runs', folder, '--run-id', 'plain'];
    const packages = await packagesOf('loaded-run', ['run', 'tiny', ...flags]);
    expect(packages).toContain('commander');
    const many = /^(bullmq|@?ioredis|pg|pg-.*|aws4fetch|@aws-sdk|kysely|libsql|@libsql|hono|@hono)$/;
    expect(packages.filter((one) => many.test(one.split('/')[0] ?? ''))).toEqual([]);
  });

  it('gives the same identity to the same run, and another to another seed', async () => {
    const first = await runJson(['run', 'tiny', '--agent', 'random', '--limit', '1']);
    const again = await runJson(['run', 'tiny', '--agent', 'random', '--limit', '1', '--concurrency', '3']);
    const other = await runJson(['run', 'tiny', '--agent', 'random', '--limit', '1', '--seed', '2']);
    expect(again.identityHash).toBe(first.identityHash);
    expect(other.identityHash).not.toBe(first.identityHash);
  });

  it('replays recorded actions', async () => {
    const file = join(folder, 'recorded.jsonl');
    const actions = [
      { type: 'open_app', app: 'Notes' },
      { type: 'tap', target: { type: 'point', point: { x: 600, y: 1200, space: 'pixel' } } },
      { type: 'type', text: 'buy milk' },
      { type: 'tap', target: { type: 'point', point: { x: 650, y: 80, space: 'pixel' } } },
    ];
    await writeFile(file, `${JSON.stringify({ item: 'note', actions })}\n`);
    const replayed = await runJson([
      'run',
      'tiny',
      '--agent',
      'replay',
      '--trajectories',
      file,
      '--tasks',
      'note',
    ]);
    expect(cell(replayed, 'SR (%)')).toBe(1);
  });

  it.each([
    [['run', 'nope'], /no benchmark "nope"/],
    [['run', 'tiny', '--agent', 'nope'], /no agent "nope"/],
    [['run', 'tiny', '--repeats', 'many'], /--repeats/],
    [['run', 'tiny', '--agnet', 'random'], /Did you mean --agent/],
    [['run', 'tiny', '--tasks', 'nope'], /no task of tiny is called "nope"/],
    [['run', 'tiny', '--language', 'fr'], /no instructions in "fr"/],
    [['run', 'tiny', '--split', 'nope'], /no split "nope"/],
    [['run', 'tiny', '--agent', 'direct'], /--model/],
    [['run', 'tiny', '--agent', 'replay'], /--trajectories/],
    [['run', 'tiny', '--run-id', '../x'], /cannot name a run/],
    [['run', 'tiny', '--agent', 'tap-text'], /tap-text looks at UI hierarchies, and tiny has none/],
    [['run', 'colorbench'], /needs its data/],
    [['resume', 'nope'], /no run "nope"/],
    [['resume', '/etc'], /holds no journal \[NOT_A_RUN\]/],
    [['run', 'tiny', '--repeats', '1e9'], /--repeats: it must be 10000 or less/],
    [['audit', 'nope'], /no benchmark "nope"[^]*Known benchmarks: pocket, [a-z, ]+, tiny; or name a folder/],
    [['lint', 'nope'], /no benchmark "nope"[^]*Known benchmarks: pocket, [a-z, ]+, tiny; or name/],
    [['audit', 'sphinx'], /sphinx needs its data/],
    [['lint', 'tiny', '--json', '--sarif'], /two forms of the same report/],
    [
      ['config', '--base-url', 'http://user:hunter2@host/v1'],
      /^((?!hunter2)[^])*no user name((?!hunter2)[^])*$/,
    ],
    [['lint', 'guiodyssey'], /guiodyssey needs its data/],
    [['score', 'nope'], /no run "nope"/],
    [['list', 'nope'], /no list of "nope"/],
    [['lint', 'tiny', '--witnesses', '.'], /is a folder/],
    [['run', 'tiny', '--config', 'nope.json'], /does not exist/],
  ])('explains %j to its user and ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await runTouchstone([...args]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('names file and place of a broken world and ends with 3', async () => {
    const world = await mkdtemp(join(folder, 'world-'));
    await writeFile(join(world, 'graph.json'), '{\n  "formatVersion": 1,\n  "name": }');
    const { code, stderr } = await runTouchstone(['run', world]);
    expect(stderr).toContain('graph.json:3:');
    expect(code).toBe(3);
  });
});

describe('the identity of a run', () => {
  it('holds the step limit that was in force, whether it was named or not', async () => {
    const args = ['run', 'tiny', '--agent', 'no-op', '--limit', '1'];
    const plain = (await runJson(args)) as RunDocument & { identity: { limits: { steps: number } } };
    expect(plain.identity.limits.steps).toBeGreaterThan(0);
    const named = await runJson([...args, '--max-steps', String(plain.identity.limits.steps)]);
    expect(named.identityHash).toBe(plain.identityHash);
  });

  it('resumes a run that left the limit to its benchmark', async () => {
    const args = [
      'run',
      'tiny',
      '--agent',
      'no-op',
      '--runs',
      folder,
      '--run-id',
      'older',
      '--concurrency',
      '1',
    ];
    await runTouchstone(args);
    await leaveLimitOut(join(folder, 'older', 'journal-main.jsonl'));
    await rm(join(folder, 'older', 'scores-0001.jsonl'));
    const { code, stderr } = await runTouchstone(['resume', 'older', '--runs', folder]);
    expect(stderr).toContain('6 of 6 episodes done');
    expect(code).toBe(0);
  });
});

describe('an interrupted run', () => {
  it('finishes the step on Ctrl-C, says how to resume, and resumes to the same result', async () => {
    const args = [
      'run',
      'tiny',
      '--agent',
      'random',
      '--repeats',
      '15',
      '--concurrency',
      '2',
      '--json',
      '--runs',
      folder,
    ];
    const stopped = await runTouchstone([...args, '--run-id', 'stopped'], {
      signals: [{ after: 'run stopped:', signal: 'SIGINT' }],
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/touchstone resume \S*stopped/);
    const before = JSON.parse(stopped.stdout) as RunDocument;
    expect(before.finished).toBeLessThan(90);

    const resumed = await runTouchstone(['resume', 'stopped', '--json', '--runs', folder]);
    expect(resumed.code).toBe(0);
    const straight = await runTouchstone([...args, '--run-id', 'straight']);
    const [a, b] = [resumed, straight].map(({ stdout }) => (JSON.parse(stdout) as RunDocument).tables);
    expect(a).toEqual(b);
  });

  it('continues from a torn last line', async () => {
    const args = ['--agent', 'oracle', '--runs', folder, '--json'];
    await runTouchstone(['run', 'tiny', ...args, '--run-id', 'torn']);
    const journal = join(folder, 'torn', 'journal-main.jsonl');
    await truncate(journal, (await stat(journal)).size - 700);
    const resumed = await runTouchstone(['resume', 'torn', '--json', '--runs', folder]);
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toContain('torn last line');
    expect(cell(JSON.parse(resumed.stdout) as RunDocument, 'SR (%)')).toBe(1);
  });
});

describe('an unfinished run', () => {
  it('shows what was not run next to its rate instead of looking complete', async () => {
    await runTouchstone(['run', 'tiny', '--agent', 'oracle', '--runs', folder, '--run-id', 'half', '--json']);
    const journal = join(folder, 'half', 'journal-main.jsonl');
    await truncate(journal, Math.floor((await stat(journal)).size / 2));
    const { stdout, stderr, code } = await runTouchstone(['score', 'half', '--json', '--runs', folder]);
    expect(code).toBe(0);
    expect(stderr).toContain('the run is not finished');
    const scored = JSON.parse(stdout) as RunDocument;
    const document = ScoreDocumentSchema.parse(scored);
    expect(document).toEqual(scored);
    const judged = cell(scored, 'n') ?? 0;
    const own = document.results.filter(({ mode }) => mode === document.mode);
    expect(own).toHaveLength(6);
    expect(own.filter(({ hits }) => hits !== null && hits[0] === hits[1])).toHaveLength(judged);
    expect(document.missing).toHaveLength(6 - judged);
    const [table] = document.tables;
    expect(table?.rows[0]?.find(({ counts }) => counts !== undefined)?.counts).toEqual([judged, judged]);
    expect(judged).toBeLessThan(6);
    expect(cell(scored, 'Not run')).toBe(6 - judged);
  });
});

describe('touchstone score', () => {
  it('scores a run once more and finds the same', async () => {
    const run = await runJson(['run', 'tiny', '--agent', 'oracle', '--run-id', 'scored']);
    const files = async (): Promise<number> =>
      (await readdir(join(folder, 'scored'))).filter((name) => name.startsWith('scores-')).length;
    expect(await files()).toBe(1);
    const again = await runJson(['score', 'scored']);
    expect(again.tables).toEqual(run.tables);
    expect(await files()).toBe(2);
  });
});

describe('help and lists', () => {
  it('opens each help with a sentence, then examples, then flags', async () => {
    const { code, stdout } = await runTouchstone(['run', '--help']);
    expect(code).toBe(0);
    expect(stdout.indexOf('Run an agent')).toBe(0);
    expect(stdout.indexOf('Examples:')).toBeLessThan(stdout.indexOf('Usage:'));
    expect(stdout.indexOf('Usage:')).toBeLessThan(stdout.indexOf('--agent <name>'));
  });

  it('prints where each setting came from', async () => {
    const { stdout } = await runTouchstone(['config', '--json', '--seed', '7'], {
      env: { TOUCHSTONE_REPEATS: '4' },
    });
    const settings = JSON.parse(stdout) as Record<string, { value: unknown; origin: string }>;
    expect(settings['seed']).toEqual({ value: 7, origin: 'flag' });
    expect(settings['repeats']).toEqual({ value: 4, origin: 'environment' });
    expect(settings['agent']?.origin).toBe('default');
  });

  it('prints the address of a model as it is, and never a secret in it', async () => {
    const plain = await runTouchstone(['config', '--base-url', 'http://localhost:8000/v1']);
    expect(plain.stdout).toContain('http://localhost:8000/v1');
    const file = join(folder, 'secret.json');
    await writeFile(file, JSON.stringify({ baseUrl: 'http://user:hunter2@localhost:8000/v1' }));
    const refused = await runTouchstone(['config', '--json', '--config', file]);
    expect(refused.code).toBe(2);
    expect(refused.stdout + refused.stderr).not.toContain('hunter2');
  });

  it('reads a TypeScript config file when it is named', async () => {
    const file = join(folder, 'touchstone.config.ts');
    await writeFile(file, 'const repeats: number = 6;\nexport default { repeats };\n');
    const { stdout, stderr } = await runTouchstone(['config', '--json', '--config', file]);
    expect(stderr).toBe('');
    expect((JSON.parse(stdout) as Record<string, unknown>)['repeats']).toEqual({
      value: 6,
      origin: 'config file',
    });
  });

  it('lists agents, benchmarks and runs as JSON, and prints schemas', async () => {
    for (const what of ['agents', 'benchmarks', 'runs']) {
      const { code, stdout } = await runTouchstone(['list', what, '--json', '--runs', folder]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toHaveProperty('tables.0.rows.0');
    }
    for (const name of ['suite.json', 'compare.json', 'score.json']) {
      const schema = await runTouchstone(['schema', name]);
      expect(JSON.parse(schema.stdout)).toMatchObject({ type: 'object' });
    }
  });

  it('keeps the key of a model out of everything it writes', async () => {
    const secret = 'sk-test-0123456789abcdef';
    // A server that refuses what it is asked, and says which key came with it.
    const server = createServer((request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      const message = `refused: ${request.headers.authorization}`;
      response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const args = [
      'run',
      'pocket',
      '--agent',
      'direct',
      '--model',
      'm',
      '--base-url',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      '--limit',
      '1',
    ];
    const { stdout, stderr, code } = await runTouchstone(
      [...args, '--runs', folder, '--run-id', 'keyed', '--verbose', '--no-preflight'],
      {
        env: { TOUCHSTONE_API_KEY: secret },
      },
    );
    const before = await runTouchstone([...args, '--runs', folder, '--run-id', 'never', '--verbose'], {
      env: { TOUCHSTONE_API_KEY: secret },
    });
    server.close();
    expect(before.code).toBe(2);
    expect(before.stderr).toContain('refused');
    expect(`${before.stdout}${before.stderr}`).not.toContain(secret);
    expect(stderr).toMatch(/refused: Bearer [^s]/);
    expect(code).toBe(2);
    const files = await readdir(join(folder, 'keyed'), { recursive: true, withFileTypes: true });
    const written = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
    );
    expect(written.length).toBeGreaterThan(1);
    for (const text of [stdout, stderr, ...written]) expect(text).not.toContain(secret);
    expect(stdout).toContain('n/a');
  });
});
