import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { MAIN, runTouchstone } from './run-touchstone.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/live', import.meta.url));

/** An agent that does both tasks of the example: finds elements by id in the hierarchy. */
const AGENT = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let step = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'open') { step = 0; say({ type: 'ready' }); }
    if (message.type !== 'observe') continue;
    const at = (id) => {
      const node = message.screen.hierarchy.match(new RegExp('<node[^>]*resource-id="[^"]*[/.]' + id + '"[^>]*>'))?.[0];
      if (!node) return null;
      const [x1, y1, x2, y2] = node.match(/bounds="([^"]*)"/)[1].match(/\\d+/g).map(Number);
      return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, space: 'pixel' };
    };
    const tap = (point) => ({ type: 'tap', target: { type: 'point', point } });
    const action = at('item') === null
      ? tap(at('groceries'))
      : [tap(at('item')), { type: 'type', text: 'Milk' }, tap(at('add')), { type: 'stop', status: 'success' }][step++];
    say({ type: 'decide', action });
  }
`;

/** An agent that asks its user, types what it is told, and closes what lies over the app. */
const ASKING_AGENT = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let typed = false, focused = false;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'open') say({ type: 'ready' });
    if (message.type !== 'observe') continue;
    const { hierarchy } = message.screen;
    const at = (attribute) => {
      const node = hierarchy.match(new RegExp('<node[^>]*' + attribute + '[^>]*>'))?.[0];
      if (!node) return null;
      const [x1, y1, x2, y2] = node.match(/bounds="([^"]*)"/)[1].match(/\\d+/g).map(Number);
      return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, space: 'pixel' };
    };
    const tap = (point) => ({ type: 'tap', target: { type: 'point', point } });
    const close = at('text="Close"');
    const told = message.conversation?.at(-1).reply.split(',')[0];
    let action;
    if (close !== null) action = tap(close);
    else if (told === undefined) action = { type: 'ask_user', reason: 'choice', text: 'Which milk?' };
    else if (!focused) { focused = true; action = tap(at('resource-id="[^"]*[/.]item"')); }
    else if (!typed) { typed = true; action = { type: 'type', text: told }; }
    else if (!hierarchy.includes('text="' + told + '" resource-id=""')) action = tap(at('resource-id="[^"]*[/.]add"'));
    else action = { type: 'stop', status: 'success' };
    say({ type: 'decide', action });
  }
`;

/** A copy of the example with an agent in it. */
async function exampleIn(folder: string, change: { live?: object } = {}) {
  const world = join(folder, 'world');
  await cp(EXAMPLE, world, { recursive: true });
  const agent = join(folder, 'agent.mjs');
  await writeFile(agent, AGENT);
  if (change.live !== undefined) await writeFile(join(world, 'live.json'), JSON.stringify(change.live));
  const runs = join(folder, 'runs');
  const run = (...more: string[]) =>
    runTouchstone([
      'run',
      world,
      '--agent',
      'process',
      '--agent-option',
      `command=node ${agent}`,
      '--runs',
      runs,
      ...more,
    ]);
  return { world, runs, agent, run };
}

const APP = { name: 'Groceries', package: 'org.example.groceries' };

describe.skipIf(NO_CHROMIUM !== null)(
  `live apps as a benchmark${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    // At once: the last one waits most of half a minute for a server that stays down, as a run does.
    it.concurrent('are operated, scored, and reported like recorded ones', async () => {
      await using folder = await temporaryFolder({ onDisk: true });
      const { runs, run } = await exampleIn(folder.path);
      const done = await run('--run-id', 'live', '--tasks', 'add-milk,open-and-add', '--json');
      expect(done.stderr).not.toContain('error');
      expect(JSON.parse(done.stdout)).toMatchObject({
        status: 'complete',
        finished: 2,
        voided: 0,
      });
      const journal = await readFile(join(runs, 'live', 'journal-main.jsonl'), 'utf8');
      expect(journal).toContain('"next":"groceries:Milk"');
      const config = await readFile(join(runs, 'live', 'run.json'), 'utf8');
      expect(JSON.parse(config)).toMatchObject({ identity: { environment: { kind: 'chromium' } } });
      const report = await runTouchstone([
        'report',
        'live',
        '--runs',
        runs,
        '--out',
        join(folder.path, 'report.html'),
      ]);
      expect(report.code).toBe(0);
      const again = await runTouchstone(['score', 'live', '--runs', runs]);
      expect(again.stdout).toContain('100.0');
    });

    it.concurrent('answer a question to the user and show an advertisement, which the agent has to deal with', async () => {
      await using folder = await temporaryFolder({ onDisk: true });
      const { runs, agent, run } = await exampleIn(folder.path);
      await writeFile(agent, ASKING_AGENT);
      const asked = ['--run-id', 'asked', '--tasks', 'ask-and-add', '--interruptions', '--json'];
      const done = await run(...asked);
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'complete', finished: 1, voided: 0 });
      const score = await runTouchstone(['score', 'asked', '--runs', runs, '--min-success', '100%']);
      expect(score).toMatchObject({ code: 0 });
      const journal = await readFile(join(runs, 'asked', 'journal-main.jsonl'), 'utf8');
      expect(journal).toContain('"rule":"user_reply"');
      expect(journal).toContain('Oat milk, please.');
      expect(journal).toMatch(/"events":\[.*"sale"/);
    });

    it.concurrent('never count a server that is down against the agent', async () => {
      await using folder = await temporaryFolder({ onDisk: true });
      const live = { formatVersion: 1, apps: [{ ...APP, url: 'http://127.0.0.1:1/' }] };
      const { run } = await exampleIn(folder.path, { live });
      const done = await run('--json', '--limit', '1');
      expect(done.stderr).toContain('Groceries cannot be opened at http://127.0.0.1:1/');
      expect(JSON.parse(done.stdout)).toMatchObject({ finished: 1, voided: 1 });
    });

    it('stop the run with what to install where there is no Chromium', async () => {
      await using folder = await temporaryFolder({ onDisk: true });
      const { world, runs } = await exampleIn(folder.path);
      const { execFile } = await import('node:child_process');
      const { promisify } = await import('node:util');
      const env = {
        PATH: '',
        HOME: folder.path,
        TOUCHSTONE_HOME: folder.path,
        TOUCHSTONE_CHROMIUM: '/nowhere',
      };
      // Only a machine without Chromium in its usual places can tell.
      const { findChromium } = await import('../../src/environments/chromium/launch-chromium.js');
      if (findChromium({ TOUCHSTONE_CHROMIUM: '/nowhere' }) !== null) {
        expect(findChromium({ TOUCHSTONE_CHROMIUM: process.execPath })).toBe(process.execPath);
        return;
      }
      const failed = await promisify(execFile)(
        process.execPath,
        [MAIN, 'run', world, '--agent', 'random', '--runs', runs],
        { env },
      ).catch((error: unknown) => error as { code: number; stderr: string });
      expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('NO_CHROMIUM') });
    });
  },
);

describe('a live world that cannot be used', () => {
  it.each([
    [
      'a page outside its folder',
      { formatVersion: 1, apps: [{ ...APP, url: '../outside.html' }] },
      'the path leaves the folder',
    ],
    ['a page that is not there', { formatVersion: 1, apps: [{ ...APP, url: 'app/gone.html' }] }, 'gone.html'],
    [
      'another protocol',
      { formatVersion: 1, apps: [{ ...APP, url: 'file:///etc/passwd' }] },
      'neither an http address nor a page',
    ],
    [
      'two apps of one name',
      {
        formatVersion: 1,
        apps: [
          { ...APP, url: 'app/index.html' },
          { ...APP, package: 'org.example.b', url: 'app/index.html' },
        ],
      },
      'live.json:1:106 at apps[1]: "Groceries" names two apps',
    ],
    ['a newer format', { formatVersion: 2, apps: [] }, 'live format 2 is newer than 1'],
  ])('is refused with file and place: %s', async (_, live, message) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const { run } = await exampleIn(folder.path, { live });
    const failed = await run();
    expect(failed.code).toBe(3);
    expect(failed.stderr).toContain(message);
  });

  it('voids a task alone that starts in an app that there is not', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const { world, run } = await exampleIn(folder.path);
    const suite = JSON.parse(await readFile(join(world, 'suite.json'), 'utf8')) as { tasks: object[] };
    suite.tasks = [{ ...suite.tasks[0], start: 'Maps' }];
    await writeFile(join(world, 'suite.json'), JSON.stringify(suite));
    const done = await run('--json');
    expect(done.stderr).toContain('starts in "Maps", which is no app of live.json');
    expect(JSON.parse(done.stdout)).toMatchObject({ voided: 1 });
  });
});
