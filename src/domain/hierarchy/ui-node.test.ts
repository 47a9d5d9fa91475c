import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { parseHierarchy } from './parse-hierarchy.js';
import type { UiNode } from './ui-node.js';

function nodeWith(attributes: Record<string, string>): UiNode {
  const [node] = parseHierarchy(hierarchyXml([uiNode(attributes)])).nodes;
  if (node === undefined) throw new Error('no node');
  return node;
}

describe('UiNode', () => {
  it('takes the resource name from behind the last slash, and strips as Python does', () => {
    const node = nodeWith({ 'resource-id': 'org.example:id/x/ name ', text: '\u0085\u3000a\u00a0b\ufeff' });
    expect(node.resourceName).toBe('name');
    expect(node.text).toBe('a\u00a0b\ufeff');
    expect(nodeWith({ 'resource-id': 'plain' }).resourceName).toBe('plain');
  });

  it.each([
    [{ clickable: 'true' }, ['click']],
    [{ checkable: 'true', 'long-clickable': 'true', scrollable: 'true' }, ['click', 'longclick', 'swipe']],
    [{ class: 'android.widget.EditText', clickable: 'true', 'long-clickable': 'true' }, ['text']],
    [{ class: ' android.widget.EditText ', scrollable: 'true' }, ['text', 'swipe']],
    [{ class: 'org.example.EditText', clickable: 'true' }, ['click']],
    [{ clickable: 'TRUE' }, []],
    [{ clickable: 'true', enabled: 'false' }, ['click']],
  ])('lists what can be done to %j', (attributes, actions) => {
    expect(nodeWith(attributes).actions).toEqual(actions);
    expect(nodeWith(attributes).isInteractable).toBe(actions.length > 0);
    expect(nodeWith({ ...attributes, 'visible-to-user': 'false' }).isInteractable).toBe(false);
  });

  it('rounds the centre towards minus infinity', () => {
    expect(nodeWith({ bounds: '[-10,-5][3,2]' }).centre).toEqual([-4, -2]);
  });
});

describe('UiHierarchy', () => {
  it('numbers widgets in node order', () => {
    const clickable = (text: string): Record<string, string> => ({ text, clickable: 'true' });
    const hierarchy = parseHierarchy(
      hierarchyXml([
        uiNode({ text: 'window' }, [
          uiNode(clickable('a'), [uiNode(clickable('a1'))]),
          uiNode({ text: 'plain' }),
          uiNode(clickable('b')),
        ]),
      ]),
    );
    expect(hierarchy.widgets.map((widget) => widget.text)).toEqual(['a', 'b', 'a1']);
    expect(hierarchy.nodes.map((node) => hierarchy.widgetIndex(node))).toEqual([
      undefined,
      0,
      undefined,
      1,
      2,
    ]);
  });
});
