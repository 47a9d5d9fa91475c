import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { VERSION } from '../../src/version.js';
import { callTouchstone, USER_FOLDER } from './run-touchstone.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples', 'plugin');
const NAME = 'touchstone-plugin-example';
const run = promisify(execFile);

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface ScoredItem {
  readonly item: string;
  readonly mode: string;
  readonly success: boolean;
}

/** A program in a folder, to its end. */
async function inFolder(cwd: string, program: string, args: readonly string[]): Promise<Finished> {
  const env = { ...process.env, TOUCHSTONE_HOME: USER_FOLDER };
  try {
    const { stdout, stderr } = await run(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, stdout, stderr };
  } catch (error) {
    // What execFile rejects with carries what was printed.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

async function packed(folder: string, to: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', to], {
    cwd: folder,
  });
  return join(to, stdout.trim().split('\n').at(-1) ?? '');
}

/** The archive that `npm run package` has just made of what is built; else one is made, types included. */
async function packedTouchstone(to: string): Promise<string> {
  const archive = join(ROOT, `touchstone-${VERSION}.tgz`);
  const built = statSync(join(ROOT, 'dist', 'cli', 'main.js')).mtimeMs;
  if (existsSync(archive) && statSync(archive).mtimeMs >= built) return archive;
  // The tests' own build leaves the types out.
  await run(join(ROOT, 'node_modules', '.bin', 'tsgo'), ['-p', 'tsconfig.build.json'], { cwd: ROOT });
  return await packed(ROOT, to);
}

describe('the example of a plug-in, installed from its tarball next to a packed Touchstone', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let user: string;
  /** The installed program as its user calls it. */
  const installed = (...args: readonly string[]): Promise<Finished> =>
    inFolder(user, join(user, 'node_modules', '.bin', 'touchstone'), args);
  /** The installed program within this process, which then loads it once. */
  const touchstone = (
    ...args: readonly string[]
  ): Promise<Omit<Finished, 'code'> & { code: number | null }> =>
    callTouchstone(args, { cwd: user }, join(user, 'node_modules/touchstone/dist/cli/main.js'));

  beforeAll(async () => {
    // Also for what goes by the variables of the process.
    vi.stubEnv('TOUCHSTONE_HOME', USER_FOLDER);
    folder = await temporaryFolder({ onDisk: true });
    user = join(folder.path, 'user');
    await mkdir(user);
    const tarballs = [await packedTouchstone(folder.path), await packed(EXAMPLE, folder.path)];
    await writeFile(join(user, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...quiet, ...tarballs], { cwd: user });
    return () => {
      vi.unstubAllEnvs();
      return folder[Symbol.asyncDispose]();
    };
  });

  it('is run, compared, reported and gated', async () => {
    const plugin = ['--plugin', NAME];
    const one = await installed('run', 'door', ...plugin, '--agent', 'patient', '--run-id', 'one');
    expect(one.stderr).toContain('2 of 2 episodes done');
    expect(one.stdout).toMatch(/patient\s+50\.0/);
    const slow = ['--agent', 'patient', '--agent-option', 'waits=2', '--run-id', 'two'];
    expect((await touchstone('run', 'door', ...plugin, ...slow)).code).toBe(0);

    const scores = await touchstone('score', 'one', '--json');
    const { results } = JSON.parse(scores.stdout) as { results: ScoredItem[] };
    const own = results.filter(({ mode }) => mode === 'corrected');
    expect(own.map(({ item, success }) => [item, success])).toEqual([
      ['open-door', true],
      ['open-door-at-once', false],
    ]);
    const beside = await touchstone('score', 'one', '--evaluator', 'few-steps', ...plugin);
    // By the settings of the tasks that name it: at most 4 and 2 steps.
    expect(beside.stdout).toMatch(/Other evaluators[\s\S]*few-steps 1\s+50\.0\s/);
    // The benchmark's own verdicts stay, and the next score of theirs leaves the evaluator's alone.
    expect(beside.stdout).toMatch(/patient\s+50\.0/);
    const again = await touchstone('score', 'one');
    expect(again.stdout).toMatch(/patient\s+50\.0[\s\S]*few-steps 1\s+50\.0\s/);
    const nobody = await touchstone('score', 'one', '--evaluator', 'few-steps');
    expect([nobody.code, nobody.stderr]).toEqual([
      2,
      expect.stringContaining('there is no evaluator "few-steps"'),
    ]);

    const compared = await installed('compare', 'one', 'two');
    expect(compared.stdout).toMatch(/agent option waits\s+1\s+2/);
    const report = await touchstone('report', 'runs/one', 'runs/two', '--output', 'report.html');
    expect(report.code).toBe(0);
    expect((await readFile(join(user, 'report.html'), 'utf8')).length).toBeGreaterThan(10_000);
    const linted = await touchstone('lint', 'door', ...plugin, '--json');
    expect(JSON.parse(linted.stdout)).toMatchObject({ benchmark: 'door' });
    const stats = await touchstone('stats', 'door', ...plugin);
    expect(stats.stdout).toMatch(/tasks\s+2/);
    const training = ['--dialect', 'generic_call', '--out', 'train', '--pictures', 'reference'];
    expect((await touchstone('export', 'sharegpt', 'door', ...plugin, ...training)).stderr).not.toContain(
      'there is no',
    );
    const pairs = await touchstone(
      'export',
      'plain-pairs',
      'pocket',
      ...plugin,
      ...training,
      '--limit',
      '1',
      '--replace',
    );
    expect([pairs.code, pairs.stdout]).toEqual([0, expect.stringContaining('train.jsonl')]);
    const [pair = ''] = (await readFile(join(user, 'train/train.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(pair)).toEqual({
      id: expect.stringContaining('pocket'),
      prompt: [expect.stringContaining('[picture]')],
      answer: [expect.stringContaining('Action:')],
    });
    const ticket = { key: 'D-1', summary: 'Open it', action: 'Tap the door', result: 'The door is open' };
    await writeFile(join(user, 'tickets.jsonl'), `${JSON.stringify(ticket)}\n`);
    const asked = ['tickets.jsonl', '--out', 'tickets', '--importer', 'ticket-lines', ...plugin];
    expect((await touchstone('import', 'test-cases', ...asked)).code).toBe(0);
    expect(JSON.parse(await readFile(join(user, 'tickets/suite.json'), 'utf8'))).toMatchObject({
      tasks: [{ id: 'D-1' }],
    });
    const unnamed = await touchstone('import', 'test-cases', ...asked.slice(0, 5));
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('there is no importer')]);
    expect((await touchstone('score', 'one', '--min-success', '40%')).code).toBe(0);
    expect((await touchstone('score', 'one', '--min-success', '60%')).code).toBe(1);
    const listed = await touchstone('list', 'evaluators', ...plugin);
    expect(listed.stdout).toMatch(/few-steps\s+1\s+touchstone-plugin-example 1\.0\.0/);
  });

  it('may say that its screens show people: their pictures stay out of reports', async () => {
    const text = (people: boolean): string => `import { fileURLToPath } from 'node:url';
import { worldBenchmark } from 'touchstone/benchmarks';
const world = fileURLToPath(new URL('node_modules/touchstone/worlds/pocket', import.meta.url));
const own = worldBenchmark(world, { name: 'mine', title: 'of my own', splits: ['all'] });
export default { ...own, showsPersonalData: ${people} };
`;
    for (const people of [true, false]) {
      const name = people ? 'people' : 'nobody';
      await writeFile(join(user, `${name}.mjs`), text(people));
      const asked = ['--agent', 'no-op', '--limit', '1', '--max-steps', '1', '--run-id', name];
      expect((await touchstone('run', `./${name}.mjs`, ...asked)).code).toBe(0);
      expect((await touchstone('report', name, '--out', `${name}.html`)).code).toBe(0);
      expect(existsSync(join(user, `${name}.html-pictures`))).toBe(!people);
    }
  });

  it('is written as docs/plugins.md shows: its examples do what the page says', async () => {
    const page = await readFile(join(ROOT, 'docs', 'plugins.md'), 'utf8');
    const examples = [...page.matchAll(/```js\n(\/\/ ([\w.-]+\.mjs)[\s\S]*?)```/g)];
    expect(examples.length).toBe(6);
    for (const [, text = '', name = ''] of examples) await writeFile(join(user, name), text);
    await cp(join(ROOT, 'worlds', 'pocket'), join(user, 'my-world'), { recursive: true });

    const agent = ['--agent', './my-agent.mjs', '--agent-option', 'taps=2'];
    const ran = await touchstone('run', './my-benchmark.mjs', ...agent, '--limit', '1', '--run-id', 'own');
    expect(ran.stderr).toContain('1 of 1 episode done');
    // A tag of the tasks that the definition does not name.
    const other = ['--split', 'single', '--agent', 'no-op', '--limit', '1', '--max-steps', '1'];
    expect((await touchstone('run', './my-benchmark.mjs', ...other)).code).toBe(0);
    const any = await touchstone('run', './any-world.mjs', '--data', 'my-world', ...other);
    expect(any.stderr).toContain('1 of 1 episode done');
    const scored = await touchstone('score', 'own', '--evaluator', './my-evaluator.mjs');
    expect(scored.stdout).toMatch(/few-waits 1\s+100\.0\s/);
    await using endpoint = await openChatEndpoint((_, response) => {
      sendJson(response, 200, chatCompletion('Yes, it was.'));
    });
    const model = ['--model', 'm', '--base-url', endpoint.baseUrl];
    const judged = await touchstone('judge', 'own', '--judge', './my-judge.mjs', ...model);
    expect(judged.stdout).toContain('Pass last-look.m: 1 episode judged');
    const contract = await inFolder(user, process.execPath, ['--test', 'my-agent.test.mjs']);
    expect(contract).toMatchObject({ code: 0, stdout: expect.stringMatching(/pass 6\b/) });
  });

  it('without it, its world is known and its tasks are void', async () => {
    const world = `./node_modules/${NAME}/world`;
    const alone = await installed('run', world, '--agent', 'no-op', '--run-id', 'alone', '--json');
    expect(JSON.parse(alone.stdout)).toMatchObject({ voided: 2 });
  });

  it('changed, is not loaded for a run that began with it', async () => {
    await appendFile(join(user, 'node_modules', NAME, 'agent.js'), '\n// changed\n');
    for (const command of ['score', 'resume']) {
      const refused = await installed(command, 'one');
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`the plug-in ${NAME} is not the one that the run began with`);
    }
  });

  it.each([
    ['nodenext', 'nodenext', ['typescript', 'bin', 'tsc']],
    ['esnext', 'bundler', ['@typescript', 'native-preview', 'bin', 'tsgo']],
  ])('has types that a compiler finds (%s, %s)', async (module, resolution, compiler) => {
    const source = join(user, `src-${resolution}`);
    await cp(EXAMPLE, source, { recursive: true });
    const text = `import { definePlugin, type RunIdentity } from 'touchstone';
import type { BenchmarkDefinition } from 'touchstone/benchmarks';
import type { Environment } from 'touchstone/environments';
import { defineEvaluator } from 'touchstone/evaluators';
import { agentContract } from 'touchstone/testing';
export type Types = [RunIdentity, BenchmarkDefinition, Environment];
export const values = [definePlugin, agentContract];
// @ts-expect-error an evaluator has a version
defineEvaluator({ name: 'x', evaluate: async () => ({ status: 'scored', value: 1, explanation: '' }) });
`;
    await writeFile(join(source, 'user.ts'), text);
    // By either compiler, of which the newer one takes a tenth of the time.
    const tsc = join(ROOT, 'node_modules', ...compiler);
    const types = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node', '--skipLibCheck'];
    const checked = [
      '--noEmit',
      '--strict',
      '--allowJs',
      '--checkJs',
      '--target',
      'es2022',
      '--lib',
      'es2023,esnext.disposable',
    ];
    const ways = ['--module', module, '--moduleResolution', resolution];
    const compiled = await inFolder(source, process.execPath, [
      tsc,
      ...checked,
      ...types,
      ...ways,
      'user.ts',
      'plugin.js',
    ]);
    expect(compiled).toMatchObject({ code: 0, stdout: '' });
  });
});
