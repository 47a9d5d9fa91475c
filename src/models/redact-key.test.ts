import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from './redact-key.js';

const KEY = 'sk-proj-Ab3/dE+f6hIjKlMnOpQr7tUvWxYz==';
const redact = redactor(KEY);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Letters of keys as vendors make them. */
const key = fc
  .stringMatching(/^[A-Za-z0-9_/+=-]{20,60}$/)
  .filter((text) => /\d/.test(text) && /[A-Za-z]/.test(text));

describe('redactor', () => {
  it.each([
    ['as it is', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    [
      'URL-encoded in small letters',
      encodeURIComponent(KEY).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['with slashes escaped', KEY.replaceAll('/', String.raw`\/`)],
    ['in Base64', base64(KEY)],
    ['in Base64 for addresses', base64url(KEY)],
    ['in Base64 behind its scheme', base64(`Bearer ${KEY}`)],
    ['in Base64 behind a user', base64(`u:${KEY}`)],
    ['in Base64 in the middle of more', base64(`{"k":"${KEY}","more":1}`)],
    ['cut off at its end', KEY.slice(0, 20)],
    ['cut off at its beginning', KEY.slice(-15)],
    ['cut off at both ends', KEY.slice(9, 21)],
  ])('takes a key out that comes back %s', (_, written) => {
    const clean = redact(`{"error":"no such key: ${written}."}`);
    expect(clean).toContain('[key]');
    for (const secret of [KEY, base64(KEY).slice(4, -4), encodeURIComponent(KEY)]) {
      for (let at = 0; at + 16 <= secret.length; at += 1)
        expect(clean).not.toContain(secret.slice(at, at + 16));
    }
    expect(clean.startsWith('{"error":"no such key: ')).toBe(true);
    expect(clean.endsWith('."}')).toBe(true);
  });

  it('leaves shorter parts, and everything else', () => {
    const text = `Tap "${KEY.slice(0, 11)}" at (500, 500). 设置 ${KEY.slice(-11)}`;
    expect(redact(text)).toBe(text);
  });

  it('takes a word for a key only where it stands whole', () => {
    const word = redactor('local-development');
    expect(word('the local-developments here')).toBe('the [key]s here');
    expect(word('a local-developer, development')).toBe('a local-developer, development');
  });

  it('leaves no part of 12 letters of any key, wherever it stands, and changes nothing else', () => {
    fc.assert(
      fc.property(
        key,
        fc.string({ maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        (secret, before, after, a, b) => {
          const [from, to] = [a % secret.length, b % (secret.length + 1)].toSorted((x, y) => x - y) as [
            number,
            number,
          ];
          const part = secret.slice(from, to);
          const clean = redactor(secret)(before + part + after);
          for (let at = 0; at + 12 <= secret.length; at += 1)
            expect(clean).not.toContain(secret.slice(at, at + 12));
          if (part.length < 12 && !clean.includes('[key]')) expect(clean).toBe(before + part + after);
          if (part.length >= 12) expect(clean).toContain('[key]');
        },
      ),
    );
  });

  it('takes time linear in the length of a text, also of one made against it', () => {
    const hostile = redactor('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1');
    // The square of the length would be many minutes.
    expect(hostile('aaaaa1'.repeat(200_000)).length).toBe(1_200_000);
    expect(hostile('a'.repeat(1_000_000)).length).toBeLessThan(1_000_000);
  });
});
