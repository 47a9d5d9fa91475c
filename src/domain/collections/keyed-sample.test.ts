import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyedSample, KeyedSampler } from './keyed-sample.js';

const TASKS = Array.from({ length: 100 }, (_, index) => `task-${index}`);
const anyIds = fc.uniqueArray(fc.string(), { maxLength: 40 });

describe('keyedSample', () => {
  it('takes the same on every machine', () => {
    expect([...keyedSample(TASKS, 4, 7).ids]).toMatchInlineSnapshot(`
      [
        "task-44",
        "task-21",
        "task-18",
        "task-34",
      ]
    `);
  });

  it('takes as many as asked for, or all there are', () => {
    fc.assert(
      fc.property(anyIds, fc.nat(50), fc.nat(), (ids, size, seed) => {
        const sample = keyedSample(ids, size, seed);
        expect(sample.ids.size).toBe(Math.min(size, ids.length));
        expect(sample.of).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining([...sample.ids]));
      }),
    );
  });

  it('does not go by the order of the ids', () => {
    fc.assert(
      fc.property(anyIds, fc.nat(20), fc.nat(), (ids, size, seed) => {
        expect(keyedSample(ids.toReversed(), size, seed).ids).toEqual(keyedSample(ids, size, seed).ids);
      }),
    );
  });

  it('holds every smaller sample, and what it takes of a part it takes of the whole’s part', () => {
    fc.assert(
      fc.property(anyIds, fc.nat(20), fc.nat(), (ids, size, seed) => {
        const [smaller, larger] = [keyedSample(ids, size, seed).ids, keyedSample(ids, size + 1, seed).ids];
        expect([...smaller].every((id) => larger.has(id))).toBe(true);
        const part = ids.slice(0, Math.ceil(ids.length / 2));
        const inPart = part.filter((id) => larger.has(id));
        expect(inPart.every((id) => keyedSample(part, size + 1, seed).ids.has(id))).toBe(true);
      }),
    );
  });

  it('takes every id about equally often, and another sample with another seed', () => {
    const counts = new Map(TASKS.map((id) => [id, 0]));
    for (let seed = 0; seed < 2000; seed += 1) {
      for (const id of keyedSample(TASKS, 20, seed).ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    // 400 are expected of each; 5 standard deviations are 90.
    expect(Math.min(...counts.values())).toBeGreaterThan(310);
    expect(Math.max(...counts.values())).toBeLessThan(490);
    expect(keyedSample(TASKS, 20, 1).ids).not.toEqual(keyedSample(TASKS, 20, 2).ids);
  });
});

describe('KeyedSampler', () => {
  it('chooses as keyedSample does, of ids in any order and more than once, whenever it is asked', () => {
    const many = Array.from({ length: 400 }, (_, index) => `step-${index}`);
    for (const size of [0, 1, 3, 30, 399, 400, 401]) {
      const sampler = new KeyedSampler(size, 5);
      for (const [index, id] of many.entries()) {
        sampler.add(id);
        if (index % 7 === 0) sampler.add(many[index >> 1] ?? '');
        if (index === 200) expect(sampler.ids()).toEqual(keyedSample(many.slice(0, 201), size, 5).ids);
      }
      expect(sampler.ids()).toEqual(keyedSample(many.toReversed(), size, 5).ids);
    }
  });
});
