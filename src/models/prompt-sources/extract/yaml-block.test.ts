import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlBlock } from './yaml-block.js';

const SOUGHT = { id: 'made-up', file: 'config.yaml', fields: [] };

describe('yamlBlock', () => {
  it.each([
    ['a: |-\n  x\n   y\n\n  z\n\n\nb: 1\n', ['a'], 'x\n y\n\nz'],
    ['a: |\n  x\n\n\n', ['a'], 'x\n'],
    ['a: |+\n  x\n\nb: 1\n', ['a'], 'x\n\n'],
    ['a: |2-\n    x\n   y\n', ['a'], '  x\n y'],
    ['a: |-2\n    x\n', ['a'], '  x'],
    ['a: |- # why\n  x # not a comment\n', ['a'], 'x # not a comment'],
    ['a: |-\n\n\n  x\n', ['a'], '\n\nx'],
    ['a: |-\n  x', ['a'], 'x'],
    ['a: |-\nb: 1\n', ['a'], ''],
    ['a:\n  b: 1\n  "c": |-\n    x\n', ['a', 'c'], 'x'],
    ["a:   # note\n    b-c:\n      'd e': |-\n        x\n", ['a', 'b-c', 'd e'], 'x'],
    ['b:\n  a: |-\n    no\na: |-\n  yes\n', ['a'], 'yes'],
  ])('reads %j', (text, keys, expected) => {
    expect(yamlBlock(text, keys, SOUGHT)).toBe(expected);
    const whole: unknown = parse(text);
    expect(keys.reduce((value, key) => (value as Record<string, unknown>)[key], whole)).toBe(expected);
  });

  it.each([
    ['a: 1\n', ['b'], 'there is no b'],
    ['a: 1\n', ['a', 'b'], 'a is no mapping'],
    ['a: >-\n  x\n', ['a'], 'no block of text'],
    ['a: "x"\n', ['a'], 'no block of text'],
    ['a:\n  b: |-\n    x\nc: 1\n', ['a', 'c'], 'there is no a.c'],
    ['', ['a'], 'there is no a'],
  ])('refuses %j', (text, keys, message) => {
    expect(() => yamlBlock(text, keys, SOUGHT)).toThrow(
      expect.objectContaining({
        code: 'PROMPT_STRUCTURE',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('reads what a reader of all of YAML reads', () => {
    const line = fc.stringMatching(/^[ a{}:#"'\\|-]{0,8}$/);
    const chomping = fc.constantFrom('', '-', '+');
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), chomping, (lines, chomp) => {
        // What the first line begins with decides the indentation, so it begins with a letter.
        const body = ['first', ...lines].map((text) => `    ${text}`).join('\n');
        const text = `other: 1\nagent:\n  text: |${chomp}\n${body}\n  last: 2\n`;
        const { agent } = parse(text) as { agent: { text: string } };
        expect(yamlBlock(text, ['agent', 'text'], SOUGHT)).toBe(agent.text);
      }),
    );
  });
});
