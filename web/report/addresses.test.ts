import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../src/report/view/outcome-numbers.js';
import { parseSearch } from '../app/search.js';
import { Addresses } from './addresses.js';
import {
  EPISODE_SORTS,
  EVERYTHING,
  isNarrowed,
  NO_FILTER,
  parseListQuery,
  type ListQuery,
} from './list-query.js';
import type { RunView } from './model.js';

const FILE = new Addresses([]);

/** A run of which addresses use the id alone. */
function runOf(id: string): RunView {
  return { index: 0, letter: 'A', run: { id } as RunView['run'] };
}

describe('addresses', () => {
  it('are those of report files written before', () => {
    const row = { run: runOf('first'), item: 'task-3', repeat: 0 };
    expect(FILE.overview()).toBe('#/');
    expect(FILE.compare()).toBe('#/compare');
    expect(FILE.list('tasks', EVERYTHING)).toBe('#/tasks');
    expect(FILE.episode(row, 2)).toBe('#/run/first/item/task-3/step/3');
    expect(FILE.episode({ ...row, repeat: 2 })).toBe('#/run/first/item/task-3/repeat/2/step/1');
  });

  it('name the runs on a server', () => {
    const server = new Addresses(['a', 'b&c']);
    expect(server.overview()).toBe('#/overview?runs=a&runs=b%26c');
    expect(server.list('episodes', { ...EVERYTHING, differs: true })).toBe(
      '#/episodes?differs=1&runs=a&runs=b%26c',
    );
  });

  it('keep names with slashes, marks and other letters whole', () => {
    const address = FILE.episode({ run: runOf('a/b #1%'), item: '任务?</script>', repeat: 0 });
    const [, run = '', item = ''] = /^#\/run\/([^/]+)\/item\/([^/]+)\/step\/1$/.exec(address) ?? [];
    expect([run, item].map(decodeURIComponent)).toEqual(['a/b #1%', '任务?</script>']);
  });

  it('say everything that a list was narrowed to', () => {
    const anyName = fc.oneof(fc.constant(null), fc.string({ minLength: 1, unit: 'grapheme' }));
    const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
      text: fc.string({ unit: 'grapheme' }),
      outcomes: fc.subarray([...OUTCOMES]),
      app: anyName,
      ability: anyName,
      run: anyName,
      reason: anyName,
      finding: anyName,
      task: anyName,
      differs: fc.boolean(),
      cell: anyName,
      sort: fc.constantFrom(...EPISODE_SORTS),
      descending: fc.boolean(),
    });
    fc.assert(
      fc.property(anyQuery, (query) => {
        const address = FILE.list('episodes', query);
        const [, search = ''] = /^#\/episodes(?:\?(.*))?$/s.exec(address) ?? [];
        expect(parseListQuery(parseSearch(search))).toEqual(query);
      }),
    );
  });

  it('leave out what they ask in words that nobody knows', () => {
    expect(parseListQuery(parseSearch('outcome=passed,great&sort=beauty&order=up'))).toEqual({
      ...EVERYTHING,
      outcomes: ['passed'],
    });
  });
});

describe('isNarrowed', () => {
  it('is so with any filter, but not by an order alone', () => {
    expect(isNarrowed({ ...EVERYTHING, sort: 'steps', descending: true } as ListQuery)).toBe(false);
    expect(isNarrowed({ ...NO_FILTER, cell: '0:0:0:0' })).toBe(true);
    expect(isNarrowed({ ...NO_FILTER, outcomes: ['bug'] })).toBe(true);
  });
});
