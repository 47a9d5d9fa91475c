import { describe, expect, it } from 'vitest';
import { pythonRepr } from './python-repr.js';

describe('pythonRepr', () => {
  it.each([
    [[], '[]'],
    [['a', 'b'], "['a', 'b']"],
    [["it's"], `["it's"]`],
    [[`it's "it"`], String.raw`['it\'s "it"']`],
    [['\\ \n\r\t\u0007'], String.raw`['\\ \n\r\t\x07']`],
    [['é中😀'], "['é中😀']"],
    [['\u00A0\u200B\uD800'], String.raw`['\xa0\u200b\ud800']`],
    [['\u{E0001}'], String.raw`['\U000e0001']`],
  ])('prints %j as Python does', (list, printed) => {
    expect(pythonRepr(list)).toBe(printed);
  });

  it('escapes characters that Unicode 14 does not know yet', () => {
    expect(pythonRepr(['\u{1FAE8}\u{31350}\u{1FAE7}'])).toBe(String.raw`['\U0001fae8\U00031350🫧']`);
  });

  it('prints dicts, numbers and nothing', () => {
    expect(pythonRepr({ action_type: 'click', x: 1, y: 2.5, z: null, ok: true, all: [false] })).toBe(
      "{'action_type': 'click', 'x': 1, 'y': 2.5, 'z': None, 'ok': True, 'all': [False]}",
    );
  });
});
