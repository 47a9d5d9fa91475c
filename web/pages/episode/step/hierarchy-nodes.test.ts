import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../../../src/domain/hierarchy/parse-hierarchy.js';
import { hierarchyLines, nodeAt } from './hierarchy-nodes.js';

const XML = `<hierarchy><node class="a.Frame" package="p" bounds="[0,0][100,200]">
  <node class="a.Row" package="p" text="first" bounds="[0,0][100,50]"><node class="a.Icon" package="p" bounds="[0,0][50,50]"/></node>
  <node class="a.Row" package="p" content-desc="second" bounds="[0,50][100,100]"/></node></hierarchy>`;

describe('the nodes of a hierarchy', () => {
  const lines = hierarchyLines(parseHierarchy(XML));

  it('stand in the order of the document, indented', () => {
    expect(lines.map(({ depth, kind, words }) => `${depth} ${kind} ${words}`.trim())).toEqual([
      '0 Frame',
      '1 Row first',
      '2 Icon',
      '1 Row second',
    ]);
  });

  it('are found by a point: the smallest there', () => {
    expect(nodeAt(lines, 10, 10)?.kind).toBe('Icon');
    expect(nodeAt(lines, 60, 10)?.words).toBe('first');
    expect(nodeAt(lines, 60, 150)?.kind).toBe('Frame');
    expect(nodeAt(lines, 500, 10)).toBeNull();
  });
});
