import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWithSaxes } from '../../../test/reference/parse-with-saxes.js';
import { hierarchyXml, uiNode, type NodeSketch } from '../../testing/hierarchy-xml.js';
import { HierarchyParseError } from './hierarchy-parse-error.js';
import { parseHierarchy } from './parse-hierarchy.js';
import type { UiHierarchy } from './ui-hierarchy.js';

/** Everything there is to know of a hierarchy, as plain values. */
function dump(hierarchy: UiHierarchy): unknown {
  return hierarchy.nodes.map((node) => ({
    position: node.position,
    parent: node.parent?.position ?? null,
    children: node.children.map((child) => child.position),
    bounds: node.bounds,
    attributes: node.attributes(),
  }));
}

function texts(hierarchy: UiHierarchy): string[] {
  return hierarchy.nodes.map((node) => node.text);
}

/** The error that parsing gives, or a failed test. */
function errorOf(xml: string | Uint8Array, limits = {}): HierarchyParseError {
  try {
    parseHierarchy(xml, { file: 'screen.xml', limits });
  } catch (error) {
    expect(error).toBeInstanceOf(HierarchyParseError);
    return error as HierarchyParseError;
  }
  throw new Error('parsed without an error');
}

const ONE_NODE = hierarchyXml([uiNode({ text: 'only' })]);
const TAG = /<node.*\/>/.exec(ONE_NODE)?.[0] ?? '';
const inRoot = (body: string): string => `<hierarchy rotation="0">${body}</hierarchy>`;

describe('parseHierarchy', () => {
  it('orders nodes window by window, each breadth first', () => {
    const windows = [
      uiNode({ text: 'a' }, [
        uiNode({ text: 'a1' }, [uiNode({ text: 'a1x' })]),
        uiNode({ text: 'a2' }, [uiNode({ text: 'a2x' })]),
      ]),
      uiNode({ text: 'b' }, [uiNode({ text: 'b1' })]),
    ];
    expect(texts(parseHierarchy(hierarchyXml(windows)))).toEqual(['a', 'a1', 'a2', 'a1x', 'a2x', 'b', 'b1']);
  });

  it('drops windows of the system, and only windows', () => {
    const bar = uiNode({ text: 'bar', package: 'com.android.systemui' });
    const windows = [bar, uiNode({ text: 'app' }, [bar]), bar];
    expect(texts(parseHierarchy(hierarchyXml(windows)))).toEqual(['app', 'bar']);
  });

  it('reads a hierarchy without nodes', () => {
    expect(parseHierarchy('<hierarchy/>').nodes).toEqual([]);
    expect(parseHierarchy(hierarchyXml([])).nodes).toEqual([]);
  });

  it('keeps raw values and joins surrogate references', () => {
    const tag = TAG.replace('"only"', '" &lt;&amp;&#x41;&#10;&#55357;&#56832;\r\n&#55357;\t\'é😀 "');
    const [node] = parseHierarchy(inRoot(tag)).nodes;
    expect(node?.attribute('text')).toBe(" <&A\n😀 \ufffd 'é😀 ");
    expect(node?.text).toBe("<&A\n😀 \ufffd 'é😀");
    expect(node?.attribute('hint')).toBeUndefined();
  });

  it('reads attributes in any order, quoted either way', () => {
    const [node] = parseHierarchy(
      `\ufeff${inRoot(`<node bounds = '[-3,4][5,-6]'\n text='"'></node >`)}`,
    ).nodes;
    expect(node?.bounds).toEqual([-3, 4, 5, -6]);
    expect(node?.attributes()).toEqual([
      ['bounds', '[-3,4][5,-6]'],
      ['text', '"'],
    ]);
  });

  it('reads bytes as UTF-8', () => {
    const xml = hierarchyXml([uiNode({ text: 'Größe 漢字' })]);
    expect(texts(parseHierarchy(new TextEncoder().encode(xml)))).toEqual(['Größe 漢字']);
    expect(errorOf(Uint8Array.of(0x3c, 0xff)).message).toContain('UTF-8');
  });

  it.each([
    ['nothing', ''],
    ['no XML', 'UI hierarchy dumped to: /sdcard/x.xml'],
    ['another document', '<html></html>'],
    ['a cut tag', ONE_NODE.slice(0, 200)],
    ['a cut file', ONE_NODE.slice(0, -15)],
    ['a second root', ONE_NODE + ONE_NODE],
    ['text between nodes', inRoot(`x${TAG}`)],
    ['an element that is no node', inRoot('<view bounds="[0,0][1,1]"/>')],
    ['a wrong end tag', inRoot('<node bounds="[0,0][1,1]"></view>')],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${ONE_NODE}`],
    ['character data', inRoot(`<![CDATA[x]]>${TAG}`)],
    ['an unknown entity', inRoot(TAG.replace('only', '&nbsp;'))],
    ['a reference to no character', inRoot(TAG.replace('only', '&#0;'))],
    ['an ampersand', inRoot(TAG.replace('only', 'a & b'))],
    ['a control character', inRoot(TAG.replace('only', '\u0001'))],
    ['an opening bracket', inRoot(TAG.replace('only', '<'))],
    ['a repeated attribute', inRoot('<node bounds="[0,0][1,1]" bounds="[0,0][1,1]"/>')],
    ['no bounds', inRoot('<node text=""/>')],
    ['broken bounds', inRoot('<node bounds="[0,0][1,]"/>')],
    ['an open comment', inRoot('<!--')],
  ])('refuses %s', (_, xml) => {
    const error = errorOf(xml);
    expect(error.fault).toBe('dataset');
    expect(error.hint).toBeDefined();
    expect(error.place).toMatchObject({ file: 'screen.xml' });
  });

  it('names line and column of what is wrong', () => {
    const xml = ONE_NODE.replace('only', 'a &b; c');
    expect(errorOf(xml).place).toEqual({
      file: 'screen.xml',
      line: 3,
      column: 1 + (xml.split('\n')[2]?.indexOf('&b;') ?? 0),
    });
  });

  it('refuses what exceeds its limits', () => {
    const nested = (depth: number): NodeSketch => uiNode({}, depth === 1 ? [] : [nested(depth - 1)]);
    expect(parseHierarchy(hierarchyXml([nested(5)]), { limits: { depth: 4, nodes: 5 } }).nodes).toHaveLength(
      5,
    );
    expect(errorOf(hierarchyXml([nested(5)]), { depth: 3 }).message).toContain('deeper than 3');
    expect(errorOf(hierarchyXml([nested(5)]), { nodes: 4 }).message).toContain('more than 4 nodes');
    expect(errorOf(inRoot('<node a="" b="" c=""/>'), { attributes: 2 }).message).toContain(
      'more than 2 attributes',
    );
    expect(errorOf(ONE_NODE, { size: 100 }).message).toContain('longer than 100');
  });

  it.each([
    ['a long value', inRoot(TAG.replace('only', '1'.repeat(4e6)))],
    ['a long value in any order', inRoot(`<node text='${'1'.repeat(4e6)}' bounds="[0,0][1,1]"/>`)],
    ['a value without end', `<hierarchy><node index="0" text="${'1'.repeat(4e6)}`],
    ['many references', inRoot(TAG.replace('only', '&amp;'.repeat(8e5)))],
    ['many half references', inRoot(TAG.replace('only', '&#1'.repeat(8e5)))],
    ['many comments', inRoot('<!---->'.repeat(5e5))],
    ['many open comments', inRoot('<!--'.repeat(1e6))],
    [
      'many attributes',
      inRoot(`<node ${Array.from({ length: 3e5 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    ],
    ['endless space', inRoot(`<node ${' '.repeat(4e6)}`)],
    ['open nodes', `<hierarchy>${TAG.replace('/>', '>').repeat(1e4)}`],
    ['open tags', `<hierarchy>${'<node '.repeat(7e5)}`],
  ])('takes linear time for %s', (_, xml) => {
    // Quadratic time would be minutes.
    try {
      parseHierarchy(xml);
    } catch (error) {
      expect(error).toBeInstanceOf(HierarchyParseError);
    }
  });
});

const value = fc.oneof(
  fc.constantFrom('', 'true', 'false', 'Add', ' padded '),
  fc.string({ unit: 'grapheme-composite', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('&', '<', '"', "'", '\n', '\t', ';', '#', 'a', ' ', '😀', '\u0085', '\ufeff'),
  }),
);
const attributes = fc.record(
  {
    NAF: fc.constant('true'),
    text: value,
    'resource-id': value,
    'content-desc': value,
    package: fc.constantFrom('org.example', 'com.android.systemui'),
    clickable: fc.constantFrom('true', 'false'),
    bounds: fc
      .tuple(fc.integer(), fc.nat(), fc.nat(), fc.integer())
      .map(([a, b, c, d]) => `[${a % 10_000},${b % 10_000}][${c % 10_000},${d % 10_000}]`),
    unheard_of: value,
  },
  { requiredKeys: [] },
);
const { node: sketch } = fc.letrec<{ node: NodeSketch }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ attributes }),
    fc.record({ attributes, children: fc.array(tie('node'), { maxLength: 4 }) }),
  ),
}));

describe('parseHierarchy, compared with a general XML library', () => {
  it('reads the same from any hierarchy', () => {
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 3 }), (windows) => {
        const xml = hierarchyXml(windows);
        expect(dump(parseHierarchy(xml))).toEqual(dump(parseWithSaxes(xml)));
      }),
    );
  });

  it('gives a typed error or the same hierarchy for damaged ones', () => {
    const damage = fc.record({
      windows: fc.array(sketch, { minLength: 1, maxLength: 2 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(20),
      insert: fc.oneof(
        fc.constantFrom(
          '<',
          '>',
          '/>',
          '"',
          "'",
          '&',
          '&#',
          ';',
          '</node>',
          '<node ',
          '<!--',
          '-->',
          ']]>',
          '\u0000',
        ),
        fc.string({ maxLength: 5 }),
      ),
    });
    fc.assert(
      fc.property(damage, ({ windows, at, length, insert }) => {
        const whole = hierarchyXml(windows);
        const start = Math.floor(at * whole.length);
        // A cut through a pair of surrogates is no text that a file could hold.
        const damaged = Buffer.from(whole.slice(0, start) + insert + whole.slice(start + length));
        const xml = damaged.toString();
        let hierarchy: UiHierarchy;
        try {
          hierarchy = parseHierarchy(xml);
        } catch (error) {
          expect(error).toBeInstanceOf(HierarchyParseError);
          return;
        }
        let other: UiHierarchy;
        try {
          other = parseWithSaxes(xml);
        } catch {
          // The library knows more rules (of comments, declarations and names); no dump depends on them.
          return;
        }
        expect(dump(hierarchy)).toEqual(dump(other));
      }),
      { numRuns: 500 },
    );
  });

  it('gives a typed error for anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array()), (input) => {
        try {
          parseHierarchy(input);
        } catch (error) {
          expect(error).toBeInstanceOf(HierarchyParseError);
        }
      }),
    );
  });
});
