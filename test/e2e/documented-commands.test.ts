import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedCommands } from '../fixtures/documented-commands.js';
import { runTouchstone } from './run-touchstone.js';

/** What needs data, a model, a program of the user's, or never ends by itself. */
const NEEDS_MORE =
  /--(?:data|model|profile|predictions|trajectories|plugin|baseline|screenshots)\b|…|\b(?:DIR|NAME|URL|FILE|FOLDER|AGENT|OTHER)\b|\.\/|my-|process|^phone|^view|^fork |--labels |^demo|cases|guiodyssey|^score (?:colorbench|sphinx|aitw)|--evaluator|--app-classes|--published|^data |^documents |^tasks validate |RUN-RANDOM|^record |^devices|--devices?\b|--env |\brecording\b|--url\b|--queue |^queue |^build |^gym |^mcp\b|^access |^files |^worker|\/mnt\/|--from sample|^fidelity |^lint world\b|^reproduce .*(?:runs\/|--collate)/;

/** What stands for a run of the user's → the run it is here. */
const RUNS: Readonly<Record<string, string>> = {
  RUN: 'mine',
  'OTHER-RUN': 'other',
  'BASELINE-RUN': 'other',
  'runs/RUN': 'runs/mine',
  'runs/A': 'runs/mine',
  'runs/B': 'runs/other',
  main: 'other',
};

const commands = documentedCommands()
  .map(({ at, words }) => ({ at, call: words.map((word) => RUNS[word] ?? word) }))
  .filter(({ call }) => !NEEDS_MORE.test(call.join(' ')) && !call.includes('--run-id'));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-documented-'));
  await writeFile(join(folder, 'touchstone.config.json'), '{ "repeats": 1 }');
  for (const [agent, name] of [
    ['tap-text', 'mine'],
    ['random', 'other'],
  ] as const) {
    const { code } = await runTouchstone(['run', 'pocket', '--agent', agent, '--run-id', name], {
      cwd: folder,
    });
    expect(code).toBe(0);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the commands of the docs that need neither data nor a model', () => {
  it('are more than a few', () => {
    expect(new Set(commands.map(({ call }) => call[0])).size).toBeGreaterThan(8);
  });

  it.each(commands.map(({ at, call }) => [`${at}: ${call.join(' ')}`, call] as const))(
    'run: %s',
    async (_, call) => {
      const { code, stdout, stderr } = await runTouchstone(call, {
        cwd: folder,
        env: { TOUCHSTONE_HOME: join(folder, 'home') },
      });
      // 1 is a gate that is missed: the agents here are blind.
      const ends = call.includes('--min-success') ? [0, 1] : [0];
      expect(ends, `${stdout}${stderr}`).toContain(code);
    },
  );
});
