import { describe, expect, it } from 'vitest';
import { compareWords, readWordsOf } from './picture-words.js';

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

describe('compareWords', () => {
  it('makes one state likelier with the same words, less likely with others, and impossible with many others', () => {
    const known = wordsOf('Unread mails 3');
    expect(compareWords(GREY, known, wordsOf('Unread mails 4'))).toMatchObject({ band: 'grey', prior: 0.5 });
    expect(compareWords(GREY, known, wordsOf('Unread mail'))).toMatchObject({ band: 'grey', prior: 0.06 });
    expect(compareWords(GREY, known, wordsOf('Draft of a letter'))).toEqual({ band: 'different' });
  });
});
