import { describe, expect, it } from 'vitest';
import { readSize } from './read-size.js';

describe('readSize', () => {
  it('reads a width and a height', () => {
    expect(readSize(' 1080X2400 ', '--screen')).toEqual({ width: 1080, height: 2400 });
    expect(readSize(undefined, '--screen')).toBeNull();
  });

  it.each(['100000x100000', '0x10', '10x0', '99999999999999999999x1'])(
    'says that %s is no size of a screen',
    (given) => {
      expect(() => readSize(given, '--screen')).toThrow(
        expect.objectContaining({
          code: 'USER',
          message: `--screen: ${given} is no size that a screen has`,
          hint: 'Each side is 1 to 8000: --screen 1080x2400.',
        }),
      );
    },
  );

  it.each(['1080', '1080x', 'x', '10.5x20', '-1x5'])('says how to write a size in place of %j', (given) => {
    expect(() => readSize(given, '--screen')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('width x height') }),
    );
  });
});
