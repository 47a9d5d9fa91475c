import { describe, expect, it } from 'vitest';
import { parseExpression, parseExpressionText } from './parse-expression.js';
import type { Expression } from './syntax.js';
import { tokenizePython } from './tokenize.js';

/** The kinds and sources of an expression's parts. */
function sketch(text: string): unknown {
  const { source, expression } = parseExpressionText(text, 'x.py');
  const draw = (part: Expression): unknown => {
    const own = source.text.slice(part.start, part.end);
    switch (part.type) {
      case 'sum':
        return ['+', ...part.operands.map(draw)];
      case 'list':
      case 'tuple':
        return [part.type, ...part.items.map(draw)];
      case 'dict':
        return ['dict', ...part.entries.map(({ key, value }) => [draw(key), draw(value)])];
      case 'call':
        return ['call', draw(part.callee), ...part.arguments.map(({ name, value }) => [name, draw(value)])];
      case 'attribute':
        return ['.', draw(part.object), part.name];
      case 'subscript':
        return ['[]', draw(part.object), draw(part.index)];
      case 'lambda':
        return ['lambda', draw(part.body)];
      case 'conditional':
        return ['if', draw(part.value), draw(part.condition), draw(part.otherwise)];
      case 'comprehension':
        return ['for', draw(part.element), part.targets, draw(part.iterable)];
      case 'number':
        return part.isNegative ? `-${part.digits}` : part.digits;
      case 'other':
        return { other: own };
      default:
        return own;
    }
  };
  return draw(expression);
}

describe('parseExpression', () => {
  it.each<[string, unknown]>([
    ["'a' \"b\"\n 'c'", "'a' \"b\"\n 'c'"],
    ["'a' + x + f(1)", ['+', "'a'", 'x', ['call', 'f', [null, '1']]]],
    ["'a' + (x + y) + z", ['+', "'a'", ['+', 'x', 'y'], 'z']],
    ["('a' + x) + z", ['+', ['+', "'a'", 'x'], 'z']],
    ['a - b + c', ['+', { other: 'a - b' }, 'c']],
    ["'a' + b * 2 + c", ['+', "'a'", { other: 'b * 2' }, 'c']],
    ["'%s' % x", { other: "'%s' % x" }],
    ['a or b', { other: 'a or b' }],
    ['not a in b', { other: 'not a in b' }],
    ['a is not b', { other: 'a is not b' }],
    ['a not in b', { other: 'a not in b' }],
    ['-2 ** 2', { other: '-2 ** 2' }],
    ['-2', '-2'],
    ['await x', { other: 'await x' }],
    ['(y := 1)', { other: 'y := 1' }],
    ["x if x else 'none'", ['if', 'x', 'x', "'none'"]],
    [
      'x.strip().replace("a", b)',
      ['call', ['.', ['call', ['.', 'x', 'strip']], 'replace'], [null, '"a"'], [null, 'b']],
    ],
    ["{'a': [1, (2, 3)], **more, 'b': 2}", { other: "{'a': [1, (2, 3)], **more, 'b': 2}" }],
    [
      "{'a': [1, (2, 3),], 'b': {}}",
      ['dict', ["'a'", ['list', '1', ['tuple', '2', '3']]], ["'b'", ['dict']]],
    ],
    ['{1, 2}', { other: '{1, 2}' }],
    ['{k: v for k, v in d}', { other: '{k: v for k, v in d}' }],
    ['[(1, 2)]', ['list', ['tuple', '1', '2']]],
    ['[1, 2]', ['list', '1', '2']],
    ['1, 2', ['tuple', '1', '2']],
    ['(1,)', ['tuple', '1']],
    ['()', ['tuple']],
    ['[]', ['list']],
    [
      "', '.join([f'{a}' for a, b in d.items()])",
      ['call', ['.', "', '", 'join'], [null, ['for', "f'{a}'", ['a', 'b'], ['call', ['.', 'd', 'items']]]]],
    ],
    ['f(x for x in y)', ['call', 'f', [null, ['for', 'x', ['x'], 'y']]]],
    ['[x for x in y if x]', { other: '[x for x in y if x]' }],
    ['f(*a, **b, c=1)', ['call', 'f', ['c', '1']]],
    ['a[1]["k"]', ['[]', ['[]', 'a', '1'], '"k"']],
    ['a[1:]', { other: 'a[1:]' }],
    ['a[..., :n]', { other: 'a[..., :n]' }],
    ['a[:-1].b', ['.', { other: 'a[:-1]' }, 'b']],
    ['lambda x, y=1: x + y', ['lambda', ['+', 'x', 'y']]],
    ['lambda: {"a": 1}', ['lambda', ['dict', ['"a"', '1']]]],
    ['...', { other: '...' }],
    ['a @ b', { other: 'a @ b' }],
  ])('%s', (text, expected) => {
    expect(sketch(text)).toEqual(expected);
  });

  it.each(['', 'a b', 'a +', '(a', 'if', 'a) + (b', "f('x' for)", '[x y]', '{1: 2: 3'])(
    'refuses %j with its line',
    (text) => {
      expect(() => parseExpressionText(text, 'x.py')).toThrow(
        expect.objectContaining({ code: 'PYTHON_SOURCE' }),
      );
    },
  );

  it('takes a long sum, and refuses one that is nested too deep', () => {
    const long = `'a'${" + 'a'".repeat(20_000)}`;
    const tokens = tokenizePython(long, 'x.py');
    const sum = parseExpression({ file: 'x.py', text: long, tokens }, { from: 0, to: tokens.length - 2 });
    expect(sum.type === 'sum' ? sum.operands.length : 0).toBe(20_001);
    const chain = `a${'.b'.repeat(300)}`;
    expect(() => parseExpressionText(chain, 'x.py')).toThrow('nested too deep');
    expect(() => parseExpressionText(`${'-'.repeat(500)}1`, 'x.py')).toThrow('nested too deep');
  });
});
