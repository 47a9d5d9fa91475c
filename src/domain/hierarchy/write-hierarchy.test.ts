import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHierarchy } from './parse-hierarchy.js';
import { plainNode, writeHierarchy, type DrawnNode } from './write-hierarchy.js';

const button: DrawnNode = {
  ...plainNode('android.widget.Button', [1, 2, 30, 40]),
  text: 'A <b> & "c"\nd',
  id: 'ok',
  clickable: true,
};

/** Attributes of the nodes that are read back, in document order. */
function read(xml: string): Record<string, string>[] {
  return parseHierarchy(xml).nodes.map((node) => Object.fromEntries(node.attributes()));
}

describe('writeHierarchy', () => {
  it('gives what uiautomator gives: windows in order, ids with their package, words for truth', () => {
    const system = plainNode('android.widget.FrameLayout', [0, 0, 100, 5]);
    const root = plainNode('android.webkit.WebView', [0, 0, 100, 200], [button]);
    const xml = writeHierarchy([
      { package: 'org.example', root },
      { package: 'com.example.keyboard', root: system },
    ]);
    expect(xml.startsWith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy")).toBe(true);
    const nodes = read(xml);
    expect(nodes.map((node) => [node['package'], node['index'], node['drawing-order']])).toEqual([
      ['org.example', '0', '0'],
      ['org.example', '0', '1'],
      ['com.example.keyboard', '1', '0'],
    ]);
    expect(nodes[1]).toMatchObject({
      text: 'A <b> & "c"\nd',
      'resource-id': 'org.example:id/ok',
      clickable: 'true',
      focusable: 'true',
      checked: 'false',
      bounds: '[1,2][30,40]',
    });
  });

  it('keeps an id that names its package', () => {
    const root = { ...button, id: 'android:id/content' };
    expect(read(writeHierarchy([{ package: 'org.example', root }]))[0]).toMatchObject({
      'resource-id': 'android:id/content',
    });
  });

  it('marks what can be tapped and says nothing, in itself or below', () => {
    const silent = { ...button, text: '' };
    const named = { ...silent, children: [{ ...plainNode('x', [0, 0, 1, 1]), description: 'Close' }] };
    const xml = (root: DrawnNode): string => writeHierarchy([{ package: 'org.example', root }]);
    expect(xml(silent)).toContain('NAF="true"');
    expect(xml(named)).not.toContain('NAF');
    expect(xml({ ...silent, clickable: false })).not.toContain('NAF');
  });

  it('reads back every text that XML can hold, and marks what it cannot', () => {
    expect(
      read(writeHierarchy([{ package: 'a.b', root: { ...button, text: 'x\0\uD800y\uFFFF😀' } }]))[0],
    ).toMatchObject({
      text: 'x..y.😀',
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [node] = read(writeHierarchy([{ package: 'a.b', root: { ...button, text } }]));
        // Tabs and carriage returns become spaces in any XML attribute.
        const isHeld = /^[^\t\r\p{Cc}\ufffe\uffff]*$/u.test(text.replaceAll('\n', ''));
        // Tabs and carriage returns become spaces in any XML attribute.
        if (isHeld) expect(node?.['text']).toBe(text);
        else expect(node?.['text']).toHaveLength(text.length);
      }),
    );
  });
});
