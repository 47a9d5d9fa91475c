import { describe, expect, it } from 'vitest';
import { domainNamed, domainsOfApp, LENS_DOMAINS } from './lens-domains.js';
import { interactionNamed, LENS_INTERACTIONS } from './lens-interactions.js';
import { labelTask } from './label-task.js';

const TASK = { id: 'en_1', apps: [], domains: [], interactionKinds: [] };

describe('the domains of the paper', () => {
  it('are 38, with their apps', () => {
    expect(LENS_DOMAINS).toHaveLength(38);
    const appsOf = (kind: string) =>
      new Set(
        LENS_DOMAINS.filter((one) => one.kind === kind).flatMap(({ apps }) => [...apps.zh, ...apps.en]),
      );
    // The table names 60 commercial apps, eBay twice; the supplement speaks of 62.
    expect([appsOf('commercial').size, appsOf('system').size]).toEqual([60, 12]);
  });

  it.each([
    ['navigation and transportation', null],
    ['Navigation & Transportation', 'Navigation & Transportation'],
    ['navigation_transportation', 'Navigation & Transportation'],
    ['ONLINE SHOPPING ', 'Online Shopping'],
    ['my files', 'My Files'],
    ['Games', null],
    ['', null],
  ])('are known by their names, however written: %j', (name, domain) => {
    expect(domainNamed(name)).toBe(domain);
  });

  it.each([
    ['eBay', ['Online Shopping', 'Secondhand Marketplace']],
    ['淘宝', ['Online Shopping']],
    ['Trip.com', ['Local Services']],
    ['JD', ['Online Shopping']],
    ['qq', ['Instant Messaging']],
    ['QQ音乐', ['Music Streaming']],
    ['Weather', ['Weather']],
    ['x', ['Social Media']],
    ['Chess', []],
  ])('are those of the app %s', (app, domains) => {
    expect(domainsOfApp(app)).toEqual(domains);
  });
});

describe('the kinds of interaction', () => {
  it.each<[string, string]>([
    ...LENS_INTERACTIONS.map((kind): [string, string] => [kind, kind]),
    ['Multi-Round Interactions', 'multi-round interactions'],
    ['multi_round', 'multi-round interactions'],
    ['Clipboard', 'clipboard operation'],
    ['app redirection', 'application redirection'],
    ['authorisation', 'authorization'],
    ['tool_call', 'tool call'],
  ])('are known however written: %s', (name, kind) => {
    expect(interactionNamed(name)).toBe(kind);
  });

  it('are eight, and nothing else is one', () => {
    expect(LENS_INTERACTIONS).toHaveLength(8);
    expect(['', 'cross-app', '2'].map(interactionNamed)).toEqual([null, null, null]);
  });
});

describe('labelTask', () => {
  const labels = {
    byEpisode: new Map([
      ['en_1', { domains: ['Notes'], interactions: null }],
      ['en_2', { domains: null, interactions: ['sharing'] }],
    ]),
    hash: '',
  };

  it('takes the word of the label file before that of the data, and that before the apps', () => {
    const task = {
      ...TASK,
      apps: ['eBay'],
      domains: ['clock', 'Games'],
      interactionKinds: ['Comparison', 'new'],
    };
    expect(labelTask(task, labels)).toEqual({
      domains: ['Notes'],
      domainsFrom: 'labels',
      interactions: ['comparison', 'other'],
    });
    expect(labelTask({ ...task, id: 'en_2' }, labels)).toEqual({
      domains: ['Clock', 'other'],
      domainsFrom: 'data',
      interactions: ['sharing'],
    });
    expect(labelTask({ ...task, id: 'en_3', domains: [] }, labels)).toMatchObject({
      domains: ['Online Shopping', 'Secondhand Marketplace'],
      domainsFrom: 'apps',
    });
  });

  it('calls apps of no domain other, each domain once, and says nothing where nobody does', () => {
    const apps = ['Taobao', 'Chess', '京东', 'Go'];
    expect(labelTask({ ...TASK, apps }, null).domains).toEqual(['Online Shopping', 'other']);
    expect(labelTask(TASK, null)).toEqual({ domains: [], domainsFrom: null, interactions: [] });
  });
});
