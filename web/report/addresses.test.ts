import { describe, expect, it } from 'vitest';
import { parseSearch } from '../app/search.js';
import { Addresses } from './addresses.js';
import { EVERYTHING, isNarrowed, NO_FILTER, parseListQuery, type ListQuery } from './list-query.js';
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
    const query: ListQuery = {
      text: 'milk & bread',
      outcomes: ['passed', 'agent_error'],
      app: 'Shop',
      ability: null,
      run: 'a/b',
      reason: 'step_budget',
      task: null,
      differs: true,
      cell: '0:1:2:3',
      sort: 'steps',
      descending: true,
    };
    const address = FILE.list('episodes', query);
    expect(parseListQuery(parseSearch(address.split('?')[1] ?? ''))).toEqual(query);
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
