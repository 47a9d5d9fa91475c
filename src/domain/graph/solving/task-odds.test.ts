import { describe, expect, it } from 'vitest';
import { compileMilestones } from '../../milestones/milestone-progress.js';
import type { Milestone } from '../../milestones/milestone.js';
import type { Mode } from '../../mode.js';
import { buildGraph } from '../build-graph.js';
import type { GraphSource, SourceAction, SourceNode } from '../graph-source.js';
import { buildMoveGraph } from '../move-graph.js';
import { judgeTask, type TaskVerdict } from './task-odds.js';

interface World {
  readonly nodes: readonly SourceNode[];
  readonly launcher?: GraphSource['launcher'];
  readonly start?: string;
  readonly mode?: Mode;
  readonly budget?: number;
}

function judge(milestones: readonly Milestone[], world: World): TaskVerdict {
  const { nodes, launcher, start, mode = 'corrected', budget = 10 } = world;
  const graph = buildGraph({
    name: 'odds',
    screenSize: { width: 100, height: 100 },
    root: nodes[0]?.id ?? '',
    nodes,
    ...(launcher === undefined ? {} : { launcher }),
  });
  const from = start === undefined ? graph.root : (graph.nodeIndex.get(start) ?? -1);
  const rules = compileMilestones(milestones);
  return judgeTask(buildMoveGraph(graph, mode), rules, from, { countsAnswers: true, budget });
}

const at = (...screens: string[]): Milestone => ({
  id: screens.join(),
  type: 'screen',
  abilities: [],
  screens,
});
const ordered = (...children: Milestone[]): Milestone => ({
  id: 'ordered',
  type: 'group',
  order: 'ordered',
  abilities: [],
  children,
});
const says = (text: string): Milestone => ({ id: text, type: 'answer', abilities: [], accepted: [text] });
const key = (name: string): SourceAction => ({ type: 'key', key: name });
const to = (id: string, ...actions: SourceAction[]): { to: string; actions: SourceAction[] } => ({
  to: id,
  actions,
});
const two = (id: string): SourceNode['screens'] => [{ id: `${id}-a` }, { id: `${id}-b` }];

describe('judgeTask', () => {
  it('touches what the icons of the launcher leave of an area', () => {
    const verdict = judge([at('page')], {
      nodes: [{ id: 'home', edges: [to('page', { type: 'click', box: [0, 0, 40, 40] })] }, { id: 'page' }],
      launcher: { apps: [], icons: [{ app: 'Gone', box: [10, 10, 99, 99] }] },
    });
    expect(verdict).toMatchObject({ type: 'solved', odds: { certainty: 'surely', sureSteps: 1 } });
    const [step] = verdict.type === 'solved' ? verdict.shortest.steps : [];
    expect(Math.min(Number(step?.action['x']), Number(step?.action['y']))).toBeLessThan(10);
  });

  it('has one BACK show one screen', () => {
    // Both screens of the hall are wanted after the room: one BACK brings one of them, the other takes another arrival.
    const hall: SourceNode = { id: 'hall', screens: two('hall'), edges: [to('room', key('ENTER'))] };
    const milestones = [ordered(at('room'), at('hall-a')), ordered(at('room'), at('hall-b'))];
    const verdict = judge(milestones, { nodes: [{ id: 'home' }, hall, { id: 'room' }], start: 'hall' });
    expect(verdict).toMatchObject({ type: 'solved', odds: { certainty: 'almost-surely' } });
    const steps = verdict.type === 'solved' ? verdict.shortest.steps : [];
    expect(steps.map(({ to: node, screen }) => [node, screen])).toHaveLength(3);
    expect(new Set(steps.slice(1).map(({ screen }) => screen))).toEqual(new Set([0, 1]));
  });

  it('knows that any action shows the screen anew', () => {
    const verdict = judge([at('home-b')], { nodes: [{ id: 'home', screens: two('home') }], budget: 2 });
    expect(verdict).toMatchObject({
      type: 'solved',
      odds: { certainty: 'almost-surely', sureSteps: null, chance: 1, chanceInBudget: 7 / 8, isExact: true },
    });
    // Nothing leads back to the hall but BACK, which takes two steps.
    const hall = { nodes: [{ id: 'home' }, { id: 'hall', screens: two('hall') }], start: 'hall', budget: 1 };
    const inHall = judge([at('hall-a'), at('hall-b')], hall);
    expect(inHall.type === 'solved' && inHall.shortest.steps).toHaveLength(1);
    // Both in turn, without leaving: one look, and one more.
    const both = judge([at('home-a'), at('home-b')], {
      nodes: [{ id: 'home', screens: two('home') }],
      budget: 1,
    });
    expect(both).toMatchObject({ type: 'solved', odds: { chanceInBudget: 1 / 2 } });
    expect(both.type === 'solved' && both.shortest.steps).toHaveLength(1);
  });

  it('calls nothing luck that another point of the box gives for sure', () => {
    const edges = [
      to('page', { type: 'click', box: [0, 0, 60, 60] }),
      to('other', { type: 'click', box: [20, 20, 99, 99] }),
    ];
    const nodes = [{ id: 'home', edges }, { id: 'page' }, { id: 'other' }];
    expect(judge([at('page')], { nodes })).toMatchObject({ odds: { certainty: 'surely', sureSteps: 1 } });
    const points = [
      to('page', { type: 'click', point: [50, 50] }),
      to('other', { type: 'click', point: [51, 50] }),
    ];
    const round = [{ id: 'home', edges: points }, { id: 'page' }, { id: 'other' }];
    expect(judge([at('page')], { nodes: round })).toMatchObject({ odds: { sureSteps: 1 } });
  });

  it('calls nothing luck that another text gives for sure', () => {
    const edges = [
      to('page', { type: 'type', text: 'milk' }),
      to('other', { type: 'type', text: 'oat milk' }),
    ];
    const nodes = [{ id: 'home', edges }, { id: 'page' }, { id: 'other' }];
    for (const place of ['page', 'other']) {
      const verdict = judge([at(place)], { nodes, mode: 'reference' });
      expect(verdict).toMatchObject({ odds: { certainty: 'surely', sureSteps: 1 } });
    }
    // In `corrected` mode "oat milk" carries "milk" too, so the longer one takes luck, and can be tried again.
    expect(judge([at('page')], { nodes })).toMatchObject({ odds: { certainty: 'surely', sureSteps: 1 } });
    expect(judge([at('other')], { nodes, budget: 1 })).toMatchObject({
      odds: { certainty: 'almost-surely', chanceInBudget: 1 / 2 },
    });
    const both = [
      to('page', { type: 'type', text: 'milk,bread' }),
      to('other', { type: 'type', text: 'bread' }),
    ];
    const lists = [{ id: 'home', edges: both }, { id: 'page' }, { id: 'other' }];
    expect(judge([at('other')], { nodes: lists })).toMatchObject({ odds: { sureSteps: 1 } });
  });

  it('calls nothing luck that can be tried again, or that every outcome comes to', () => {
    const nodes: SourceNode[] = [
      { id: 'home' },
      { id: 'good', edges: [to('page', key('ENTER'))] },
      { id: 'bad' },
      { id: 'page' },
    ];
    const launcher = { apps: [{ name: 'App', entries: ['good', 'bad'] }] };
    expect(judge([at('page')], { nodes, launcher, budget: 3 })).toMatchObject({
      odds: { certainty: 'almost-surely', sureSteps: null, chance: 1, chanceInBudget: 3 / 4 },
    });
    const [home, good, bad, page] = nodes;
    if (home === undefined || good === undefined || bad === undefined || page === undefined)
      throw new Error();
    const longer = { ...bad, edges: [to('good', key('ENTER'))] };
    expect(judge([at('page')], { nodes: [home, good, longer, page], launcher, budget: 3 })).toMatchObject({
      odds: { certainty: 'surely', sureSteps: 3, chance: 1, chanceInBudget: 1 },
    });
  });

  it('tells luck by its chance where there is no way back', () => {
    const trapped = [to('trap', key('HOME')), to('trap', key('BACK'))];
    const verdict = judge([at('page')], {
      nodes: [
        { id: 'home', edges: [to('page', key('ENTER')), to('trap', key('ENTER')), to('trap', key('ENTER'))] },
        { id: 'page' },
        { id: 'trap', edges: trapped },
      ],
    });
    expect(verdict).toMatchObject({ odds: { certainty: 'by-luck', sureSteps: null, isExact: true } });
    expect(verdict.type === 'solved' && verdict.odds.chance).toBeCloseTo(1 / 3, 12);
    expect(verdict.type === 'solved' && verdict.odds.chanceInBudget).toBeCloseTo(1 / 3, 12);
  });

  it('answers in the middle where something is to be seen after it, and only once', () => {
    const nodes = [{ id: 'home', edges: [to('page', key('ENTER'))] }, { id: 'page' }];
    expect(judge([ordered(says('yes'), at('page'))], { nodes })).toMatchObject({ odds: { sureSteps: 2 } });
    expect(judge([ordered(says('yes'), at('page'), says('yes'))], { nodes })).toMatchObject({
      type: 'unsolvable',
    });
    expect(judge([says('yes'), says('no')], { nodes })).toMatchObject({ type: 'unsolvable' });
  });

  it('has no chance within a budget that the shortest solution exceeds, and a part of it where chance is slow', () => {
    const nodes = [
      { id: 'home', edges: [to('a', key('ENTER'))] },
      { id: 'a', edges: [to('b', key('ENTER'))] },
      { id: 'b' },
    ];
    expect(judge([at('b')], { nodes, budget: 1 })).toMatchObject({
      odds: { certainty: 'surely', sureSteps: 2, chance: 1, chanceInBudget: 0, isExact: true },
    });
  });
});
