import { describe, expect, it } from 'vitest';
import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { SuiteFile } from '../../formats/suite/suite-file.js';
import type { WorldCapture } from '../material/material.js';
import { EarlierNodes } from './earlier-nodes.js';
import { renameNodes } from './rename-nodes.js';
import { worldGraph } from './world-graph.js';

const size = { width: 100, height: 100 };

function graphOf(letters: string, states: readonly number[], before?: GraphFile) {
  const captures = Array.from(letters, (letter): WorldCapture => ({
    size,
    activity: null,
    picture: letter.repeat(64),
    hierarchy: null,
  }));
  const steps = captures.slice(1).map((_, index) => ({
    from: index,
    to: index + 1,
    actions: [{ type: 'key', key: 'ENTER' }] as const,
  }));
  const earlier = before === undefined ? null : new EarlierNodes(before);
  return worldGraph({ captures, steps }, { name: 'test', size, states, hierarchyOf: () => null, earlier });
}

const suite: SuiteFile = {
  formatVersion: 2,
  name: 'test',
  version: '1',
  languages: ['en'],
  defaultMaxSteps: 9,
  tasks: [
    {
      id: 'go',
      instructions: { en: 'Go.' },
      apps: [],
      tags: [],
      start: 'screen-2',
      milestones: [{ type: 'screen', id: 'm', title: 'm', abilities: [], screens: ['screen-3'] }],
      evaluators: [],
    },
  ],
};

function remade(made: ReturnType<typeof graphOf>) {
  const ids = new Set(made.graph.nodes.map(({ id }) => id));
  return renameNodes(suite, made.renamed, (id) => ids.has(id));
}

describe('renameNodes', () => {
  const before = graphOf('abc', [0, 1, 2]).graph;

  it('keeps the ids of what is known, whatever is seen before it', () => {
    const made = graphOf('xabc', [0, 1, 2, 3], before);
    expect(made.nodes).toEqual(['screen-4', 'screen-1', 'screen-2', 'screen-3']);
    expect(remade(made)).toEqual({ suite, lost: [] });
  });

  it('names the node that another one has become part of', () => {
    const { suite: named, lost } = remade(graphOf('abc', [0, 1, 1], before));
    expect(named.tasks[0]?.milestones).toMatchObject([{ screens: ['screen-2'] }]);
    expect(lost).toEqual([]);
  });

  it('says what is gone', () => {
    expect(remade(graphOf('abx', [0, 1, 2], before)).lost).toEqual([{ task: 'go', node: 'screen-3' }]);
  });
});
