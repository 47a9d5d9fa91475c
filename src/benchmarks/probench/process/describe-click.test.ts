import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode, type NodeSketch } from '../../../testing/hierarchy-xml.js';
import { describeClick } from './describe-click.js';

const AREA = '[0,0][100,100]';
const clickable = { clickable: 'true', bounds: AREA };

function at(nodes: readonly NodeSketch[], click: readonly [number, number] = [50, 50]) {
  return describeClick(parseHierarchy(hierarchyXml(nodes)), click);
}

describe('describeClick', () => {
  it('takes the later one of two clickable elements that are equally large and deep', () => {
    expect(at([uiNode({ ...clickable, text: 'A' }), uiNode({ ...clickable, text: 'B' })])).toEqual({
      text: 'B',
      found: 'clickable',
    });
  });

  it('passes over elements that nobody sees, or that have no area', () => {
    const hidden = uiNode({
      clickable: 'true',
      bounds: '[40,40][60,60]',
      text: 'X',
      'visible-to-user': 'false',
    });
    const flat = uiNode({ clickable: 'true', bounds: '[50,0][50,100]', text: 'Y' });
    expect(at([uiNode({ ...clickable, text: 'A' }, [hidden, flat])]).text).toBe('A');
  });

  it('cuts a text off that is no name any more', () => {
    expect(at([uiNode({ ...clickable, text: 'x'.repeat(5000) })]).text).toBe('x'.repeat(1000));
  });

  it('says text and content description once where they are equal', () => {
    expect(at([uiNode({ ...clickable, text: 'Save', 'content-desc': ' Save ' })]).text).toBe('Save');
  });

  it('names an icon by its id and direct children, and asks deeper ones only where those say nothing', () => {
    const row = (...children: readonly NodeSketch[]): NodeSketch =>
      uiNode({ ...clickable, 'resource-id': 'org.x:id/row' }, children);
    const deep = uiNode({}, [uiNode({ text: 'deep' }, [uiNode({ text: 'deeper' })])]);
    expect(at([row(uiNode({ text: 'near' }), deep)]).text).toBe('row near');
    expect(at([row(deep)]).text).toBe('row deep deeper');
  });

  it('says what it found: an element that takes no clicks, one without words, nothing at all', () => {
    expect(at([uiNode({ bounds: AREA, text: 'Label' })])).toEqual({ text: 'Label', found: 'other' });
    const unknown = { text: 'unknown element at (50, 50)', found: 'unknown' };
    expect(at([uiNode(clickable)])).toEqual(unknown);
    expect(at([uiNode({ bounds: '[0,0][10,10]', text: 'x' })])).toEqual(unknown);
    expect(describeClick(null, [50, 50])).toEqual(unknown);
  });
});
