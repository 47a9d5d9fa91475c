import { describe, expect, it } from 'vitest';
import { sectionReader, sectionText } from './labelled-lines.js';

const read = sectionReader(['Thought', 'Action', 'Summary']);

function parts(text: string): [label: string, content: string, exact: boolean][] {
  return read(text).map(({ label, start, end, exact }) => [label, text.slice(start, end).trim(), exact]);
}

describe('sectionReader', () => {
  it('cuts an answer at the labels that its lines begin with', () => {
    expect(parts('Thought: a\nb\nAction: c: Summary\nSummary: d')).toEqual([
      ['Thought', 'a\nb', true],
      ['Action', 'c: Summary', true],
      ['Summary', 'd', true],
    ]);
  });

  it.each(['thought: a', 'Thoughts: a', '**Thought:** a', '**Thought**: a', '- Thought: a', ' Thought：a'])(
    'takes %j for a label that is not exact',
    (text) => {
      expect(parts(text)).toEqual([['Thought', 'a', false]]);
    },
  );

  it('looks within lines for labels that no line begins with, behind the one before them', () => {
    expect(parts('Summary: x Thought: a Action: b Summary: c')).toEqual([
      ['Summary', 'x', true],
      ['Thought', 'a', false],
      ['Action', 'b Summary: c', false],
    ]);
    expect(parts('Thought: an Action: no\nAction: yes')).toEqual([
      ['Thought', 'an Action: no', true],
      ['Action', 'yes', true],
    ]);
    expect(parts('Reaction: a')).toEqual([]);
  });

  it('lists a label that comes twice twice; its text is that of the first', () => {
    const text = 'Action: a\nAction: b';
    expect(parts(text).map(([, content]) => content)).toEqual(['a', 'b']);
    expect(sectionText(text, read(text), 'Action')).toBe('a');
    expect(sectionText(text, read(text), 'Summary')).toBeNull();
  });
});
