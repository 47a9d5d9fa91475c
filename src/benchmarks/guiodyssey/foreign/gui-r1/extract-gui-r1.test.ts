import { describe, expect, it } from 'vitest';
import { extractGuiR1 } from './extract-gui-r1.js';

describe('extractGuiR1', () => {
  it.each([
    ["[{'action': 'click', 'point': [12, 34], 'input_text': 'no input text'}]", 'click', [12, 34]],
    // Not a pair, or no braces around it.
    ["{'point': [12 ,34]}", null, [0, 0]],
    ["{'point': [-12, 34]}", null, [0, 0]],
    ["{'point': [1.5, 34]}", null, [0, 0]],
    ["{'point': (12, 34)}", null, [0, 0]],
    ["['point': [12, 34]]", null, [0, 0]],
    // The last pair of the first line that fits.
    ['{[1, 2] [3, 4]}', null, [3, 4]],
    ['{[1, 2]} {[3, 4]', null, [1, 2]],
    ['{\n[1, 2]}\n{[3, 4]}', null, [3, 4]],
    // Line feeds may stand behind the comma and behind the pair alone.
    ['{[1,\n2]\n \n}', null, [1, 2]],
    ['{[1, 2]\n x\n}', null, [0, 0]],
    ['{x\n[1, 2]}', null, [0, 0]],
    // Digits of any script, words without combining marks.
    ['{[٣٤, ５]}', null, [34, 5]],
    ["'action': '長_x２' {", '長_x２', [0, 0]],
    ["'action': 'a\u0301'", null, [0, 0]],
  ])('takes from %j the action %j and the point %j', (content, action, point) => {
    expect(extractGuiR1(`<think>{[9, 9]}</think><answer> ${content}\n</answer>`)).toMatchObject({
      action,
      point,
    });
  });

  it('ends a text at an apostrophe, and reads none over a line feed', () => {
    const textOf = (content: string): string => extractGuiR1(`<answer>${content}</answer>`).text;
    expect(textOf("'input_text': 'it's'")).toBe('it');
    expect(textOf("'input_text':\n 'a\rb'")).toBe('a\rb');
    expect(textOf("'input_text': 'a\nb'")).toBe('no input text');
    expect(textOf("'input_text': ''")).toBe('');
  });

  it('reads the first answer alone, and nothing outside of one', () => {
    expect(extractGuiR1('<answer>x</answer><answer>{[1, 2]}</answer>').point).toEqual([0, 0]);
    expect(extractGuiR1("{'action': 'click', 'point': [1, 2]}")).toEqual({
      action: null,
      text: 'no input text',
      point: [0, 0],
    });
    expect(extractGuiR1('<answer>{[1, 2]}').point).toEqual([0, 0]);
  });

  it('reads long answers of brackets', () => {
    expect(extractGuiR1(`<answer>${'{['.repeat(50_000)}[1, 2]</answer>`).point).toEqual([0, 0]);
  });
});
