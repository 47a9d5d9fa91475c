import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DatasetError } from '../../errors.js';
import { FormatVersionError } from '../file-errors.js';
import { worldJsonSchemas } from '../json-schemas.js';
import { parseSuite } from './read-suite.js';

const SUITE = {
  formatVersion: 1,
  name: 'errands',
  version: '1',
  languages: ['en'],
  defaultMaxSteps: 20,
  tasks: [
    {
      id: 'one',
      instructions: { en: 'Open Notes' },
      milestones: [{ id: 'm', type: 'screen', screens: ['notes'] }],
    },
    { id: 'two', instructions: { en: 'Go home' } },
  ],
};

const AD = { id: 'ad', type: 'ad' };
const visited = (id: string, before?: string) => ({
  id,
  type: 'state',
  states: ['s'],
  ...(before === undefined ? {} : { before }),
});

describe('parseSuite', () => {
  it('reads tasks and fills in what they leave out', () => {
    const { suite, broken } = parseSuite(JSON.stringify(SUITE), 'suite.json');
    expect(broken).toEqual([]);
    expect(suite.tasks[1]).toMatchObject({ id: 'two', apps: [], milestones: [], evaluators: [] });
  });

  it('sets a broken task apart with its place and keeps the others', () => {
    const tasks = [
      ...SUITE.tasks,
      { id: 'three', instructions: {} },
      { id: 'one', instructions: { en: 'Again' } },
      7,
      {
        id: 'five',
        instructions: { en: 'x' },
        milestones: [
          { id: 'm', type: 'screen', screens: ['a'] },
          {
            id: 'g',
            type: 'group',
            order: 'ordered',
            children: [{ id: 'm', type: 'answer', accepted: ['b'] }],
          },
        ],
      },
    ];
    const { suite, broken } = parseSuite(JSON.stringify({ ...SUITE, tasks }, null, 1), 'suite.json');
    expect(suite.tasks.map((task) => task.id)).toEqual(['one', 'two']);
    expect(broken.map((task) => task.id)).toEqual(['three', '#4', '#5', 'five']);
    expect(broken[0]?.error.place).toMatchObject({ path: ['tasks', 2, 'instructions'] });
    expect(broken[0]?.error.place?.line).toBeGreaterThan(1);
    expect(broken[1]?.error.message).toContain('given twice');
  });

  it('upgrades version 1, in which a task has nothing that version 2 brought', () => {
    const alternatives = {
      id: 'g',
      type: 'group',
      order: 'ordered',
      children: [
        {
          id: 'h',
          type: 'group',
          order: 'alternatives',
          children: [{ id: 'm', type: 'screen', screens: ['a'] }],
        },
      ],
    };
    const tasks = [
      { id: 'plain', instructions: { en: 'x' } },
      { id: 'permits', instructions: { en: 'x' }, permits: ['pay'] },
      { id: 'ends', instructions: { en: 'x' }, milestones: [alternatives] },
    ];
    const old = parseSuite(JSON.stringify({ ...SUITE, tasks }), 'suite.json');
    expect(old.suite).toMatchObject({ formatVersion: 2, tasks: [{ id: 'plain' }] });
    expect(old.broken.map(({ id, error }) => [id, error.place?.path, error.hint])).toEqual([
      ['permits', ['tasks', 1, 'permits'], 'Set "formatVersion": 2.'],
      ['ends', ['tasks', 2, 'milestones', 0, 'children', 0, 'order'], 'Set "formatVersion": 2.'],
    ]);
    const now = parseSuite(JSON.stringify({ ...SUITE, formatVersion: 2, tasks }), 'suite.json');
    expect(now.broken).toEqual([]);
    expect(now.suite.tasks.map(({ permits }) => permits)).toEqual([undefined, ['pay'], undefined]);
  });

  it.each([
    ['a prohibition id given twice', { prohibitions: [visited('a'), visited('a')] }, 'id "a" is given twice'],
    ['an obligation with a milestone id', { obligations: [visited('m')] }, 'id "m" is given twice'],
    [
      'an obligation before nothing',
      { obligations: [visited('a', 'z')] },
      'no obligation and no milestone "z"',
    ],
    [
      'obligations in a circle',
      { obligations: [visited('a', 'b'), visited('b', 'a')] },
      'obligation "a" would come before itself',
    ],
    ['an event id given twice', { events: [AD, AD] }, 'id "ad" is given twice'],
    ['an event that ends before it begins', { events: [{ ...AD, earliest: 5, latest: 4 }] }, 'latest'],
    ['a kind there is not', { permits: ['shout'] }, 'permits'],
  ])('sets a task apart with %s', (_, more, message) => {
    const milestones = [{ id: 'm', type: 'screen', screens: ['a'] }];
    const tasks = [{ id: 't', instructions: { en: 'x' }, milestones, ...more }];
    const { broken } = parseSuite(JSON.stringify({ ...SUITE, formatVersion: 2, tasks }), 'suite.json');
    expect(broken[0]?.error.message).toContain(message);
  });

  it('takes obligations that come before each other in a row, and before a milestone', () => {
    const milestones = [{ id: 'm', type: 'screen', screens: ['a'] }];
    const obligations = [visited('a', 'b'), visited('b', 'm'), visited('c', 'm')];
    const tasks = [{ id: 't', instructions: { en: 'x' }, milestones, obligations }];
    expect(parseSuite(JSON.stringify({ ...SUITE, formatVersion: 2, tasks }), 's').broken).toEqual([]);
  });

  it('refuses newer versions and a broken frame as a whole', () => {
    expect(() => parseSuite(JSON.stringify({ ...SUITE, formatVersion: 9 }), 's')).toThrow(FormatVersionError);
    expect(() => parseSuite(JSON.stringify({ ...SUITE, tasks: 'none' }), 's')).toThrow(DatasetError);
  });

  it('throws only dataset errors for any content of the tasks', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (tasks) => {
        const { suite, broken } = parseSuite(JSON.stringify({ ...SUITE, tasks }), 'suite.json');
        expect(suite.tasks.length + broken.length).toBe(tasks.length);
      }),
    );
    const text = JSON.stringify(SUITE);
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 4 }), (at, inserted) => {
        try {
          parseSuite(text.slice(0, at) + inserted, 'suite.json');
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
    );
  });
});

describe('worldJsonSchemas', () => {
  it('describes both files of a world', () => {
    const schemas = worldJsonSchemas();
    expect(schemas['graph.json']).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schemas['suite.json']['required']).toContain('tasks');
  });
});
