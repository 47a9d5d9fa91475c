import { describe, expect, it } from 'vitest';
import { madeKey, MadePictures } from './made-pictures.js';

const picture = (length: number): { data: Uint8Array } => ({ data: new Uint8Array(length) });

describe('MadePictures', () => {
  it('makes a picture once, also for those who ask while it is being made', async () => {
    const pictures = new MadePictures({ maxBytes: 100 });
    let count = 0;
    const make = async (): Promise<{ data: Uint8Array }> => {
      count += 1;
      return Promise.resolve(picture(10));
    };
    const [first, second] = await Promise.all([pictures.get('a', make), pictures.get('a', make)]);
    expect(second).toBe(first);
    expect(await pictures.get('a', make)).toBe(first);
    expect(count).toBe(1);
  });

  it('keeps no more bytes than it may, the most recently used', async () => {
    const pictures = new MadePictures({ maxBytes: 25 });
    const made: string[] = [];
    const ask = (key: string): Promise<unknown> =>
      pictures.get(key, () => {
        made.push(key);
        return Promise.resolve(picture(10));
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(pictures.bytes).toBe(20);
    await pictures.get('large', () => Promise.resolve(picture(1000)));
    expect(pictures.bytes).toBe(0);
  });

  it('keeps no failure, and tells each his own', async () => {
    const pictures = new MadePictures({ maxBytes: 100 });
    const failing = (name: string): Promise<unknown> =>
      pictures.get('a', () => Promise.reject(new Error(`${name} is broken`)));
    const results = await Promise.allSettled([failing('one'), failing('other')]);
    expect(results.map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
      'Error: one is broken',
      'Error: other is broken',
    ]);
    expect(await pictures.get('a', () => Promise.resolve(picture(3)))).toEqual(picture(3));
  });
});

describe('madeKey', () => {
  it('differs where the picture or what is done with it differs', () => {
    const bytes = new Uint8Array([1, 2]);
    const keys = [
      madeKey(bytes, { resize: null }),
      madeKey(new Uint8Array([1, 3]), { resize: null }),
      madeKey(bytes, { resize: 1 }),
      madeKey(bytes, { resize: null }, 'marks'),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(madeKey(new Uint8Array([0, 1, 2]).subarray(1), { resize: null })).toBe(keys[0]);
  });
});
