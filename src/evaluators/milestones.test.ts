import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../domain/action.js';
import type { Milestone } from '../domain/milestones/milestone.js';
import { TaskSchema, type Task } from '../domain/task.js';
import type { Trajectory, TrajectoryStep } from '../domain/trajectory.js';
import { evaluateMilestones, milestonesEvaluator } from './milestones.js';

const WAIT: Action = { type: 'wait' };

function buildTask(...milestones: unknown[]): Task {
  return TaskSchema.parse({ id: 't', instructions: { en: 'do it' }, milestones });
}

function at(state: string, action: Action | null = WAIT, more: Partial<TrajectoryStep> = {}): TrajectoryStep {
  const screen = { id: `${state}.png`, size: null, activity: null, picture: null, hierarchy: null };
  return { screen, state, action, ...more };
}

function trajectory(...steps: TrajectoryStep[]): Trajectory {
  return { steps };
}

async function score(task: Task, steps: Trajectory) {
  const signal = new AbortController().signal;
  return milestonesEvaluator().evaluate({ task, trajectory: steps, mode: 'corrected', signal });
}

const VISIT_A = { id: 'a', type: 'screen', screens: ['a'], abilities: ['find'] };
const VISIT_B = { id: 'b', type: 'screen', screens: ['b'], title: 'second page' };
const SAY_4 = { id: 'four', type: 'answer', accepted: ['4', 'four'] };
const IN_ORDER = { id: 'g', type: 'group', order: 'ordered', children: [VISIT_A, VISIT_B] };

describe('milestonesEvaluator', () => {
  it('gives the share of milestones reached, and the steps that reached them', async () => {
    const task = buildTask(VISIT_A, VISIT_B, SAY_4);
    expect(await score(task, trajectory(at('x'), at('b'), at('a', null)))).toMatchObject({
      status: 'scored',
      value: 2 / 3,
      steps: [1, 2],
      explanation: '2 of 3 milestones reached; the first missed is number 3, four',
      details: { success: false, milestones: [{ id: 'a', step: 2 }, { id: 'b', step: 1 }, { step: null }] },
    });
  });

  it.each([
    ['a', 'the milestone is reached'],
    ['b', 'the milestone is not reached: a'],
  ])('has a sentence for a single milestone (at %s)', async (state, explanation) => {
    expect(await score(buildTask(VISIT_A), trajectory(at(state, null)))).toMatchObject({ explanation });
  });

  it('counts the start screen and the screen after the last action', () => {
    const task = buildTask(VISIT_A, VISIT_B);
    expect(evaluateMilestones(task, trajectory(at('a'), at('b', null))).success).toBe(true);
  });

  it('does not count the child of an ordered group before its elder sibling', async () => {
    const early = trajectory(at('b'), at('a', null));
    expect(await score(buildTask(IN_ORDER), early)).toMatchObject({ value: 0.5, steps: [1] });
    expect(evaluateMilestones(buildTask(IN_ORDER), trajectory(at('b'), at('a'), at('b'))).success).toBe(true);
  });

  it('compares answer milestones with the last answer, trimmed and without regard to case', () => {
    const task = buildTask(VISIT_A, SAY_4);
    const said = (text: string): TrajectoryStep => at('a', { type: 'answer', text, terminal: false });
    expect(evaluateMilestones(task, trajectory(at('a', stop('success', ' FOUR\n')))).success).toBe(true);
    expect(evaluateMilestones(task, trajectory(said('4'), at('a', stop()))).success).toBe(true);
    expect(evaluateMilestones(task, trajectory(said('4'), said('5'))).completion).toBe(0.5);
    expect(evaluateMilestones(task, trajectory(said('4'), said('5'))).answer).toBe('5');
  });

  it('takes the recorded answer where the action itself holds none', () => {
    const step = at('a', { type: 'foreign', native: { family: 'x', name: 'done' } }, { answer: '4' });
    expect(evaluateMilestones(buildTask(VISIT_A, SAY_4), trajectory(step)).success).toBe(true);
  });

  it('is not applicable to a task without milestones', async () => {
    expect(await score(buildTask(), trajectory(at('a')))).toMatchObject({ status: 'not_applicable' });
  });

  it('counts a milestone that names one screen of a state', () => {
    const milestone: Milestone = { id: 'm', type: 'screen', screens: ['a.png'], abilities: [] };
    expect(evaluateMilestones(buildTask(milestone), trajectory(at('a'))).success).toBe(true);
    expect(evaluateMilestones(buildTask(milestone), trajectory(at('b'))).success).toBe(false);
  });
});
