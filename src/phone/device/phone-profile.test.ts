import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { GraphSource } from '../../domain/graph/graph-source.js';
import type { Screen } from '../../domain/screen.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { smallGraph } from '../../testing/small-graph.js';
import { EnvironmentWorld } from './environment-world.js';
import { guessDensity, profileOfGraph } from './phone-profile.js';
import { ScreenComponents } from './screen-components.js';
import { packageOfFileName, packageOfName } from './well-known-packages.js';

const signal = new AbortController().signal;
const xml = (app: string) =>
  `<hierarchy rotation="0"><node package="${app}" class="a" bounds="[0,0][9,9]" /></hierarchy>`;

function worldOf(source: GraphSource, hierarchies: Readonly<Record<string, string>> = {}): GraphWorld {
  const content = {
    open: (path: string) => {
      const text = hierarchies[path];
      return text === undefined
        ? null
        : { mediaType: 'application/xml', load: async () => Buffer.from(text) };
    },
  };
  return new GraphWorld(buildGraph(source), { content });
}

describe('profileOfGraph', () => {
  it('has the apps that the launcher opens, by the package that was recorded with them', async () => {
    const world = worldOf(
      {
        name: 'three',
        screenSize: { width: 1080, height: 2400 },
        root: 'home',
        launcher: {
          apps: [
            { name: 'Notes', entries: ['notes'] },
            { name: 'Mail', entries: ['mail'] },
            { name: '微信', entries: ['chat'] },
            { name: '笔 ', aliases: ['com.example.pen'], entries: ['pen'] },
            { name: 'My Thing', entries: ['thing'] },
            { name: 'Broken', entries: [] },
          ],
        },
        nodes: [
          { id: 'home', screens: [{ id: 'home', activity: { package: 'com.home', activity: '.Home' } }] },
          { id: 'notes', screens: [{ id: 'notes', activity: { package: 'com.notes', activity: '.List' } }] },
          { id: 'mail', screens: [{ id: 'mail', hierarchy: 'mail.xml' }] },
          { id: 'chat', edges: [{ to: 'chat', actions: [{ type: 'wait' }] }] },
          { id: 'pen' },
          { id: 'thing' },
        ],
      },
      { 'mail.xml': xml('com.example.mail') },
    );
    const profile = await profileOfGraph(world);
    expect(profile.apps.map(({ package: app, name }) => [app, name])).toEqual([
      ['com.notes', 'Notes'],
      ['com.example.mail', 'Mail'],
      ['com.tencent.mm', '微信'],
      ['com.example.pen', '笔 '],
      ['app.recorded.nmything', 'My Thing'],
      ['com.home', null],
    ]);
    expect(profile).toMatchObject({ hasWaits: true, density: 420, locale: 'en-US' });
  });

  it('opens each app under the name that the graph knows', async () => {
    const world = worldOf(smallGraph());
    const profile = await profileOfGraph(world, { density: 160 });
    const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
    const start = { task: 'any', repeat: 0, seed: 0 };
    const phone = await EnvironmentWorld.start(environment, { profile, start, signal });
    for (const { name } of profile.apps) {
      if (name !== null) expect(phone.hasTransition({ type: 'open_app', app: name })).toBe(true);
    }
    expect(profile.apps.length).toBeGreaterThan(1);
  });

  it('guesses a density at which the screen is as wide as phones are', () => {
    expect([1080, 540, 1440, 100].map((width) => guessDensity({ width, height: 3000 }))).toEqual([
      420, 210, 560, 120,
    ]);
  });
});

describe('EnvironmentWorld', () => {
  it('performs in its environment, and is over when that ends the episode', async () => {
    const world = worldOf(smallGraph());
    const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
    const start = { task: 'any', repeat: 0, seed: 0 };
    const profile = await profileOfGraph(world);
    const phone = await EnvironmentWorld.start(environment, { profile, start, signal });
    const origin = { commands: [], observations: 0 };
    expect(await phone.perform({ type: 'open_app', app: 'Notes' }, origin)).toMatchObject({
      type: 'acted',
      from: 'home',
      to: 'notes',
      transition: { rule: 'open' },
    });
    expect(await phone.perform({ type: 'stop', status: 'success' }, origin)).toMatchObject({ type: 'ended' });
    expect(phone.hasTransition({ type: 'open_app', app: 'Notes' })).toBe(false);
    expect(await phone.perform({ type: 'open_app', app: 'Notes' }, origin)).toMatchObject({
      type: 'ended',
      transition: null,
    });
  });
});

describe('ScreenComponents', () => {
  const bare: Screen = { id: 'x', size: null, activity: null, picture: null, hierarchy: null };
  const of = async (screen: Screen) => {
    const apps = [{ package: 'com.a', name: 'A', activity: '.Main', isSystem: false }];
    const profile = { ...(await profileOfGraph(worldOf(smallGraph()))), apps };
    const components = new ScreenComponents(profile);
    await components.arrive(screen, { state: null });
    return components.of(screen);
  };

  it('goes by the recorded activity, then the hierarchy, then the file name, else says nothing', async () => {
    expect(await of({ ...bare, activity: { package: 'com.b', activity: '.X' } })).toBe('com.b/com.b.X');
    const hierarchy = { mediaType: 'application/xml', load: async () => Buffer.from(xml('com.a')) };
    expect(await of({ ...bare, hierarchy })).toBe('com.a/com.a.Main');
    const broken = { mediaType: 'application/xml', load: async () => Buffer.from('<') };
    expect(await of({ ...bare, hierarchy: broken })).toBe('unknown.app/.Activity');
    const id = 'aiagent2_Screenshot_2025-08-25-21-11-05-42_e39d2c7de19156b0683cd93e8735f348.jpg';
    expect(await of({ ...bare, id })).toBe('com.tencent.mm/com.tencent.mm.MainActivity');
    expect(await of(bare)).toBe('unknown.app/.Activity');
  });

  it('stays with the app in front where the recording says nothing', async () => {
    const landmarks = { home: 'com.android.launcher', a1: 'com.a', b1: 'com.b' };
    const components = new ScreenComponents({ ...(await profileOfGraph(worldOf(smallGraph()))), landmarks });
    const at = async (state: string, how: { opened?: string; isBack?: boolean; screen?: Screen } = {}) => {
      const { screen = { ...bare, id: state }, ...rest } = how;
      await components.arrive(screen, { state, ...rest });
      return components.of(screen).split('/', 1)[0];
    };
    const systemui = { package: 'com.android.systemui', activity: '.Shade' };
    expect(await at('elsewhere')).toBe('unknown.app');
    expect(await at('home')).toBe('com.android.launcher');
    expect(await at('a1')).toBe('com.a');
    expect(await at('a2')).toBe('com.a');
    expect(await at('shade', { screen: { ...bare, activity: systemui } })).toBe('com.android.systemui');
    expect(await at('a3')).toBe('com.a');
    // Both open on one state: what was asked for counts, also while the phone stays.
    expect(await at('b1', { opened: 'com.c' })).toBe('com.c');
    expect(await at('b1')).toBe('com.c');
    expect(await at('c2')).toBe('com.c');
    expect(await at('a2', { isBack: true })).toBe('com.a');
    expect(await at('home')).toBe('com.android.launcher');
  });
});

describe('packageOfName', () => {
  it('knows apps by the names people use', () => {
    expect(['Settings', ' 设置', 'bilibili', 'google maps', 'nothing'].map(packageOfName)).toEqual([
      'com.android.settings',
      'com.android.settings',
      'tv.danmaku.bili',
      'com.google.android.apps.maps',
      null,
    ]);
    expect(packageOfFileName('screen.png')).toBeNull();
  });
});
