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
