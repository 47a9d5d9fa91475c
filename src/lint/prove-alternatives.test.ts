import { describe, expect, it } from 'vitest';
import { buildGraph } from '../domain/graph/build-graph.js';
import { buildMoveGraph } from '../domain/graph/move-graph.js';
import { findShortestSolution } from '../domain/graph/shortest-solution.js';
import { compileMilestones } from '../domain/milestones/milestone-progress.js';
import type { Milestone } from '../domain/milestones/milestone.js';
import { smallGraph } from '../testing/small-graph.js';
import { Prover } from './prove-tasks.js';

const GRAPH = buildGraph(smallGraph());
const screen = (id: string): Milestone => ({ id, type: 'screen', abilities: [], screens: [id] });
const either = (...children: Milestone[]): Milestone => ({
  id: 'ends',
  type: 'group',
  order: 'alternatives',
  abilities: [],
  children,
});

function prove(...milestones: Milestone[]) {
  const task = {
    id: 't',
    path: [],
    instructions: { en: 'x' },
    start: null,
    apps: [],
    optimalSteps: null,
    maxSteps: 10,
    milestones: [],
    rules: compileMilestones(milestones),
    hasEvaluators: false,
  };
  const subject = { file: 'suite.json', tasks: [task], languages: [], countsAnswers: true };
  return new Prover(buildMoveGraph(GRAPH, 'corrected')).prove(subject, task);
}

describe('a task of which any one end is enough', () => {
  const [first = '', ...others] = GRAPH.nodes.map(({ id }) => id);
  const reachable = others.find((id) => prove(screen(id)).status === 'solved') ?? '';

  it('is solved by the end that takes the fewest steps, and not exactly where chance decides', () => {
    const far = prove(screen(reachable));
    expect(prove(either(screen(reachable), screen(first)))).toMatchObject({ status: 'solved', steps: 0 });
    expect(prove(either(screen('nowhere'), screen(reachable)))).toMatchObject({
      status: 'solved',
      steps: far.steps,
      chanceIsExact: false,
    });
  });

  it('cannot be solved where no end can be reached', () => {
    expect(prove(either(screen('nowhere'), screen('elsewhere')))).toMatchObject({
      status: 'unsolvable',
      obstacles: [],
    });
  });

  it('is not taken for the task that wants all of them', () => {
    const both = findShortestSolution(
      buildMoveGraph(GRAPH, 'corrected'),
      compileMilestones([either(screen(first), screen('nowhere'))]),
      GRAPH.root,
      { countsAnswers: true },
    );
    expect(both).toMatchObject({ type: 'solved' });
    expect(prove(screen(first), screen('nowhere')).status).toBe('unsolvable');
  });
});
