import { describe, expect, it } from 'vitest';
import { AddressedText } from './addressed-text.js';

describe('AddressedText', () => {
  it('keeps what was typed while the address still has what was there before', () => {
    const text = new AddressedText('');
    for (const typed of ['a', 'ab', 'abc']) text.typed(typed);
    expect([text.seen('a'), text.seen('ab'), text.seen('abc')]).toEqual([null, null, null]);
  });

  it('takes what others write into the address once its own text was there', () => {
    const text = new AddressedText('a');
    expect(text.seen('b')).toBe('b');
    text.typed('bc');
    expect(text.seen('b')).toBeNull();
    expect(text.seen('bc')).toBeNull();
    expect(text.seen('')).toBe('');
    text.typed('');
    expect(text.seen('x')).toBe('x');
  });

  it('hears of others after a letter was taken back before the address had it', () => {
    const text = new AddressedText('a');
    for (const typed of ['ab', 'a']) text.typed(typed);
    expect(text.seen('')).toBe('');
    for (const typed of ['b', '']) text.typed(typed);
    expect([text.seen('b'), text.seen('')]).toEqual([null, null]);
    expect(text.seen('c')).toBe('c');
  });
});
