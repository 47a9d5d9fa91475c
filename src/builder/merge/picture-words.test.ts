import { describe, expect, it } from 'vitest';
import type { Ask } from '../../models/asking/model-question.js';
import { compareWords, readWordsOf, wordReader } from './picture-words.js';

const GREY = { band: 'grey', prior: 0.25, why: '2 small areas of the picture differ' } as const;

function wordsOf(text: string): ReadonlySet<string> {
  const read = readWordsOf(text);
  if (read.type !== 'value') throw new Error(read.error.message);
  return read.value;
}

describe('readWordsOf', () => {
  it('gives words without signs and numbers', () => {
    expect([...wordsOf('"Settings"\n3 new, 10:42\nWi-Fi  (on)')]).toEqual(['settings', 'new', 'wi-fi', 'on']);
    expect(wordsOf('NONE')).toEqual(new Set());
    expect(readWordsOf(' \n').type).toBe('unreadable');
  });
});

describe('wordReader', () => {
  it('shows the role reader the picture alone, once a look', async () => {
    const data = Buffer.from('a picture');
    const capture = {
      size: null,
      activity: null,
      picture: 'p',
      hierarchy: null,
      pictureContent: { mediaType: 'image/png', load: async () => data },
      hierarchyContent: null,
    };
    const asked: unknown[] = [];
    const ask = (async (question: Parameters<Ask>[0]) => {
      const pictures = question.request.messages.flatMap(({ content }) =>
        content.flatMap((part) => (part.type === 'image' ? [part.data] : [])),
      );
      asked.push([question.role, pictures]);
      const text = 'Wi-Fi';
      return { type: 'value' as const, value: wordsOf(text), text, unreadable: 0 };
    }) as unknown as Ask;
    const read = wordReader(ask, new AbortController().signal);
    const look = { id: 'one', capture, captures: [0] };
    expect([await read(look), await read(look)]).toEqual([new Set(['wi-fi']), new Set(['wi-fi'])]);
    expect(await read({ ...look, id: 'two', capture: { ...capture, pictureContent: null } })).toBeNull();
    expect(asked).toEqual([['reader', [data]]]);
  });
});

describe('compareWords', () => {
  it('makes one state likelier with the same words, less likely with others, and impossible with many others', () => {
    const known = wordsOf('Unread mails 3');
    expect(compareWords(GREY, known, wordsOf('Unread mails 4'))).toMatchObject({ band: 'grey', prior: 0.5 });
    expect(compareWords(GREY, known, wordsOf('Unread mail'))).toMatchObject({ band: 'grey', prior: 0.06 });
    expect(compareWords(GREY, known, wordsOf('Draft of a letter'))).toEqual({ band: 'different' });
  });
});
