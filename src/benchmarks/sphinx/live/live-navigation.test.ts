import { describe, expect, it } from 'vitest';
import { AppsMissingError } from '../../../environments/android/pool/device-errors.js';
import { requireAnApp } from './live-navigation.js';
import type { PhonePair } from './phone-items.js';

function pairOf(app: string): PhonePair {
  const found = { name: app, package: `org.example.${app}`, category: 'Tools' };
  return { pair: { task: 1, app }, goal: 'Write', app: found, login: null };
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
