import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { isBeingWritten, writersHere } from '../../../formats/run/run-lock.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { generateRun } from '../../../../test/fixtures/generated-run.js';
import { controlRuns } from './control-runs.js';
import { StartForkSchema, StartRunSchema, type RunControl } from './run-control.js';

const PROGRAM = fileURLToPath(new URL('../../../../test/fixtures/fake-program.mjs', import.meta.url));

function controlOf({ path }: { readonly path: string }): RunControl {
  return controlRuns({
    folder: path,
    workingDirectory: path,
    environment: { ...process.env, FAKE_PROGRAM_CALLS: join(path, 'calls') },
    program: [process.execPath, PROGRAM],
    teams: null,
    signal: new AbortController().signal,
  });
}

describe('controlRuns', () => {
  it('starts a run by words that no shell reads and no flag hides in', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const settings = {
      tasks: '--plugin=./evil.mjs; $(touch x)',
      repair: true,
      repeats: 2,
      benchmarkOptions: { a: 'b=c' },
      limit: null,
    };
    const request = { benchmark: 'pocket', runId: 'words', settings };
    expect(await controlOf(folder).start(StartRunSchema.parse(request))).toEqual({ run: 'words' });
    expect(JSON.parse(await readFile(join(folder.path, 'calls'), 'utf8'))).toEqual([
      'run',
      '--tasks=--plugin=./evil.mjs; $(touch x)',
      '--repair',
      '--repeats=2',
      '--benchmark-option=a=b=c',
      `--runs=${folder.path}`,
      '--run-id=words',
      '--',
      'pocket',
    ]);
    await expect(controlOf(folder).start(request)).rejects.toThrow('already');
  });

  it.each([
    { plugins: ['./evil.mjs'] },
    { agent: './evil.mjs' },
    { agentOptions: { command: 'sh' } },
    // The command line would read another name.
    { agentOptions: { 'command=sh': 'x' } },
    { baseUrl: 'http://evil.example' },
    { passEnv: ['SECRET'] },
    { record: '/tmp/elsewhere' },
  ])('takes nothing that only the user may name: %j', async (named) => {
    await using folder = await temporaryFolder();
    const request = StartRunSchema.parse({ benchmark: 'pocket', settings: named });
    await expect(controlOf(folder).start(request)).rejects.toMatchObject({ code: 'UNTRUSTED' });
  });

  it.each([
    [{ benchmark: './evil.mjs' }, 'a module'],
    [{ benchmark: 'pockets' }, 'there is no benchmark'],
    [{ benchmark: 'pocket', runId: '../../x' }, 'cannot name a run'],
    [{ benchmark: 'pocket', settings: { runs: '/tmp' } }, 'kept in the folder'],
    [{ benchmark: 'pocket', settings: { repeat: 2 } }, 'there is no setting'],
    [{ benchmark: 'pocket', settings: { repeats: 'many' } }, '--repeats'],
    [{ benchmark: 'pocket', settings: { limit: 13 } }, 'error: thirteen is too many'],
  ])('says why it starts nothing for %j', async (request, words) => {
    await using folder = await temporaryFolder({ onDisk: true });
    await expect(controlOf(folder).start(StartRunSchema.parse(request))).rejects.toThrow(words);
  });

  it('starts a run again by the settings that it was given, under a new name', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const directory = join(folder.path, 'mine');
    await mkdir(directory);
    const settings = { agent: 'oracle', repeats: 3, data: null, runs: '/tmp/elsewhere' };
    const stored = { formatVersion: 1, benchmark: 'pocket', workingDirectory: folder.path, settings };
    await writeFile(join(directory, 'settings.json'), JSON.stringify(stored));
    const { run } = await controlOf(folder).startAgain('mine');
    expect(run).toMatch(/-pocket-oracle-/);
    expect(JSON.parse(await readFile(join(folder.path, 'calls'), 'utf8'))).toEqual([
      'run',
      '--agent=oracle',
      '--repeats=3',
      `--runs=${folder.path}`,
      `--run-id=${run}`,
      '--',
      'pocket',
    ]);
    for (const named of [
      { baseUrl: 'http://evil.example' },
      { agentOptions: { 'command=sh': 'x' } },
      { plugins: ['./evil.mjs'] },
    ]) {
      const foreign = { ...stored, settings: { ...settings, ...named } };
      await writeFile(join(directory, 'settings.json'), JSON.stringify(foreign));
      await expect(controlOf(folder).startAgain('mine')).rejects.toMatchObject({
        code: 'UNTRUSTED',
        message: expect.stringContaining(
          'only in a terminal: `touchstone run` with flags of yours',
        ) as unknown,
      });
    }
    await expect(controlOf(folder).startAgain('gone')).rejects.toMatchObject({ code: 'NOT_THERE' });
  });

  it('forks a run by words that no flag hides in, and takes nothing that only the user may name', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const directory = join(folder.path, 'mine');
    await generateRun(directory, { run: 'mine', tasks: 1, steps: 2 });
    const control = controlOf(folder);
    const request = { item: '--evil', repeat: 0, step: 3, set: { model: '--x', action: '{"type":"wait"}' } };
    const { run } = await control.fork('mine', StartForkSchema.parse({ ...request, times: 2 }));
    expect(JSON.parse(await readFile(join(folder.path, 'calls'), 'utf8'))).toEqual([
      'fork',
      '--item=--evil',
      '--repeat=1',
      '--step=4',
      '--set=model=--x',
      '--set=action={"type":"wait"}',
      '--times=2',
      `--runs=${folder.path}`,
      `--run-id=${run}`,
      '--',
      directory,
    ]);
    for (const [set, error] of [
      [{ agent: './evil.mjs' }, { code: 'UNTRUSTED' }],
      [{ baseUrl: 'http://evil.example' }, { code: 'UNTRUSTED' }],
      [{ 'agentOptions.command': 'sh' }, { code: 'UNTRUSTED' }],
      [{ 'agentOptions.command=sh': '' }, { code: 'UNTRUSTED' }],
      [{ ' agentOptions.command ': 'sh' }, { code: 'UNTRUSTED' }],
      [{ 'prompt.turn': '../secret' }, { code: 'UNTRUSTED' }],
      [{ mode: 'reference' }, { message: expect.stringContaining('cannot change mode') }],
    ] as const) {
      const asked = StartForkSchema.parse({ ...request, set });
      await expect(control.fork('mine', asked)).rejects.toMatchObject(error);
    }
    await expect(control.fork('gone', StartForkSchema.parse(request))).rejects.toMatchObject({
      code: 'NOT_THERE',
    });
  });

  it('goes on with a run, and stops the process that writes it', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = join(folder.path, 'mine');
    await mkdir(run);
    const control = controlOf(folder);
    await control.resume('mine', { retryVoided: true });
    expect(JSON.parse(await readFile(join(folder.path, 'calls'), 'utf8'))).toEqual([
      'resume',
      '--retry-voided',
      '--',
      run,
    ]);
    expect(await isBeingWritten(run)).toBe(true);
    // Another process is at it: that this one is not is said.
    await expect(control.resume('mine', { retryVoided: false })).rejects.toThrow('another process writes');
    await control.stop('mine');
    await vi.waitFor(async () => expect(await isBeingWritten(run)).toBe(false), { timeout: 10_000 });
    await expect(control.stop('mine')).rejects.toMatchObject({ code: 'NOT_RUNNING' });
    await expect(control.stop('..')).rejects.toMatchObject({ code: 'NOT_THERE' });
  });

  it('leaves workers to the queue: they have other runs, too', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = join(folder.path, 'mine');
    await mkdir(run);
    const control = controlOf(folder);
    await control.resume('mine', { retryVoided: false });
    await rename(join(run, 'lock'), join(run, 'lock-w'));
    await writeFile(join(run, 'journal-w.jsonl'), '');
    await expect(control.stop('mine')).rejects.toMatchObject({
      code: 'NOT_RUNNING',
      hint: expect.stringContaining('touchstone queue pause mine') as unknown,
    });
    await rename(join(run, 'lock-w'), join(run, 'lock'));
    await control.stop('mine');
  });

  it.skipIf(process.platform !== 'linux')('stops no process that a lock from elsewhere names', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    await mkdir(join(folder.path, 'mine'));
    const stranger = { pid: process.ppid, host: hostname(), started: null, token: 'planted' };
    for (const lock of [stranger, { ...stranger, started: '1' }, { ...stranger, host: 'elsewhere' }]) {
      await writeFile(join(folder.path, 'mine', 'lock'), JSON.stringify(lock));
      expect(await writersHere(join(folder.path, 'mine'))).toEqual([]);
      await expect(controlOf(folder).stop('mine')).rejects.toMatchObject({ code: 'NOT_RUNNING' });
    }
  });
});
