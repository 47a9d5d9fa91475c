import { describe, expect, it } from 'vitest';
import { OutputTail } from './output-tail.js';

describe('OutputTail', () => {
  it('keeps the last, at least as much as asked for, and counts the lines before', () => {
    const tail = new OutputTail(20);
    for (let line = 1; line <= 100; line += 1) tail.add(`line ${line}\n`);
    const { text, firstLine } = tail.read();
    expect(text.length).toBeGreaterThanOrEqual(20);
    expect(text.length).toBeLessThan(40);
    expect(text.startsWith(`line ${firstLine}\n`)).toBe(true);
    expect(text.endsWith('line 100\n')).toBe(true);
  });

  it('keeps a piece that is larger than all it may hold', () => {
    const tail = new OutputTail(3);
    tail.add('abcdef');
    expect(tail.read()).toEqual({ text: 'abcdef', firstLine: 1 });
  });

  it('gives text without colours, each line end a line feed', () => {
    const tail = new OutputTail(100);
    tail.add('\u001b[35mtwo\u001b[0m\r\nlines');
    expect(tail.read().text).toBe('two\nlines');
  });
});
