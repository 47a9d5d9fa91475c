import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { findNode } from './find-node.js';
import { parseHierarchy } from './parse-hierarchy.js';

const SCREEN = parseHierarchy(
  hierarchyXml([
    uiNode({ text: 'list', bounds: '[0,0][100,100]' }, [
      uiNode({ text: 'Add ', bounds: '[0,0][50,50]' }),
      uiNode({ text: 'Add more', bounds: '[50,50][100,100]' }),
    ]),
  ]),
);

describe('findNode', () => {
  it('takes the first node in node order', () => {
    expect(findNode(SCREEN, {}, 'equal')?.position).toBe(0);
    expect(findNode(SCREEN, { text: 'Add' }, 'include')?.position).toBe(1);
  });

  it('compares raw values', () => {
    expect(findNode(SCREEN, { text: 'Add' }, 'equal')).toBeUndefined();
    expect(findNode(SCREEN, { text: 'Add ' }, 'equal')?.position).toBe(1);
    expect(findNode(SCREEN, { text: 'add' }, 'include')).toBeUndefined();
  });

  it('takes all sides of the bounds as inside', () => {
    expect(findNode(SCREEN, { text: 'Add' }, 'include', [50, 50])?.position).toBe(1);
    expect(findNode(SCREEN, { text: 'Add' }, 'include', [51, 50])?.position).toBe(2);
    expect(findNode(SCREEN, {}, 'include', [101, 50])).toBeUndefined();
  });

  it('finds no node by an attribute it lacks, not even by an empty value', () => {
    expect(findNode(SCREEN, { hint: '' }, 'include')).toBeUndefined();
    expect(findNode(SCREEN, { toString: '' }, 'include')).toBeUndefined();
  });
});
