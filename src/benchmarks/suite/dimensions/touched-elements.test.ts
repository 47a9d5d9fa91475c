import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../domain/graph/build-graph.js';
import type { SourceAction } from '../../../domain/graph/graph-source.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { groundedActions } from './touched-elements.js';

const ROW = { clickable: 'true', 'long-clickable': 'true' };
const HIERARCHY = parseHierarchy(
  hierarchyXml([
    uiNode({ ...ROW, text: 'Save', bounds: '[0,0][100,20]' }),
    uiNode({ ...ROW, text: 'More', bounds: '[0,20][100,40]' }),
    uiNode({ ...ROW, text: 'More', bounds: '[0,40][100,60]' }),
    uiNode({ ...ROW, bounds: '[0,60][100,80]' }, [
      uiNode({ text: 'Noor', bounds: '[0,60][50,80]' }),
      uiNode({ text: 'Yesterday', bounds: '[50,60][100,80]' }),
    ]),
    uiNode({ ...ROW, text: 'List', bounds: '[0,80][100,120]' }, [
      uiNode({ clickable: 'true', text: 'Delete', bounds: '[80,80][100,120]' }),
    ]),
    uiNode({
      class: 'android.widget.EditText',
      'content-desc': 'Title',
      focused: 'true',
      bounds: '[0,120][100,140]',
    }),
  ]),
);

/** What is asked about edges of one page, as instructions, and where. */
function asked(...actions: readonly SourceAction[]): readonly (readonly [string, unknown])[] {
  const graph = buildGraph({
    name: 'one',
    screenSize: { width: 100, height: 200 },
    root: 'page',
    nodes: [{ id: 'page', edges: [{ to: 'next', actions }] }, { id: 'next' }],
  });
  return groundedActions(graph, 'corrected', 0, HIERARCHY).map(({ instruction, truth }) => [
    instruction,
    truth.bounds,
  ]);
}
const click = (top: number): SourceAction => ({ type: 'click', box: [0, top, 99, top + 19] });

describe('groundedActions', () => {
  it('names elements by their own words, or the first in them', () => {
    expect(asked(click(0))).toEqual([['Tap “Save”.', [0, 0, 100, 20]]]);
    expect(asked(click(60))).toEqual([['Tap “Noor”.', [0, 60, 100, 80]]]);
    expect(asked({ type: 'long_press', box: [0, 0, 99, 19] })).toEqual([
      ['Press and hold “Save”.', [0, 0, 100, 20]],
    ]);
  });

  it('asks nothing where words name two elements, or an element holds another', () => {
    expect(asked(click(20), click(40))).toEqual([]);
    expect(asked({ type: 'click', box: [0, 80, 70, 119] })).toEqual([]);
  });

  it('types into the focused field, and swipes and keys touch what there is', () => {
    expect(asked({ type: 'type', text: 'milk' })).toEqual([
      ['Type “milk” into the field “Title”.', [0, 120, 100, 140]],
    ]);
    expect(asked({ type: 'type', text: 'a]b' })).toEqual([]);
    expect(asked({ type: 'swipe', direction: 'up' }, { type: 'key', key: 'ENTER' })).toEqual([
      ['Swipe up on this page.', null],
      ['Press the enter key.', null],
    ]);
  });
});
