import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/domain/action.js';
import { readEpisodes } from '../../src/formats/run/read-episodes.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { readResults } from '../../src/formats/run/scores/read-results.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { ToolClient } from '../../src/testing/tool-client.js';
import { MAIN, runTouchstone } from './run-touchstone.js';

const TASKS = ['dark-theme', 'late-noor', 'join-harbor-cafe'];
const FINISH = { type: 'stop', status: 'success' } as const;

async function command(args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await runTouchstone(args, { cwd });
  expect(code, stderr).toBe(0);
}

interface Played {
  readonly actions: readonly Action[];
  readonly states: readonly (string | null)[];
  readonly outcome: string | undefined;
}

/** What was done in a scored run, and what came of it, by task. */
async function playedIn(directory: string): Promise<ReadonlyMap<string, Played>> {
  const index = await indexRun(directory);
  const outcomes = new Map<string, string>();
  for await (const { key, outcome } of readResults(index, 'corrected')) outcomes.set(key.item, outcome);
  const played = new Map<string, Played>();
  for await (const { item, episode } of readEpisodes(index)) {
    const { steps } = episode.trajectory;
    played.set(item.key.item, {
      actions: steps.flatMap(({ action }) => (action === null ? [] : [action])),
      states: steps.map(({ state }) => state),
      outcome: outcomes.get(item.key.item),
    });
  }
  return played;
}

/** Calls the tool that does an action. @throws for one that a client has no tool for */
async function callFor(client: ToolClient, device: string, action: Action): Promise<string> {
  const call = async (name: string, given: Readonly<Record<string, unknown>>): Promise<string> =>
    await client.text(name, { device, ...given });
  switch (action.type) {
    case 'tap':
      if (action.target.type !== 'point') break;
      return await call('mobile_click_on_screen_at_coordinates', {
        x: String(action.target.point.x),
        y: action.target.point.y,
      });
    case 'long_press':
      if (action.target.type !== 'point') break;
      return await call('mobile_long_press_on_screen_at_coordinates', {
        x: action.target.point.x,
        y: action.target.point.y,
      });
    case 'swipe':
      return await call('mobile_swipe_on_screen', {
        direction: action.direction,
        ...(action.at === undefined ? {} : { x: action.at.x, y: action.at.y }),
      });
    case 'type':
      return await call('mobile_type_keys', { text: action.text, submit: false });
    case 'key':
      return await call('mobile_press_button', { button: action.key });
    case 'open_app': {
      const apps = await call('mobile_list_apps', {});
      const [, packageName] = new RegExp(`${action.app} \\(([^)]+)\\)`, 'i').exec(apps) ?? [];
      return await call('mobile_launch_app', { packageName });
    }
    case 'wait':
      return await call('touchstone_wait', { milliseconds: 1000 });
    case 'answer':
      return await call('touchstone_answer', { text: action.text });
    case 'stop':
      return await call('touchstone_finish', {
        status: action.status,
        ...(action.answer === undefined ? {} : { message: action.answer }),
      });
    default:
  }
  throw new Error(`a client has no tool for ${JSON.stringify(action)}`);
}

describe('touchstone mcp', () => {
  it('scores what a client does as the bench scores it', async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    const place = ['--tasks', TASKS.join(','), '--runs', path];
    await command(['run', 'pocket', '--agent', 'oracle', ...place, '--run-id', 'oracle'], path);
    const oracle = await playedIn(join(path, 'oracle'));

    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', 'pocket', ...place, '--record', 'played'],
      cwd: path,
      env: { TOUCHSTONE_HOME: path },
      stderr: 'pipe',
    });
    {
      await using client = await ToolClient.connect(transport);
      const listed = JSON.parse(await client.text('mobile_list_available_devices')) as {
        readonly devices: readonly { readonly id: string }[];
      };
      expect(listed.devices).toHaveLength(TASKS.length);
      for (const [place, { id }] of listed.devices.entries()) {
        const { task } = JSON.parse(await client.text('touchstone_task', { device: id })) as { task: string };
        const actions = oracle.get(task)?.actions ?? [];
        // The last phone is given up after its first step.
        const isLast = place === TASKS.length - 1;
        let told = '';
        for (const action of isLast ? [...actions.slice(0, 1), FINISH] : actions) {
          told = await callFor(client, id, action);
          expect(told).not.toMatch(/^!|Please fix/);
        }
        expect(told).toContain('The task is over (agent_stop)');
        const [shot] = (await client.call('mobile_take_screenshot', { device: id })).content;
        expect(shot).toMatchObject({ type: 'image', mimeType: 'image/png' });
        expect(await client.text('mobile_list_elements_on_screen', { device: id })).toMatch(/^@e1 /m);
      }
    }

    await command(['score', join(path, 'played')], path);
    const played = await playedIn(join(path, 'played'));
    expect([...oracle.values()].map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
    const outcomes = [...played].map(([task, { outcome, states }]) => [task, outcome, states]);
    const [last, ...whole] = [...oracle].toReversed();
    expect(outcomes).toEqual([
      ...whole.toReversed().map(([task, { states }]) => [task, 'passed', states]),
      [last?.[0], 'failed', last?.[1].states.slice(0, 2)],
    ]);
  });
});
