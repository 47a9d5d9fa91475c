import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Template } from '../catalogue/prompt-entry.js';
import { fillPrompt, type FilledPrompt } from './fill-prompt.js';
import { probeText } from './prompt-piece.js';
import { splitTemplate, TemplateFault } from './split-template.js';

function fill(
  template: Exclude<Template, 'f-string'>,
  text: string,
  values: Readonly<Record<string, string>>,
): FilledPrompt {
  const fields = Object.keys(values);
  return fillPrompt({ template, fields, pieces: splitTemplate(template, text, fields) }, values);
}

describe('fillPrompt', () => {
  it.each<[Exclude<Template, 'f-string'>, string, Record<string, string>, string]>([
    ['str.format', '{a} {{b}} {{{a}}} }}', { a: 'x' }, 'x {b} {x} }'],
    ['str.format', 'at {} of {}', { 0: 'x', 1: 'y' }, 'at x of y'],
    ['verbatim', '{"a": {{b}}} <c> **d**', { a: 'x', c: 'y', d: 'z' }, '{"a": {{b}}} <c> **d**'],
    ['str.replace', '{a} {b} {{a}} {"k": 1}', { a: 'x' }, 'x {b} {x} {"k": 1}'],
    ['angle', '<a> <b> {a}', { a: 'x' }, 'x <b> {a}'],
    ['stars', '{**A**} **B** *A*', { A: 'x' }, '{x} **B** *A*'],
    ['jinja', '{% if a %}{{ a }}{% endif %}', { a: 'x' }, '{% if a %}{{ a }}{% endif %}'],
  ])('fills %s %j', (template, text, values, expected) => {
    expect(fill(template, text, values).text).toBe(expected);
  });

  it('puts values in once, as they are, whatever they hold', () => {
    const any = fc.oneof(fc.constantFrom('{b}', '<b>', '**b**', '{{', '\\1', '$&', '{a}'), fc.string());
    const kinds = fc.constantFrom<[Exclude<Template, 'f-string'>, string]>(
      ['str.format', '{a}|{b}|{a}'],
      ['str.replace', '{a}|{b}|{a}'],
      ['angle', '<a>|<b>|<a>'],
      ['stars', '**a**|**b**|**a**'],
    );
    fc.assert(
      fc.property(kinds, any, any, ([template, text], a, b) => {
        const filled = fill(template, text, { a, b });
        expect(filled.text).toBe(`${a}|${b}|${a}`);
      }),
    );
  });

  it('puts an expression’s own text in place of an empty value', () => {
    const pieces = ['plan: ', { field: "p if p else 'none'", name: 'p', otherwise: 'none' }];
    const prompt = { template: 'f-string', fields: ['p'], pieces } as const;
    expect(fillPrompt(prompt, { p: '' }).text).toBe('plan: none');
    expect(fillPrompt(prompt, { p: 'go' }).text).toBe('plan: go');
    expect(fillPrompt({ ...prompt, pieces: [{ field: 'p', name: 'p' }] }, { p: '' }).text).toBe('');
  });

  it('refuses a field without a value, inherited names among them', () => {
    const refused = expect.objectContaining({ code: 'PROMPT_FILL' }) as Error;
    const prompt = { template: 'f-string', fields: [], pieces: [{ field: 'x', name: 'toString' }] } as const;
    expect(() => fillPrompt(prompt, { x: 'y' })).toThrow(refused);
    expect(() => fillPrompt(prompt, { x: 'y' })).toThrow('the prompt asks for toString');
  });

  it('names values that the official script would change', () => {
    const values = (first: string, second: string): Record<string, string> => ({ first, second });
    expect(fill('angle', '<first><second>', values('C:\\new', 'x')).differs).toEqual(['first']);
    expect(fill('angle', '<first><second>', values('see <second>', 'x')).differs).toEqual(['first']);
    // What is filled already is not filled again.
    expect(fill('angle', '<first><second>', values('<first>', 'see <first>')).differs).toEqual([]);
    expect(fill('str.replace', '{first}{second}', values('a\\b', 'x')).differs).toEqual([]);
    expect(fill('str.replace', '{first}{second}', values('{second}', 'x')).differs).toEqual(['first']);
    expect(fill('str.format', '{first}{second}', values('{second}\\', 'x')).differs).toEqual([]);
  });
});

describe('splitTemplate', () => {
  it('undoes whatever text was escaped for str.format', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const escape = (text: string): string => text.replaceAll(/[{}]/g, (brace) => brace + brace);
        const pieces = splitTemplate('str.format', `${escape(before)}{name}${escape(after)}`, ['name']);
        expect(probeText(pieces)).toBe(`${before}<<name>>${after}`);
      }),
    );
  });

  it.each(['{', 'a }', '{a', '{a{b}}', '{a!r}', '{a:>3}', '}{'])('refuses %j', (text) => {
    expect(() => splitTemplate('str.format', text, [])).toThrow(TemplateFault);
  });
});
