import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandRun } from './command-run.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-run-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

function run(
  command: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv = {},
  graceMs = 250,
): { command: CommandRun; output: string; lines: string[] } {
  const output = join(folder, 'out.txt');
  const lines: string[] = [];
  const made = new CommandRun(command, {
    environment: { PATH: process.env['PATH'], ...environment },
    folder,
    output,
    onLine: (line) => lines.push(line),
    graceMs,
  });
  return { command: made, output, lines };
}

/** Whether the process is there and has not ended. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

// What waits for a left-over process outlasts its test: such processes sleep for minutes.
describe('CommandRun', () => {
  it('keeps the output and says how the command ended', async () => {
    const { command, output, lines } = run(['sh', '-c', 'echo one; echo two >&2; exit 3']);
    const end = await command.ended;
    expect(end).toEqual({ type: 'exited', code: 3, lastWords: 'two' });
    expect((await readFile(output, 'utf8')).split('\n').toSorted()).toEqual(['', 'one', 'two']);
    expect(lines.toSorted()).toEqual(['one', 'two']);
  });

  it('takes secrets of the environment out of what is kept', async () => {
    const { command, output } = run(['sh', '-c', 'echo "using $MY_API_KEY now"'], {
      MY_API_KEY: 'sk-123456789',
    });
    expect(await command.ended).toMatchObject({ lastWords: 'using [MY_API_KEY] now' });
    expect(await readFile(output, 'utf8')).toBe('using [MY_API_KEY] now\n');
  });

  it('says that a program is not there', async () => {
    const { command } = run(['no-such-program-anywhere']);
    expect(await command.ended).toMatchObject({ type: 'failed', error: { code: 'ENOENT' } });
    await command.stop();
  });

  it('stops a command together with what it started', async () => {
    // So long that a busy machine does not come to it.
    const graceMs = 60_000;
    const { command } = run(
      ['sh', '-c', '(while true; do echo x >> beats; sleep 0.01; done) & wait'],
      {},
      graceMs,
    );
    const beats = async (): Promise<number> =>
      (await readFile(join(folder, 'beats'), 'utf8').catch(() => '')).length;
    while ((await beats()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await command.stop();
    expect(await command.ended).toMatchObject({ type: 'killed', signal: 'SIGTERM' });
    const left = await beats();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await beats()).toBe(left);
  });

  it('makes a command end that does not want to', async () => {
    const { command, lines } = run(['sh', '-c', "trap '' TERM; echo up; while true; do sleep 0.05; done"]);
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await command.stop();
    expect(await command.ended).toMatchObject({ type: 'killed', signal: 'SIGKILL' });
  });

  it('has ended when its own process has, and takes what that left behind with it', async () => {
    const { command, lines } = run(['sh', '-c', 'sleep 301 & echo $!; printf last; exit 0']);
    expect(await command.ended).toEqual({ type: 'exited', code: 0, lastWords: 'last' });
    expect(lines).toEqual([expect.stringMatching(/^\d+$/), 'last']);
    expect(isRunning(Number(lines[0]))).toBe(false);
  });

  it('takes what was left behind and holds no output', async () => {
    const { command, lines } = run(['sh', '-c', 'sleep 302 >/dev/null 2>&1 & echo $!; exit 0']);
    expect(await command.ended).toMatchObject({ type: 'exited', code: 0 });
    expect(isRunning(Number(lines[0]))).toBe(false);
  });

  it('lets what was left behind write what it has to say', async () => {
    const { command, output } = run(['sh', '-c', '(sleep 0.05; echo late) & exit 0']);
    expect(await command.ended).toMatchObject({ type: 'exited', code: 0, lastWords: 'late' });
    expect(await readFile(output, 'utf8')).toBe('late\n');
  });

  it.runIf(process.platform === 'linux')('ends what went into a session of its own', async () => {
    const stray = `setsid sh -c "trap '' TERM; echo \\$\\$; while true; do sleep 0.1; done" &`;
    const { command, lines } = run(['sh', '-c', `${stray} while true; do sleep 0.1; done`]);
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await command.stop();
    // By which signal depends on how soon the others are found.
    expect(await command.ended).toMatchObject({ type: 'killed' });
    expect(isRunning(Number(lines[0]))).toBe(false);
    const left = run(['sh', '-c', 'setsid sleep 303 & sleep 0.1; echo $!; exit 0']);
    expect(await left.command.ended).toMatchObject({ type: 'exited', code: 0 });
    expect(isRunning(Number(left.lines[0]))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('waits for nobody whom it cannot know', async () => {
    const { command, lines } = run(['sh', '-c', 'env -i setsid sleep 304 & sleep 0.1; echo $!; sleep 305']);
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const pid = Number(lines[0]);
    try {
      await command.stop();
      expect(isRunning(pid)).toBe(true);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });
});
