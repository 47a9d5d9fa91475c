import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompareDocumentSchema } from '../formats/results/compare-document.js';
import { commandContext } from '../testing/command-context.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { buildProgram } from './program.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

async function touchstone(...args: string[]): Promise<string> {
  const { context, printed } = commandContext({ workingDirectory: folder.path, environment: {} });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return printed();
}

const TASKS = ['dark-theme', 'earbuds', 'oat-milk'];

beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
  const tasks = ['--tasks', TASKS.join(',')];
  await touchstone('run', 'pocket', '--agent', 'oracle', ...tasks, '--run-id', 'solves');
  await touchstone('run', 'pocket', '--agent', 'random', ...tasks, '--max-steps', '1', '--run-id', 'fails');
}, 60_000);
afterAll(async () => folder[Symbol.asyncDispose]());

async function device(...lines: readonly string[]): Promise<void> {
  await writeFile(join(folder.path, 'device.csv'), ['task,success,reason', ...lines].join('\n'));
}

describe('touchstone compare RUN --device', () => {
  it('says how often a run and a device agree, and why each failed', async () => {
    await device('dark-theme,no,Opened the wrong page', 'oat-milk,yes,', 'elsewhere,no,');
    const stdout = await touchstone('compare', 'fails', '--device', 'device.csv');
    expect(stdout).toMatch(/one outcome on both +1\/2 +50\.0/);
    expect(stdout).toMatch(/passed on the device alone +1\/2/);
    expect(stdout).toMatch(/failures on the device that failed in the run +1\/1 +100\.0/);
    expect(stdout).toMatch(/dark-theme +.*Opened the wrong page +missed: /);
    expect(stdout).toContain(
      '1 task of random is left out: not tried on the device, or not judged in the run.',
    );
    expect(stdout).toContain('Not in the run, and left out: elsewhere.');
    expect(stdout).not.toContain('One cause');
  });

  it('takes several attempts at a task, and tasks by their instructions', async () => {
    const json = await touchstone('compare', 'solves', '--device', 'fails', '--json');
    const { device: all } = CompareDocumentSchema.parse(JSON.parse(json));
    expect(all).toMatchObject({
      source: 'runs/fails',
      bothPassed: 0,
      onlyHere: 3,
      onlyOnDevice: 0,
      agreement: 0,
    });
    const [task] = all?.tasks ?? [];
    await device(
      `"${task?.instruction ?? ''}",yes,`,
      `${task?.task ?? ''},no,Slow network`,
      `${task?.task ?? ''},no,`,
    );
    const document = CompareDocumentSchema.parse(
      JSON.parse(await touchstone('compare', 'solves', '--device', 'device.csv', '--json')),
    );
    expect(document.comparisons).toEqual([]);
    expect(document.device?.tasks).toEqual([
      {
        task: task?.task,
        instruction: task?.instruction,
        here: { passed: true, passes: 1, attempts: 1, reason: '' },
        onDevice: { passed: false, passes: 1, attempts: 3, reason: 'Slow network' },
        sameCause: null,
      },
    ]);
  });

  it.each([
    ['two runs', ['solves', 'fails', '--device', 'device.csv'], 'for one run at a time'],
    [
      'flags of comparisons between runs',
      ['fails', '--device', 'device.csv', '--margin', '5'],
      '--margin says nothing',
    ],
    ['a file that is not there', ['fails', '--device', 'nothing.csv'], 'there is no file "nothing.csv"'],
    ['a run that is not there', ['fails', '--device', 'nothing'], 'there is no run "nothing"'],
    ['tasks of something else', ['fails', '--device', 'device.csv'], 'have no judged task in common'],
  ])('refuses %s', async (_, args, message) => {
    await device('elsewhere,no,');
    await expect(touchstone('compare', ...args)).rejects.toThrow(message);
  });
});
