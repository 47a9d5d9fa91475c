import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { refusePublished } from './refuse-published.js';

describe('refusePublished', () => {
  it.each([...BENCHMARKS.values()].map((definition) => [definition.name, definition] as const))(
    'lets %s show published rows, or says that it has none',
    (name, definition) => {
      const ask = (): void => refusePublished(definition, true);
      const has = ['colorbench', 'guiodyssey', 'sphinx', 'androidlens', 'probench'].includes(name);
      if (has) expect(ask).not.toThrow();
      else expect(ask).toThrow(`${name} has no published rows to show`);
      expect(() => refusePublished(definition, false)).not.toThrow();
    },
  );

  it('names those that have some', () => {
    expect(() => refusePublished({ name: 'mine' }, true)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('guiodyssey') as string }),
    );
  });
});
