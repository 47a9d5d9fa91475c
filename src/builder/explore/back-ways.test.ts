import { describe, expect, it } from 'vitest';
import { BackWays, type Leaving } from './back-ways.js';

function walked(...screens: readonly (readonly [number, string, Leaving, string])[]): BackWays {
  const ways = new BackWays();
  for (const [capture, title, how, next] of screens) ways.left({ capture, title, how, next });
  return ways;
}

describe('where BACK leads', () => {
  it('goes back over everything at first', () => {
    const ways = walked([1, 'Home', 'onward', 'List'], [2, 'List', 'change', 'List']);
    expect(ways.before).toEqual([1, 2]);
    ways.wentBack((capture) => capture === 2);
    expect(ways.before).toEqual([1]);
  });

  it('leaves out changes of one page where BACK passed over one', () => {
    const ways = walked([1, 'Home', 'onward', 'List'], [2, 'List', 'change', 'List']);
    ways.wentBack((capture) => capture === 1);
    expect(ways.before).toEqual([]);
    ways.left({ capture: 1, title: 'Home', how: 'onward', next: 'List' });
    ways.left({ capture: 2, title: 'List', how: 'change', next: 'List' });
    expect(ways.before).toEqual([1]);
  });

  it('takes a form that was saved for gone where BACK passed over one', () => {
    const form = [
      [1, 'Home', 'onward', 'Alarms'],
      [2, 'Alarms', 'onward', 'New alarm'],
      [3, 'New alarm', 'return', 'Alarms'],
    ] as const;
    const ways = walked(...form);
    expect(ways.before).toEqual([1, 2, 3]);
    ways.wentBack((capture) => capture === 1);
    for (const [capture, title, how, next] of form) ways.left({ capture, title, how, next });
    expect(ways.before).toEqual([1]);
  });

  it('relies on going from page to page until it failed too often', () => {
    const ways = new BackWays();
    for (let failures = 0; failures < 4; failures += 1) {
      ways.left({ capture: 1, title: 'Home', how: 'onward', next: 'List' });
      expect(ways.before).toEqual([1]);
      ways.wentBack(() => false);
    }
    ways.left({ capture: 1, title: 'Home', how: 'onward', next: 'List' });
    expect(ways.before).toEqual([]);
  });
});
