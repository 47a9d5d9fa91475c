import { describe, expect, it } from 'vitest';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { requirePhone } from './require-phone.js';

const DRIVER = { name: 'adb', needs: { deviceBridge: true } };

function hintFor(protocol: string, known?: ReadonlyMap<string, BenchmarkDefinition>): string {
  const benchmark = { name: 'x', items: { protocol } } as unknown as Benchmark;
  try {
    requirePhone(DRIVER, benchmark, 'corrected', known);
  } catch (error) {
    return (error as { hint?: string }).hint ?? '';
  }
  return 'a phone';
}

describe('requirePhone', () => {
  it('names what can serve as a phone, from the registry', () => {
    const hint = hintFor('stepwise');
    for (const { name, protocol } of BENCHMARKS.values()) {
      const named = new RegExp(`[ ,]${name}[ ,.]`).test(hint);
      expect([name, named]).toEqual([name, protocol !== 'stepwise']);
    }
    expect(hint).toContain('a world of your own');
    const mine = { name: 'mine', protocol: 'interactive' } as BenchmarkDefinition;
    expect(hintFor('stepwise', new Map([['mine', mine]]))).toBe(
      'A phone is served from a graph: mine or a world of your own.',
    );
  });

  it('asks for the questions to be left out, and lets a world pass', () => {
    expect(hintFor('question')).toContain('--dimensions navigation');
    expect(hintFor('interactive')).toBe('a phone');
  });
});
