import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReviewReportSchema } from '../../formats/results/review-report.js';
import { commandContext } from '../../testing/command-context.js';
import { smallPng } from '../../testing/small-png.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { buildProgram } from '../program.js';

const temporary = await temporaryFolder();
afterAll(() => temporary[Symbol.asyncDispose]());
const CASES = `id,title,steps,expected
T-1,Verify that the user can mute the phone,Open Settings,"""Silent"" is shown"
T-2,Verify that the user can lock the phone,Open Settings,"""Locked"" is shown"
`;

/** Runs a command where there is no terminal. */
async function touchstone(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const scene = commandContext({ workingDirectory: temporary.path, environment: {} });
  const program = await buildProgram(scene.context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return { stdout: scene.printed(), stderr: scene.told() };
}

async function imported(): Promise<string> {
  await writeFile(join(temporary.path, 'cases.csv'), CASES);
  const { stderr } = await touchstone('import', 'test-cases', 'cases.csv', '--out', 'world');
  return stderr;
}

describe('touchstone tasks review', () => {
  it('is what an import names as the next command', async () => {
    expect(await imported()).toContain('Next: touchstone tasks review world');
  });

  it('does not wait for anybody where there is no terminal', async () => {
    await imported();
    const asked = touchstone('tasks', 'review', 'world');
    await expect(asked).rejects.toMatchObject({
      message: '2 tasks wait, and there is no terminal to ask in',
      hint: expect.stringContaining('--accept all') as string,
    });
  });

  it('accepts every draft in one command', async () => {
    await imported();
    const { stdout } = await touchstone('tasks', 'review', 'world', '--list');
    expect(stdout).toContain('T-1#1');
    const { stderr } = await touchstone('tasks', 'review', 'world/suite.json', '--accept', 'all');
    expect(stderr).toContain('2 accepted; saved in world/suite.json');
    expect(stderr).toContain('2 tasks ready. Next: touchstone lint world');
    expect(await readFile(join(temporary.path, 'world/suite.json'), 'utf8')).not.toContain('"draft"');
    const { stdout: json } = await touchstone('tasks', 'review', 'world', '--json');
    expect(ReviewReportSchema.parse(JSON.parse(json))).toMatchObject({ confirmed: 2, waiting: [] });
  });

  it('leaves tasks without milestones to agents: for the oracle they are void, not failed', async () => {
    await imported();
    await touchstone('tasks', 'review', 'world', '--accept', 'all');
    const nodes = [{ id: 'home', screens: [{ id: 'home', picture: 'home.png' }] }];
    const graph = { formatVersion: 1, name: 'w', screenSize: { width: 9, height: 9 }, root: 'home', nodes };
    const file = join(temporary.path, 'world/graph.json');
    await writeFile(file, JSON.stringify(graph));
    await writeFile(join(temporary.path, 'world/home.png'), smallPng({ width: 9, height: 9 }));
    const { stdout, stderr } = await touchstone(
      'run',
      './world',
      '--agent',
      'oracle',
      '--run-id',
      'void',
      '--json',
    );
    await rm(file);
    expect(stdout).toContain('outside n: 2 × invalid task');
    expect(`${stdout}${stderr}`).toContain('has no milestones');
  });

  it('warns that no rule can be judged on a world without UI hierarchies', async () => {
    await imported();
    const nodes = [{ id: 'home', screens: [{ id: 'home', picture: 'home.png' }] }];
    const graph = { formatVersion: 1, name: 'w', screenSize: { width: 9, height: 9 }, root: 'home', nodes };
    const file = join(temporary.path, 'world/graph.json');
    await writeFile(file, JSON.stringify(graph));
    const { stderr } = await touchstone('tasks', 'review', 'world', '--accept', 'all');
    expect(stderr).toContain('the world has none: "home". Episodes there are void. Put NAME.xml');
    await rm(file);
  });

  it('says what is wrong with names and texts', async () => {
    await imported();
    const wrong = (...flags: string[]) => touchstone('tasks', 'review', 'world', ...flags);
    await expect(wrong('--accept', 'T-7')).rejects.toThrow('the suite has no task "T-7"');
    await expect(wrong('--goal', 'T-1')).rejects.toThrow('not written as ID=TEXT');
    await expect(wrong('--not-checked', 'T-1=a sound')).rejects.toThrow('names no expectation');
    await expect(wrong('--list', '--reason', 'x')).rejects.toThrow('--reason says why --reject is given');
  });
});
