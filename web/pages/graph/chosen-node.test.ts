import { describe, expect, it } from 'vitest';
import { chosenNode } from './chosen-node.js';

const NODES = { id: ['n1', 'n2', 'n3'], title: ['Home', 'Lists', null] };

describe('chosenNode', () => {
  it('is what was clicked, and what is looked for once that is gone from the address', () => {
    expect(chosenNode(NODES, { node: 'n1', find: 'list' })).toBe(0);
    expect(chosenNode(NODES, { node: '', find: 'LIST' })).toBe(1);
    expect(chosenNode(NODES, { node: 'elsewhere', find: 'n3' })).toBe(2);
    expect(chosenNode(NODES, { node: '', find: 'nothing' })).toBeNull();
    expect(chosenNode(NODES, { node: '', find: '' })).toBeNull();
  });
});
