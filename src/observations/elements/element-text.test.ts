import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { ElementTextSchema } from '../../domain/observation-rule.js';
import { hierarchyXml, uiNode, type NodeSketch } from '../../testing/hierarchy-xml.js';
import { elementText } from './element-text.js';
import { markSet } from '../marks/mark-set.js';

const SCREEN = { width: 1080, height: 2400 };
const OPTIONS = { screen: SCREEN, range: SCREEN };

const NOTES = parseHierarchy(
  hierarchyXml([
    uiNode({ bounds: '[0,0][1080,2400]' }, [
      uiNode({ bounds: '[0,0][1080,200]', clickable: 'true', class: 'android.widget.FrameLayout' }, [
        uiNode({ bounds: '[0,0][200,200]', text: 'Say "hi"\nnow' }),
        uiNode({ bounds: '[900,0][1000,100]', 'content-desc': 'Pin', class: 'android.widget.ImageView' }),
      ]),
      uiNode({ bounds: '[0,200][1080,2300]', scrollable: 'true', 'content-desc': 'Notes' }, [
        uiNode({ bounds: '[0,300][100,400]', text: 'hidden', 'visible-to-user': 'false' }),
        uiNode({ bounds: '[0,2500][100,2600]', text: 'below' }),
        uiNode({ bounds: '[0,400][1080,500]', class: 'android.widget.EditText', hint: 'Title' }),
      ]),
      uiNode({
        bounds: '[900,2200][1060,2360]',
        'resource-id': 'org.example:id/new_note',
        class: 'android.widget.ImageButton',
        clickable: 'true',
        'long-clickable': 'true',
      }),
    ]),
  ]),
);

describe('elementText', () => {
  it('writes the elements of M3A as JSON, one a line, with their places in the whole list', () => {
    const { text, elements } = elementText(NOTES, 'm3a', OPTIONS);
    const lines = text.split('\n').map((line) => /^UI element (\d+): (\{.*\})$/.exec(line));
    expect(lines.map((line) => Number(line?.[1]))).toEqual([0, 1, 2, 5, 6]);
    expect(JSON.parse(lines[0]?.[2] ?? '')).toMatchObject({
      index: 0,
      text: 'Say "hi"\nnow',
      is_clickable: false,
    });
    expect(JSON.parse(lines[2]?.[2] ?? '')).toMatchObject({
      content_description: 'Notes',
      is_scrollable: true,
    });
    expect(JSON.parse(lines[3]?.[2] ?? '')).toMatchObject({ hint_text: 'Title', is_editable: true });
    expect(elements).toMatchObject({ base: 0, count: 7 });
    expect(elements.elements.at(-1)).toEqual({ index: 6, box: [900, 2200, 1060, 2360] });
  });

  it('letters the choices of SeeAct in the order of the widgets', () => {
    const { text, elements } = elementText(NOTES, 'seeact', OPTIONS);
    expect(text.split('\n')).toEqual([
      'A. Say "hi" now, Pin (FrameLayout: click)',
      'B. Notes (View: swipe)',
      'C. new note (ImageButton: click, long press)',
      'D. (EditText: input text)',
    ]);
    expect(elements.count).toBe(4);
  });

  it('letters choices beyond Z with two letters', () => {
    const buttons = Array.from({ length: 54 }, (_, index) =>
      uiNode({ text: String(index), clickable: 'true' }),
    );
    const { text } = elementText(parseHierarchy(hierarchyXml(buttons)), 'seeact', OPTIONS);
    const letters = text.split('\n').map((line) => line.split('.')[0]);
    expect([letters[25], letters[26], letters[51], letters[52], letters[53]]).toEqual([
      'Z',
      'AA',
      'AZ',
      'BA',
      'BB',
    ]);
  });

  it('perceives texts, and as icons what can be pressed and shows none', () => {
    const { text } = elementText(NOTES, 'perception', OPTIONS);
    expect(text.split('\n')).toEqual([
      '(100, 100); text: Say "hi" now',
      '(540, 450); icon: EditText',
      '(980, 2280); icon: new note',
    ]);
  });

  it('writes positions in the numbers of the model', () => {
    const { text } = elementText(NOTES, 'perception', {
      screen: SCREEN,
      range: { width: 1000, height: 1000 },
    });
    expect(text.split('\n').at(-1)).toBe('(907, 950); icon: new note');
  });

  it("writes SPHINX's simplified text with or without elements that hold others, under the same numbers", () => {
    const code = elementText(NOTES, 'sphinx_simplified', OPTIONS);
    const paper = elementText(NOTES, 'sphinx_leaves', OPTIONS);
    expect(code.text.match(/^\[\d\]/gm)).toEqual(['[0]', '[1]', '[2]', '[3]']);
    expect(paper.text.match(/^\[\d\]/gm)).toEqual(['[2]', '[3]']);
    expect(paper.text.split('\n')).toEqual(code.text.split('\n').slice(2));
    expect(paper.elements).toEqual(code.elements);
    expect(elementText(NOTES, 'sphinx_tree', OPTIONS).elements).toEqual(code.elements);
  });

  it('names how many elements a long list leaves out', () => {
    const many = Array.from({ length: 450 }, () => uiNode({ text: 'x', clickable: 'true' }));
    const feed = parseHierarchy(hierarchyXml(many));
    for (const style of ['list', 'm3a', 'seeact', 'perception'] as const) {
      const { text, elements } = elementText(feed, style, OPTIONS);
      expect(text.split('\n').at(-1)).toBe('(50 more elements)');
      expect(elements.count).toBe(450);
    }
  });

  it.each(ElementTextSchema.options)('lists nothing of an empty screen in the style %s', (style) => {
    const nothing = elementText(parseHierarchy(hierarchyXml([])), style, { screen: null, range: null });
    const text = style === 'sphinx_leaves' ? '(No element of this screen can be used.)' : '';
    expect(nothing).toEqual({ text, elements: { base: 0, count: 0, elements: [] } });
  });
});

const flag = fc.constantFrom('true', 'false');
const side = fc.integer({ min: -50, max: 1200 });
const attributes = {
  text: fc.constantFrom('', 'a', 'b c'),
  'content-desc': fc.constantFrom('', 'd'),
  clickable: flag,
  scrollable: flag,
  focusable: flag,
  'visible-to-user': flag,
  bounds: fc.tuple(side, side, side, side).map(([a, b, c, d]) => `[${a},${b}][${c},${d}]`),
};
function anyNodes(depth: number): fc.Arbitrary<NodeSketch[]> {
  const children = depth === 0 ? fc.constant([]) : anyNodes(depth - 1);
  const node = fc.tuple(fc.record(attributes), children).map(([own, inner]) => uiNode(own, inner));
  return fc.array(node, { maxLength: 3 });
}

describe('marks and text', () => {
  it.each([
    ['sphinx', 'list'],
    ['m3a', 'm3a'],
    ['omniparser', 'perception'],
  ] as const)('of the styles %s and %s share one numbering', (marks, text) => {
    fc.assert(
      fc.property(anyNodes(3), (windows) => {
        const hierarchy = parseHierarchy(hierarchyXml(windows));
        const marked = markSet(marks, hierarchy, SCREEN);
        const described = elementText(hierarchy, text, OPTIONS);
        expect(marked.elements).toEqual(described.elements);
        const numbers = new Set(described.elements.elements.map(({ index }) => index));
        expect(marked.numbers.every(({ number }) => numbers.has(number))).toBe(true);
      }),
    );
  });
});
