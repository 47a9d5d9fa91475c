import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerEnd } from './answer-end.js';
import { decodeEscapes, quoteText } from './quoted-text.js';
import { scanCall } from './scan-call.js';
import { scanPosition } from './scan-position.js';

const FREE: ReadonlySet<string> = new Set(['text', '']);

/** Name, then `name=text` of each argument, then the warnings; the problem where there is no call. */
function scanned(text: string, escapes = true): string {
  const warnings = new Set<string>();
  const call = scanCall(text, 0, text.length, { freeText: FREE, escapes, warnings });
  if ('problem' in call) return call.opened ? 'broken' : 'none';
  const args = call.arguments.map(({ name, text: value }) => (name === null ? value : `${name}=${value}`));
  return [call.name, ...args, ...[...warnings].map((code) => `!${code}`)].join('|');
}

describe('scanning a call', () => {
  it.each([
    ['back()', 'back'],
    [" click( at = '(1,2)' , n=3 ) then", 'click|at=(1,2)|n=3'],
    ['tap(at=[1, 2], "a")', 'tap|at=[1, 2]|a'],
    ['os.tap(x=[(1,2),{3}], y=2)', 'os.tap|x=[(1,2),{3}]|y=2'],
    ['tap(<|box_start|>(1,2)<|box_end|>)', 'tap|<|box_start|>(1,2)<|box_end|>'],
    ["type(text='it\\'s')", "type|text=it\\'s"],
    ['type(text=\'a "b", (c) #d\')', 'type|text=a "b", (c) #d'],
    ["type(text='')", 'type|text='],
    ["type(text='a, b', n='1')", 'type|text=a, b|n=1'],
    ['type(text=hello, world (all))', 'type|text=hello, world (all)'],
    ["type(text='a')\n\nback()", 'type|text=a'],
    ["type(text='你好（世界），再见')", 'type|text=你好（世界），再见'],
    ["click（at='（1，2）'，n=2）", 'click|at=（1，2）|n=2|!fullwidth'],
    ['type(text=“a”)', 'type|text=a|!fullwidth'],
    ["type(text='it's raining')", "type|text=it's raining|!unescaped_quote"],
    ["type(text='f('x') now')", "type|text=f('x') now|!unescaped_quote"],
    ["type(text='a') to 'b'", 'type|text=a'],
    ["type(text='a\nb')", 'type|text=a\nb|!unescaped_quote'],
    ["click(at='1',)", 'click|at=1|!trailing_comma'],
    ["type(text='a',)", 'type|text=a|!trailing_comma'],
    ['press the (red) button', 'none'],
    ['', 'none'],
    ["type(text='abc", 'broken'],
    ["type(text='abc'", 'broken'],
    ["click(at='1'x)", 'broken'],
    ['click((1,2)', 'broken'],
  ])('reads %j as %s', (text, expected) => {
    expect(scanned(text)).toBe(expected);
  });

  it('takes a backslash for a character where the grammar has no escapes', () => {
    expect(scanned("type(text='C:\\')", false)).toBe('type|text=C:\\');
  });

  it('gives back any text that was quoted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom("'", '"'), (text, quote) => {
        const written = `type(text=${quoteText(text, quote)}, n=1)`;
        const warnings = new Set<string>();
        const call = scanCall(written, 0, written.length, { freeText: FREE, escapes: true, warnings });
        expect('problem' in call ? null : decodeEscapes(call.arguments[0]?.text ?? '')).toBe(text);
        expect([...warnings]).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps offsets true', () => {
    const text = "x click(at='(1,2)') y";
    const call = scanCall(text, 1, text.length, { freeText: FREE, escapes: true, warnings: new Set() });
    if ('problem' in call) throw new Error(call.problem);
    expect(text.slice(call.start, call.end)).toBe("click(at='(1,2)')");
    expect(text.startsWith('(1,2)', call.arguments[0]?.start)).toBe(true);
  });

  it('takes time linear in the length of the text', () => {
    // The square of the length would be many minutes.
    for (const unit of ["'", "')", "', ", '(', ',', "a='", '\\', '\n', ' ', "' , a", '“', 'a=']) {
      const text = `type(text='${unit.repeat(Math.floor(600_000 / unit.length))}`;
      scanned(text);
      scanned(text.replace("'", ''));
    }
  });
});

describe('scanning a position', () => {
  const shapes: ReadonlySet<string> = new Set(['(#,#)', '<point># #</point>']);
  const read = (text: string, fractions = false): string => {
    const warnings = new Set<string>();
    const found = scanPosition(text, { shapes, fractions, warnings });
    const result = found.type === 'numbers' ? found.numbers.join(' ') : found.type;
    return [result, ...warnings].join('|');
  };

  it.each([
    ['(1,2)', '1 2'],
    ['(-100,-100)', '-100 -100'],
    ['<point>1 2</point>', '1 2'],
    ['( 1 , 2 )', '1 2|alias_argument'],
    ['[[1, 2]]', '1 2|alias_argument'],
    ['<|box_start|>(1,2),(3,4)<|box_end|>', '1 2 3 4|alias_argument'],
    ['<bbox>1 2 3 4</bbox>', '1 2 3 4|alias_argument'],
    ['（1，2）', '1 2|fullwidth'],
    ['(1.5,2)', '1.5 2|float_coordinate'],
    ['', 'missing_argument'],
    ['[]', 'missing_argument'],
    ['(a,b)', 'invalid_argument'],
    ['1-2', 'invalid_argument'],
    ['(1e9,2)', 'invalid_argument'],
    [' '.repeat(401), 'invalid_argument'],
  ])('reads %j as %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('expects fractions where the grammar does', () => {
    expect(read('(0.5,1)', true)).toBe('0.5 1');
  });
});

describe('the end of an answer', () => {
  it.each([
    ['a', 1],
    ['a <|im_end|>\n', 1],
    ['a</s><|endoftext|>', 1],
    ['a [EOS] ', 1],
    ['a]', 2],
    [' <|diff_marker|>', 0],
  ])('of %j is at %i', (text, end) => {
    expect(answerEnd(text)).toBe(end);
  });
});
