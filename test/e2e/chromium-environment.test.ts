import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tap, type Action } from '../../src/domain/action.js';
import { pixelPoint } from '../../src/domain/geometry.js';
import { parseHierarchy } from '../../src/domain/hierarchy/parse-hierarchy.js';
import type { Observation } from '../../src/domain/screen.js';
import type { Environment, StepResult } from '../../src/environments/environment.js';
import { ChromiumEnvironments } from '../../src/environments/chromium/chromium-environments.js';
import { launchChromium } from '../../src/environments/chromium/launch-chromium.js';
import type { LiveApp } from '../../src/domain/live/live-app.js';
import { environmentContract } from '../../src/testing/contracts/environment-contract.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';

const signal = new AbortController().signal;
const START = { task: 'list', repeat: 0, seed: 1 };

const FOR_PHONES = '<meta name="viewport" content="width=device-width">';

/** A small app: a list that grows, a second page, a dialog, a long list, a frame, and a state of its own. */
const PAGES: Readonly<Record<string, string>> = {
  '/': `<title>Lists</title><body style="margin:0">
    <h1 id="title">My list</h1>
    <label>Entry <input id="entry" placeholder="What to buy"></label>
    <button id="add" onclick="add()">Add</button>
    <ul id="items"></ul>
    <a id="more" href="/more?x=1">More</a>
    <button aria-label="Warn" onclick="alert('careful')">!</button>
    <div id="long" style="height:200px;overflow:auto"><div style="height:900px">top<div style="margin-top:700px">bottom</div></div></div>
    <p hidden>never seen</p><p style="visibility:hidden">nor this</p>
    <input type="password" id="secret" value="abc" aria-label="Secret">
    <label><input type="checkbox" id="agreed"> Agreed</label>
    <script>
      let items = JSON.parse(localStorage.items ?? '[]');
      const draw = () => (document.querySelector('#items').innerHTML = items.map((one) => '<li>' + one).join(''));
      function add() {
        items.push(document.querySelector('#entry').value);
        localStorage.items = JSON.stringify(items);
        setTimeout(draw, 150);
      }
      draw();
      window.touchstone = { state: () => 'list:' + items.length };
    </script>`,
  '/more': `<title>More</title><p id="text">More about <b>lists</b></p><iframe srcdoc="<button>Inside</button>" style="border:0;width:200px;height:60px"></iframe>`,
  '/waiting': `<title>Waiting</title><script>fetch('/endless')</script><a href="/late" target="_blank">Elsewhere</a>`,
  '/late': '<title>Late</title><p>Here at last</p>',
  '/sale': `<title>Sale</title><p id="over"></p><script>
      window.touchstone = { interrupt: ({ text }) => {
        let shown = 0;
        const slide = () => {
          document.querySelector('#over').textContent = text.slice(0, ++shown);
          if (shown < text.length) setTimeout(slide, 40);
        };
        slide();
        return true;
      } };
    </script>`,
  '/broken': `<title>Broken</title><script>window.touchstone = { state() { throw new Error('no') } }</script>Broken <button onclick="this.textContent='Pressed'" style="position:absolute;left:700px;top:1500px">Far</button>`,
};

let server: Server;
let apps: readonly LiveApp[] = [];
let environments: ChromiumEnvironments;

beforeAll(async () => {
  if (NO_CHROMIUM !== null) return;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const page = PAGES[pathname];
    // An answer that never comes.
    if (pathname === '/endless') return;
    const answer = () => {
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        page === undefined ? 'nothing' : `<!doctype html>${pathname === '/broken' ? '' : FOR_PHONES}${page}`,
      );
    };
    // Late, as on a busy machine: nothing moves meanwhile on the page that asked for it.
    if (pathname === '/late') setTimeout(answer, 400);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  apps = [
    { name: 'Lists', aliases: ['清单'], package: 'org.example.lists', url: `${origin}/` },
    { name: 'Broken', package: 'org.example.broken', url: `${origin}/broken` },
    { name: 'Waiting', package: 'org.example.waiting', url: `${origin}/waiting` },
    { name: 'Sale', package: 'org.example.sale', url: `${origin}/sale` },
    { name: 'Gone', package: 'org.example.gone', url: 'http://127.0.0.1:1/' },
  ];
  environments = new ChromiumEnvironments({
    apps,
    startOf: (task) => {
      if (task === 'home') return { app: null };
      return task === 'list' ? { app: apps[0] ?? null } : undefined;
    },
  });
});

afterAll(async () => {
  server?.closeAllConnections();
  await environments?.[Symbol.asyncDispose]();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
});

async function nodesOf({ screen }: Observation) {
  const bytes = await screen.hierarchy?.load({ signal });
  return parseHierarchy(Buffer.from(bytes ?? [])).nodes;
}

/** The node of that text, description or id, with its attributes by name. */
async function find(observation: Observation, name: string) {
  for (const node of await nodesOf(observation)) {
    const attributes = Object.fromEntries(node.attributes());
    const { text, 'content-desc': label, 'resource-id': id = '' } = attributes;
    if (text === name || label === name || id.endsWith(`/${name}`))
      return { attributes, bounds: node.bounds };
  }
  throw new Error(`there is no "${name}" on the screen`);
}

async function tapOn(environment: Environment, observation: Observation, name: string) {
  const { bounds } = await find(observation, name);
  if (bounds === null) throw new Error(`"${name}" has no bounds`);
  const [x1, y1, x2, y2] = bounds;
  return observed(await environment.step(tap(pixelPoint((x1 + x2) / 2, (y1 + y2) / 2)), { signal }));
}

function observed(result: StepResult) {
  if (result.type === 'ended') throw new Error('the episode has ended');
  return result;
}

/** Width and height in the head of the PNG file. */
async function sizeOf({ screen }: Observation) {
  const bytes = Buffer.from((await screen.picture?.load({ signal })) ?? []);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const texts = async (observation: Observation) =>
  (await nodesOf(observation)).map(({ text }) => text).filter((text) => text !== '');

describe.skipIf(NO_CHROMIUM !== null)(
  `a live phone in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const actions: readonly Action[] = [
      tap(pixelPoint(500, 300)),
      { type: 'wait', durationMs: 10 },
      { type: 'key', key: 'HOME' },
      { type: 'stop', status: 'success' },
    ];
    const open = () => environments.lend(null, { signal });
    for (const { name, run } of environmentContract({ open, start: START, actions })) it(name, run);

    it('shows an unexpected event once all of it is there', async () => {
      await using environment = await open();
      await environment.reset(START, { signal });
      await environment.step({ type: 'open_app', app: 'Sale' }, { signal });
      expect(await environment.interrupt?.({ type: 'ad', text: 'Everything cheaper' }, { signal })).toBe(
        true,
      );
      expect(await texts(await environment.observe({ signal }))).toContain('Everything cheaper');
    });

    it('tells what is on its screen as a phone does', async () => {
      await using environment = await open();
      const observation = await environment.reset(START, { signal });
      expect(observation.screen.size).toEqual({ width: 1080, height: 2400 });
      expect(observation.screen.activity).toEqual({ package: 'org.example.lists', activity: '.Main' });
      expect(environment.state).toBe('list:0');
      const entry = await find(observation, 'entry');
      expect(entry.attributes).toMatchObject({
        class: 'android.widget.EditText',
        text: 'What to buy',
        hint: 'What to buy',
        'content-desc': 'Entry',
        'resource-id': 'org.example.lists:id/entry',
        clickable: 'true',
        focused: 'false',
      });
      expect((await find(observation, 'add')).attributes).toMatchObject({
        class: 'android.widget.Button',
        text: 'Add',
      });
      expect((await find(observation, 'long')).attributes).toMatchObject({ scrollable: 'true' });
      expect((await find(observation, 'secret')).attributes).toMatchObject({ password: 'true', text: '•••' });
      expect((await find(observation, 'agreed')).attributes).toMatchObject({
        checkable: 'true',
        checked: 'false',
      });
      const shown = await texts(observation);
      expect(shown).toContain('top');
      expect(shown).not.toContain('bottom');
      expect(shown).not.toContain('never seen');
      expect(shown).not.toContain('nor this');
    });

    it('types, waits for what comes late, and keeps what an app stores until the episode is over', async () => {
      await using environment = await open();
      let observation = await environment.reset(START, { signal });
      ({ observation } = await tapOn(environment, observation, 'entry'));
      const text = 'Brot 面包 🍞 خبز';
      ({ observation } = observed(await environment.step({ type: 'type', text }, { signal })));
      expect((await find(observation, 'entry')).attributes['text']).toBe(text);
      const added = await tapOn(environment, observation, 'add');
      expect(added.transition).toEqual({ rule: 'tap', next: 'list:1' });
      expect(await texts(added.observation)).toContain(text);
      observed(await environment.step({ type: 'restart_app' }, { signal }));
      expect(environment.state).toBe('list:1');
      await environment.reset(START, { signal });
      expect(environment.state).toBe('list:0');
    });

    it('types nothing where no field has the focus, and says so', async () => {
      await using environment = await open();
      await environment.reset(START, { signal });
      const { transition } = observed(await environment.step({ type: 'type', text: 'x' }, { signal }));
      expect(transition).toMatchObject({ rule: 'no_field', detail: 'no field has the focus' });
    });

    it('goes back page by page, to the home screen, and finds the app as it was left', async () => {
      await using environment = await open();
      const start = await environment.reset(START, { signal });
      const more = await tapOn(environment, start, 'More');
      expect(more.observation.screen.activity?.activity).toBe('.more');
      expect(await texts(more.observation)).toContain('Inside');
      const back = { type: 'key', key: 'BACK' } as const;
      const first = observed(await environment.step(back, { signal }));
      expect(first.transition).toEqual({ rule: 'back', next: 'list:0' });
      const home = observed(await environment.step(back, { signal }));
      expect(home.observation.screen.activity?.package).toBe('com.touchstone.launcher');
      expect(environment.state).toBeNull();
      const opened = await tapOn(environment, home.observation, 'Lists');
      expect(opened.observation.screen.activity?.package).toBe('org.example.lists');
      expect(opened.transition.next).toBe('list:0');
    });

    it('scrolls with the finger', async () => {
      await using environment = await open();
      const observation = await environment.reset(START, { signal });
      const [x1, y1, x2, y2] = (await find(observation, 'long')).bounds ?? [0, 0, 0, 0];
      const x = (x1 + x2) / 2;
      const swipe = {
        type: 'swipe',
        direction: 'up',
        from: pixelPoint(x, y2 - 20),
        to: pixelPoint(x, y1 - 1500),
      } as const;
      let after = observed(await environment.step(swipe, { signal }));
      after = observed(await environment.step(swipe, { signal }));
      expect(await texts(after.observation)).toContain('bottom');
    });

    it('closes a dialog of the browser and says so', async () => {
      await using environment = await open();
      const { transition } = await tapOn(environment, await environment.reset(START, { signal }), 'Warn');
      expect(transition).toMatchObject({ rule: 'tap', detail: 'closed a dialog: careful' });
    });

    it('opens apps by every name, and tells of those it has not and of those that are not there', async () => {
      await using environment = await open();
      await environment.reset({ ...START, task: 'home' }, { signal });
      expect(await sizeOf(await environment.observe({ signal }))).toEqual([1080, 2400]);
      const opened = observed(await environment.step({ type: 'open_app', app: ' 清单 ' }, { signal }));
      expect(opened.transition).toEqual({ rule: 'open_app', next: 'list:0' });
      const unknown = observed(await environment.step({ type: 'open_app', app: 'Maps' }, { signal }));
      expect(unknown.transition).toMatchObject({ rule: 'unknown_app', next: 'list:0' });
      const broken = observed(await environment.step({ type: 'open_app', app: 'Broken' }, { signal }));
      expect(broken.transition).toEqual({ rule: 'open_app', next: null });
      expect(await sizeOf(broken.observation)).toEqual([1080, 2400]);
      // Not made for phones: laid out wide and shown small.
      const pressed = await tapOn(environment, broken.observation, 'Far');
      expect(await texts(pressed.observation)).toContain('Pressed');
      await expect(environment.step({ type: 'open_app', app: 'Gone' }, { signal })).rejects.toMatchObject({
        code: 'LIVE_APP',
        fault: 'environment',
        message: expect.stringContaining('Gone cannot be opened at http://127.0.0.1:1/'),
      });
    });

    it('does not wait for what never comes, and goes back from a page that an app opened', async () => {
      await using environment = await open();
      await environment.reset({ ...START, task: 'home' }, { signal });
      const opened = observed(await environment.step({ type: 'open_app', app: 'Waiting' }, { signal }));
      expect(opened.transition).toEqual({ rule: 'open_app', next: null });
      const elsewhere = await tapOn(environment, opened.observation, 'Elsewhere');
      expect(elsewhere.observation.screen.activity?.activity).toBe('.late');
      expect(await texts(elsewhere.observation)).toContain('Here at last');
      const back = observed(await environment.step({ type: 'key', key: 'BACK' }, { signal }));
      expect(back.observation.screen.activity?.activity).toBe('.waiting');
      expect(back.observation.screen.activity?.package).toBe('org.example.waiting');
    });

    it('blames the environment for a browser that is gone, and starts another one', async () => {
      let launched = 0;
      const browsers: { close(): Promise<void> }[] = [];
      await using own = new ChromiumEnvironments({
        apps,
        startOf: () => ({ app: null }),
        launch: async () => {
          launched += 1;
          const browser = await launchChromium();
          browsers.push(browser);
          return browser;
        },
      });
      await using environment = await own.lend(null, { signal });
      await environment.reset(START, { signal });
      await browsers[0]?.close();
      await expect(environment.observe({ signal })).rejects.toMatchObject({
        code: 'CHROMIUM',
        fault: 'environment',
        retryable: true,
      });
      await environment.reset(START, { signal });
      expect(launched).toBe(2);
    });

    it('says what to do where there is no Chromium', async () => {
      await expect(launchChromium(null)).rejects.toMatchObject({ code: 'NO_CHROMIUM', fault: 'user' });
    });
  },
);
