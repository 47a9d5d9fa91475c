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

/** A window of an app and one of the system, texts that Python quotes in two ways. */
const SWITCHES = parseHierarchy(
  hierarchyXml([
    uiNode({
      text: "it's on\n",
      'content-desc': 'a "b"',
      class: 'android.widget.Switch',
      bounds: '[1,2][3,4]',
      checked: 'true',
      checkable: 'true',
      enabled: 'true',
      focused: 'true',
      focusable: 'true',
      selected: 'true',
      package: 'org.example',
      'resource-id': 'org.example:id/a',
    }),
    uiNode({
      class: 'android.widget.EditText',
      bounds: '[5,6][7,8]',
      hint: 'h',
      enabled: 'false',
      'long-clickable': 'true',
      package: 'com.android.systemui',
    }),
  ]),
);

describe('elementText', () => {
  it('writes the elements of M3A one a line, breadth first, with their places in the whole list', () => {
    const { text, elements } = elementText(NOTES, 'm3a', OPTIONS);
    expect(text.split(/\n(?=UI)/)).toEqual([
      'UI element 0: {"index": 0, "content_description": "Notes", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_scrollable": True, "is_selected": False, "is_checked": False}',
      'UI element 1: {"index": 1, "is_clickable": True, "is_long_clickable": True, "is_editable": False, "is_selected": False, "is_checked": False}',
      'UI element 2: {"index": 2, "text": "Say "hi"\nnow", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}',
      'UI element 3: {"index": 3, "content_description": "Pin", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}',
      'UI element 5: {"index": 5, "hint_text": "Title", "is_clickable": False, "is_long_clickable": False, "is_editable": True, "is_selected": False, "is_checked": False}',
    ]);
    expect(elements).toMatchObject({ base: 0, count: 6 });
    expect(elements.elements[1]).toEqual({ index: 1, box: [900, 2200, 1060, 2360] });
  });

  it('writes the whole element of T3A as Python prints it, under the numbers of M3A', () => {
    const { text, elements } = elementText(SWITCHES, 't3a', OPTIONS);
    expect(text.split('\n')).toEqual([
      `UI element 0: UIElement(text="it's on\\n", content_description='a "b"', class_name='android.widget.Switch', bbox=None, bbox_pixels=BoundingBox(x_min=1, x_max=3, y_min=2, y_max=4), hint_text=None, is_checked=True, is_checkable=True, is_clickable=False, is_editable=False, is_enabled=True, is_focused=True, is_focusable=True, is_long_clickable=False, is_scrollable=False, is_selected=True, is_visible=True, package_name='org.example', resource_name='org.example:id/a', tooltip=None, resource_id=None, metadata=None)`,
      `UI element 1: UIElement(text=None, content_description=None, class_name='android.widget.EditText', bbox=None, bbox_pixels=BoundingBox(x_min=5, x_max=7, y_min=6, y_max=8), hint_text='h', is_checked=False, is_checkable=False, is_clickable=False, is_editable=True, is_enabled=False, is_focused=False, is_focusable=False, is_long_clickable=True, is_scrollable=False, is_selected=False, is_visible=True, package_name='com.android.systemui', resource_name=None, tooltip=None, resource_id=None, metadata=None)`,
    ]);
    expect(elements).toEqual(elementText(SWITCHES, 'm3a', OPTIONS).elements);
  });

  it('lets the dump say what can be typed into, where it does', () => {
    const screen = parseHierarchy(
      hierarchyXml([
        uiNode({ text: 'x', editable: 'true' }),
        uiNode({ text: 'y', editable: 'false', class: 'my.EditText' }),
      ]),
    );
    const { text } = elementText(screen, 'm3a', OPTIONS);
    expect([...text.matchAll(/"is_editable": (\w+)/g)].map(([, value]) => value)).toEqual(['True', 'False']);
  });

  it('letters the choices of SeeAct, passive and described ones too, and those off the screen', () => {
    const { text, elements } = elementText(NOTES, 'seeact', OPTIONS);
    expect(text.split(/\n(?=[A-Z]\. )/)).toEqual([
      'A. "Notes" icon',
      'B. "org.example:id/new_note" button',
      'C. "Say "hi"\nnow" icon',
      'D. "Pin" image',
      'E. "below" icon',
      'F. a "Title" text box that is empty',
    ]);
    expect(elements.count).toBe(6);
    expect(elements.elements[1]).toEqual({
      index: 1,
      box: [900, 2200, 1060, 2360],
      words: '"org.example:id/new_note" button',
    });
  });

  it.each<[Record<string, string>, string]>([
    [
      { class: 'a.RadioButton', text: 't', hint: 'h', checked: 'true' },
      'a radio button with the text "t" that is selected',
    ],
    [{ class: 'a.RadioButton', hint: 'h', 'content-desc': 'd' }, 'a "h" radio button that is not selected'],
    [{ class: 'a.CheckBox', 'content-desc': 'd', checked: 'true' }, 'a "d" checkbox that is checked'],
    [{ class: 'a.CheckBox', 'resource-id': 'r' }, 'a checkbox that is not checked'],
    [{ class: 'a.Switch', text: 't' }, 'a switch with the text "t" that is not checked'],
    [{ class: 'a.SwitchCompat', hint: 'h', checked: 'true' }, 'a "h" switch that is checked'],
    [{ class: 'a.ToggleButton', 'content-desc': 'd', hint: 'h' }, '"d" button'],
    [{ class: 'a.ImageButton', hint: 'h', 'resource-id': 'r' }, '"h" button'],
    [{ class: 'a.EditText', text: 't' }, 'a text box with the text "t"'],
    [{ class: 'a.EditText', hint: 'h', 'content-desc': 'd', text: 't' }, 'a "h" text box with the text "t"'],
    [{ class: 'a.EditText', 'content-desc': 'd' }, 'a "d" text box that is empty'],
    [{ class: 'a.TextView', text: 't', 'content-desc': 'd' }, '"t" icon'],
    [{ class: 'View', 'resource-id': 'a:id/r' }, '"a:id/r" icon'],
  ])('describes %j as SeeAct does', (attributes, words) => {
    const { text } = elementText(parseHierarchy(hierarchyXml([uiNode(attributes)])), 'seeact', OPTIONS);
    expect(text).toBe(`A. ${words}`);
  });

  it('gives SeeAct no choice without a class, a word, or a place among the listed', () => {
    const nothing = parseHierarchy(
      hierarchyXml([
        uiNode({ class: '', text: 'x' }),
        uiNode({ class: 'View' }),
        uiNode({ class: 'View', text: 'x', 'visible-to-user': 'false' }),
        uiNode({ class: 'View', text: 'x' }, [uiNode({ class: 'View' })]),
      ]),
    );
    expect(elementText(nothing, 'seeact', OPTIONS)).toEqual({
      text: '',
      elements: { base: 0, count: 0, elements: [] },
    });
  });

  it('letters choices beyond Z with two letters', () => {
    const buttons = Array.from({ length: 54 }, (_, index) =>
      uiNode({ text: String(index), class: 'android.widget.Button' }),
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
    for (const style of ['list', 'perception'] as const) {
      const { text, elements } = elementText(feed, style, OPTIONS);
      expect(text.split('\n').at(-1)).toBe('(50 more elements)');
      expect(elements.count).toBe(450);
    }
    for (const style of ['m3a', 't3a', 'seeact'] as const) {
      expect(elementText(feed, style, OPTIONS).text.split('\n')).toHaveLength(450);
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
