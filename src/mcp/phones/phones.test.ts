import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppsOfTask } from '../../app/phone/apps-of-tasks.js';
import type { Action } from '../../domain/action.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';
import {
  changeEnvironments,
  changeItems,
  fakeBenchmark,
  type FakeBenchmarkOptions,
} from '../../testing/fake-benchmark.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { playOf } from '../../testing/play-of.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { smallPng } from '../../testing/small-png.js';
import { ToolClient } from '../../testing/tool-client.js';
import { PhoneDesk } from './phone-desk.js';
import { phoneTools } from './phone-tools.js';

const HIERARCHY = hierarchyXml([
  uiNode({ bounds: '[0,0][100,200]' }, [
    uiNode({
      text: 'Say "hi"\n',
      bounds: '[10,20][51,40]',
      class: 'android.widget.Button',
      enabled: 'false',
    }),
    uiNode({ 'content-desc': 'Search', 'resource-id': 'a:id/b', focused: 'true', bounds: '[0,50][100,60]' }),
    uiNode({ text: 'nowhere', bounds: '[5,5][5,9]' }),
  ]),
]);

interface Fakes extends FakeBenchmarkOptions {
  readonly record?: string;
  readonly apps?: AppsOfTask;
  readonly actions?: Action[];
  readonly ends?: string[];
}

/** A client of phones whose screens are 100 by 200 pixels. */
async function withPhones(fakes: Fakes, work: (client: ToolClient) => Promise<void>): Promise<void> {
  const { record, apps = async () => null, actions = [], ends = [], ...world } = fakes;
  const shown = { mediaType: 'image/png', load: async () => smallPng({ width: 100, height: 200 }) };
  const tree = { mediaType: 'application/xml', load: async () => Buffer.from(HIERARCHY) };
  const activity = { package: 'org.stairs', activity: '.Main' };
  const benchmark = changeEnvironments(fakeBenchmark({ goal: 2, ...world }), (environment) => {
    const see = <T extends { readonly screen: object }>(observation: T): T => ({
      ...observation,
      screen: { ...observation.screen, picture: shown, hierarchy: tree, activity },
    });
    return new Proxy(environment, {
      get: (target, name) => {
        if (name === 'reset')
          return async (...given: Parameters<typeof target.reset>) => see(await target.reset(...given));
        if (name === 'step') {
          return async (...given: Parameters<typeof target.step>) => {
            actions.push(given[0]);
            const result = await target.step(...given);
            return result.type === 'observed' ? { ...result, observation: see(result.observation) } : result;
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  });
  await using play = await playOf(benchmark, { maxSessions: 9, ...(record === undefined ? {} : { record }) });
  const desk = new PhoneDesk(play, {
    apps,
    onEnd: ({ id }, { ended }) => void ends.push(`${id} ${ended?.outcome ?? ''}`),
  });
  await using tools = phoneTools(desk, new AbortController().signal);
  await using client = await ToolClient.to(tools);
  await work(client);
}

const PHONE = { device: 'recorded-1' };

describe('phoneTools', () => {
  it('plays a task to its end, one step a call, and then nothing reaches the phone', async () => {
    const ends: string[] = [];
    await withPhones({ items: 2, ends }, async (client) => {
      const task = async (): Promise<object> =>
        JSON.parse(await client.text('touchstone_task', PHONE)) as object;
      expect(await task()).toMatchObject({
        device: 'recorded-1',
        task: 'walk-0',
        instruction: 'Climb to floor 2',
        steps: 0,
        maxSteps: 12,
        screen: { width: 100, height: 200 },
        isOver: false,
      });
      for (const look of [
        'mobile_get_screen_size',
        'mobile_take_screenshot',
        'mobile_list_elements_on_screen',
      ]) {
        await client.call(look, PHONE);
      }
      await client.call('mobile_press_button', { ...PHONE, button: 'DPAD_UP' });
      await client.call('mobile_press_button', { ...PHONE, button: 'DPAD_UP' });
      expect(await task()).toMatchObject({ steps: 2, isOver: false });
      expect(await client.text('touchstone_finish', { ...PHONE, status: 'success' })).toBe(
        'Finished: success\nThe task is over (agent_stop): nothing reaches this phone any more.',
      );
      expect(await task()).toMatchObject({ steps: 3, isOver: true, ended: 'agent_stop' });
      expect(await client.text('mobile_press_button', { ...PHONE, button: 'BACK' })).toMatch(
        /^The task of this phone is over.*Please fix the issue and try again\.$/,
      );
      expect(ends).toEqual(['recorded-1 passed']);
      // The other phone has not begun.
      await client.call('touchstone_finish', { device: 'recorded-2', status: 'infeasible' });
      expect(ends).toEqual(['recorded-1 passed', 'recorded-2 failed']);
    });
  });

  it('ends at the limit of steps, also for calls that are sent at once', async () => {
    const ends: string[] = [];
    await withPhones({ items: 1, goal: 99, maxSteps: 2, ends }, async (client) => {
      const press = { ...PHONE, button: 'HOME' };
      const answers = await Promise.all([1, 2, 3].map(() => client.text('mobile_press_button', press)));
      expect(answers[0]).toBe('Pressed the button: HOME');
      expect(answers[1]).toContain('The task is over (step_budget)');
      expect(answers[2]).toContain('is over');
      expect(ends).toEqual(['recorded-1 failed']);
    });
  });

  it('does what phone servers do', async () => {
    const actions: Action[] = [];
    const apps = async () => [{ name: 'Stairs', package: 'org.stairs' }];
    await withPhones({ items: 1, goal: 99, maxSteps: 50, actions, apps }, async (client) => {
      const at = (x: number, y: number) => ({ x, y, space: 'pixel' });
      const target = (x: number, y: number) => ({ type: 'point', point: at(x, y) });
      const calls: [string, object, string, object][] = [
        [
          'click_on_screen_at_coordinates',
          { ref: '@e2' },
          'Clicked on screen at coordinates: 50, 55',
          { type: 'tap', target: target(50, 55) },
        ],
        [
          'double_tap_on_screen',
          { x: 1, y: '2.5' },
          'Double-tapped on screen at coordinates: 1, 2.5',
          { type: 'tap', count: 2, target: target(1, 2.5) },
        ],
        [
          'long_press_on_screen_at_coordinates',
          { x: 1, y: 2 },
          'Long pressed on screen at coordinates: 1, 2',
          { type: 'long_press', durationMs: 500, target: target(1, 2) },
        ],
        [
          'swipe_on_screen',
          { direction: 'left', x: 9, y: 8 },
          'Swiped left from coordinates: 9, 8',
          { type: 'swipe', direction: 'left', at: at(9, 8) },
        ],
        [
          'swipe_on_screen',
          { direction: 'down', distance: 500 },
          'Swiped down 500 pixels on screen',
          { type: 'swipe', direction: 'down', from: at(50, 100), to: at(50, 199) },
        ],
        [
          'launch_app',
          { packageName: 'org.stairs' },
          'Launched app org.stairs',
          { type: 'open_app', app: 'Stairs' },
        ],
        [
          'terminate_app',
          { packageName: 'org.stairs' },
          'Terminated app org.stairs',
          { type: 'restart_app' },
        ],
        [
          'open_url',
          { url: 'https://a.example/b' },
          'Opened URL: https://a.example/b',
          { type: 'open_url', url: 'https://a.example/b' },
        ],
      ];
      for (const [name, given, words, action] of calls) {
        expect(await client.text(`mobile_${name}`, { ...PHONE, ...given })).toBe(words);
        expect(actions.at(-1)).toEqual(action);
      }
      expect(await client.text('touchstone_wait', { milliseconds: 5 })).toBe('Waited 5 ms');
      expect(await client.text('touchstone_answer', { text: 'Noor' })).toBe('Answered: Noor');
      expect(actions.slice(-2)).toEqual([
        { type: 'wait', durationMs: 5 },
        { type: 'answer', text: 'Noor', terminal: false },
      ]);
      expect(actions).toHaveLength(calls.length + 2);
      expect(await client.text('mobile_list_apps', PHONE)).toBe(
        'Found these apps on device: Stairs (org.stairs)',
      );
      expect(await client.text('mobile_get_foreground_app', PHONE)).toBe(
        'Foreground app: Stairs (org.stairs)',
      );
      expect(await client.text('mobile_get_orientation', PHONE)).toBe(
        'Current device orientation is portrait',
      );
      expect(await client.text('mobile_set_orientation', { ...PHONE, orientation: 'portrait' })).toBe(
        'Changed device orientation to portrait',
      );
    });
  });

  it.each([
    ['mobile_click_on_screen_at_coordinates', { x: 1 }, /^X and y come together\..*Please fix/],
    ['mobile_click_on_screen_at_coordinates', {}, /^A click needs x and y, or ref\. Please fix/],
    ['mobile_click_on_screen_at_coordinates', { ref: 'e9' }, /^There is no element "e9".*Please fix/],
    [
      'mobile_click_on_screen_at_coordinates',
      { x: -1, y: 0 },
      /^! MCP error -32602: .*x: it must be 0 or more/,
    ],
    ['mobile_click_on_screen_at_coordinates', { x: '1e999', y: 0 }, /^! MCP error -32602/],
    ['mobile_long_press_on_screen_at_coordinates', { x: 1, y: 1, duration: 10_001 }, /^! MCP error -32602/],
    ['mobile_swipe_on_screen', { direction: 'up', distance: 0 }, /^Distance must be more than 0.*Please fix/],
    ['mobile_type_keys', { text: 'a' }, /^! MCP error -32602: .*submit/],
    ['mobile_press_button', { button: 'POWER' }, /^Button "POWER" is not supported.*Please fix/],
    [
      'mobile_launch_app',
      { packageName: 'org.stars' },
      /^There is no app "org.stars".*Did you mean org.stairs.*Please fix/,
    ],
    ['mobile_terminate_app', { packageName: 'org.other' }, /is not in the foreground.*Please fix/],
    ['mobile_open_url', { url: 'javascript:1' }, /^"javascript:1" is no address.*Please fix/],
    ['mobile_set_orientation', { orientation: 'landscape' }, /does not turn: it stays portrait.*Please fix/],
    [
      'mobile_save_screenshot',
      { saveTo: '/tmp/x' },
      /^! MCP error -32602: Tool mobile_save_screenshot not found: it would/,
    ],
    ['toString', {}, /^! MCP error -32602: Tool toString not found$/],
  ])('refuses %s %j, and takes no step', async (name, given, words) => {
    const actions: Action[] = [];
    const apps = async () => [{ name: 'Stairs', package: 'org.stairs' }];
    await withPhones({ items: 1, actions, apps }, async (client) => {
      expect(await client.text(name, { ...PHONE, ...given })).toMatch(words);
      expect(actions).toEqual([]);
      expect(await client.text('touchstone_task', PHONE)).toContain('"steps":0');
    });
  });

  it('lists elements as text and as JSON, in document order', async () => {
    await withPhones({ items: 1 }, async (client) => {
      expect(await client.text('mobile_list_elements_on_screen', PHONE)).toBe(
        [
          'Found these elements on screen:',
          String.raw`@e1 android.widget.Button text="Say \"hi\"" at=10,20 size=41x20 disabled`,
          '@e2 android.view.View label="Search" id="a:id/b" at=0,50 size=100x10 focused',
        ].join('\n'),
      );
      const json = await client.text('mobile_list_elements_on_screen', { ...PHONE, format: 'json' });
      expect(JSON.parse(json.replace('Found these elements on screen: ', ''))).toEqual([
        {
          ref: 'e1',
          type: 'android.widget.Button',
          text: 'Say "hi"',
          coordinates: { x: 10, y: 20, width: 41, height: 20 },
          disabled: true,
        },
        {
          ref: 'e2',
          type: 'android.view.View',
          label: 'Search',
          identifier: 'a:id/b',
          coordinates: { x: 0, y: 50, width: 100, height: 10 },
          focused: true,
        },
      ]);
      const { content } = await client.call('mobile_take_screenshot', { ...PHONE, scale: 0.5 });
      expect(content).toMatchObject([
        { type: 'image', mimeType: 'image/png' },
        { type: 'text', text: expect.stringContaining('full size') },
      ]);
    });
  });

  it('tells a failure of the phone as an error, and what began badly as void', async () => {
    const onStep = (): never => {
      throw new Error('unplugged');
    };
    const ends: string[] = [];
    await withPhones({ items: 1, onStep, ends }, async (client) => {
      expect(await client.text('mobile_press_button', { ...PHONE, button: 'HOME' })).toContain('is over');
      expect(ends).toEqual([expect.stringMatching(/recorded-1 (?:bug|environment_error)/)]);
    });
  });

  it('survives any arguments of any tool', async () => {
    await withPhones({ items: 2, goal: 99, maxSteps: 100_000 }, async (client) => {
      const { tools } = await client.client.listTools();
      const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
      const value = fc.oneof(
        fc.constantFrom<unknown>('recorded-1', 'up', 'BACK', 'success', '1', '-0', 'NaN', true, null, 1e308),
        fc.jsonValue({ maxDepth: 2 }),
      );
      const given = fc.dictionary(fc.constantFrom(...new Set(names), '__proto__', 'constructor'), value);
      const name = fc.constantFrom(
        ...tools.map((tool) => tool.name).filter((one) => one !== 'touchstone_finish'),
      );
      await fc.assert(
        fc.asyncProperty(name, given, async (tool, args) => {
          const { content } = await client.call(tool, { device: 'recorded-2', ...args });
          expect(content.length).toBeGreaterThan(0);
        }),
        { numRuns: 150 },
      );
      expect(await client.text('mobile_get_screen_size', PHONE)).toBe('Screen size is 100x200 pixels');
    });
  });

  it('leaves a run that can be read as any other', async () => {
    await using folder = await temporaryFolder();
    const record = join(folder.path, 'played');
    await withPhones({ items: 2, record }, async (client) => {
      await client.call('mobile_press_button', { ...PHONE, button: 'HOME' });
      await client.call('touchstone_finish', { ...PHONE, status: 'failure', message: 'no way up' });
      // Begun and given up.
      await client.call('touchstone_task', { device: 'recorded-2' });
    });
    const index = await indexRun(record);
    const ends: unknown[] = [];
    for await (const { item, episode } of readEpisodes(index)) {
      ends.push([item.key.item, episode.trajectory.steps.at(-1)?.action]);
    }
    expect(ends).toEqual([['walk-0', { type: 'stop', status: 'failure', answer: 'no way up' }]]);
  });

  it('tells which phone is meant where there are several', async () => {
    const items = fakeBenchmark({ items: 2 }).items;
    await using play = await playOf(changeItems(fakeBenchmark(), { list: items.list.bind(items) }));
    const desk = new PhoneDesk(play, { apps: async () => null });
    expect(() => desk.phone()).toThrow('there are several devices');
    expect(() => desk.phone('recorded-3')).toThrow('Device "recorded-3" not found');
  });
});
