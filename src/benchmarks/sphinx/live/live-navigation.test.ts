import { describe, expect, it } from 'vitest';
import { AppsMissingError } from '../../../environments/android/pool/device-errors.js';
import { inBatches, requireAnApp } from './live-navigation.js';
import { phoneItem, type PhonePair } from './phone-items.js';

function pairOf(app: string, task = 1): PhonePair {
  const found = { name: app, package: `org.example.${app}`, category: 'Tools' };
  return { pair: { task, app }, goal: 'Write', app: found, login: null };
}
const PAIRS = [pairOf('notes'), pairOf('clock')];

/** Whether a run is refused whose apps are missing on these of two phones. */
function isRefused(notes: readonly string[], clock: readonly string[]): boolean {
  const missing = new Map([
    ['org.example.notes', notes],
    ['org.example.clock', clock],
  ]);
  try {
    requireAnApp(PAIRS, { missing }, 2);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(AppsMissingError);
    return true;
  }
}

describe('requireAnApp', () => {
  it('refuses a run only where no phone has any of its apps', () => {
    expect(isRefused(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(isRefused(['a', 'b'], ['a'])).toBe(false);
    expect(isRefused(['a'], ['b'])).toBe(false);
    expect(isRefused(['a', 'b'], [])).toBe(false);
    expect(() => requireAnApp([], { missing: new Map() }, 2)).not.toThrow();
  });
});

describe('inBatches', () => {
  it('chooses from one order whatever the phones, and has each phone its turn', () => {
    const pairs = [pairOf('notes'), pairOf('notes', 2), pairOf('clock'), pairOf('clock', 2)];
    const idsOf = (phones: number) => {
      const lanes = new Map<string, string>();
      const made = inBatches(pairs, phones, { lanes, makeItem: (found) => phoneItem(found, '/none', null) });
      const [items, plan] = [made.items, made.plan].map((list) => list.map(({ id }) => id));
      return { items, plan, lanes: [...lanes] };
    };
    const byApp = ['notes', 'clock'].flatMap((app) => [`navigation/1/${app}`, `navigation/2/${app}`]);
    expect(idsOf(1)).toMatchObject({ items: byApp, plan: byApp });
    const two = idsOf(2);
    expect(two.items).toEqual(byApp);
    expect(two.plan).toEqual(
      ['1', '2'].flatMap((task) => [`navigation/${task}/notes`, `navigation/${task}/clock`]),
    );
    expect(Object.fromEntries(two.lanes)).toMatchObject({
      'navigation/2/notes': '0',
      'navigation/2/clock': '1',
    });
  });
});
