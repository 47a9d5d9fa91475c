import { describe, expect, it } from 'vitest';
import { ActionSchema } from '../../domain/action.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { smallGraph } from '../../testing/small-graph.js';
import { blindPolicies } from './blind-policies.js';
import { blindWorld } from './blind-world.js';
import type { BlindTask } from './blind-policy.js';

const GRAPH = buildGraph(smallGraph());
const WORLD = blindWorld(GRAPH, 'corrected');
const TASK: BlindTask = {
  id: 'a',
  repeat: 0,
  instruction: 'Add “oat milk” to the list',
  apps: ['Notes'],
  budget: 30,
};
const done = (name: string, task = TASK, seed = 1) =>
  blindPolicies({ seed })
    .find((policy) => policy.name === name)
    ?.actions(task, WORLD)
    .map((action) => {
      if (action.type === 'open_app') return `open ${action.app}`;
      if (action.type === 'type') return `type ${action.text}`;
      return action.type === 'key' ? action.key : action.type;
    }) ?? [];

describe('blindPolicies', () => {
  it('have names of their own, and do what can be done, the same each time', () => {
    const policies = blindPolicies({ seed: 1 });
    expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
    expect(policies.length).toBeGreaterThan(18);
    for (const policy of policies) {
      const actions = policy.actions(TASK, WORLD);
      expect(actions.length, policy.name).toBeGreaterThan(0);
      for (const action of actions) expect(ActionSchema.parse(action)).toEqual(action);
      expect(policy.actions(TASK, WORLD)).toEqual(actions);
    }
  });

  it('open each app, and type the instruction or what it quotes into one place after another', () => {
    expect(done('opens each app in turn')).toEqual(WORLD.apps.map((app) => `open ${app}`));
    expect(done('types the instruction').slice(0, 4)).toEqual([
      'open Notes',
      'tap',
      `type ${TASK.instruction}`,
      'ENTER',
    ]);
    expect(done('types what the instruction quotes').slice(0, 4)).toEqual([
      'open Notes',
      'tap',
      'type oat milk',
      'ENTER',
    ]);
  });

  it('dive otherwise with another seed, task or repeat', () => {
    const name = 'dives at random into any app, 1';
    const dives = [
      done(name),
      done(name, TASK, 2),
      done(name, { ...TASK, id: 'b' }),
      done(name, { ...TASK, repeat: 1 }),
    ];
    expect(new Set(dives.map((dive) => dive.join())).size).toBe(4);
  });
});

describe('blindWorld', () => {
  it('knows where screens are touched, the commonest place first, on the screen', () => {
    const { width, height } = GRAPH.screenSize;
    expect(WORLD.targets(null).length).toBeGreaterThan(1);
    for (const { x, y, space } of WORLD.targets(null)) {
      expect([space, x >= 0 && x < width, y >= 0 && y < height]).toEqual(['pixel', true, true]);
    }
  });
});
