import { describe, expect, it } from 'vitest';
import { stop, type Action } from '../domain/action.js';
import type { Observation } from '../domain/screen.js';
import { agentContract, buildAgentContext, emptyObservation } from '../testing/contracts/agent-contract.js';
import type { Agent, AgentContext, HistoryEntry } from './agent.js';
import { alwaysCompleteAgent } from './baselines/always-complete.js';
import { homeSpamAgent } from './baselines/home-spam.js';
import { noOpAgent } from './baselines/no-op.js';
import { randomAgent } from './baselines/random.js';
import { replayAgent, type RecordedActions } from './baselines/replay.js';

const RECORDING: RecordedActions = {
  hash: 'abc',
  find: (item, repeat) => {
    if (item !== 'task') return undefined;
    return repeat === 1
      ? [{ type: 'wait' }]
      : [
          { type: 'key', key: 'BACK' },
          { type: 'type', text: 'x' },
        ];
  },
};

describe.each<[string, () => Agent]>([
  ['no-op', noOpAgent],
  ['always-complete', alwaysCompleteAgent],
  ['home-spam', homeSpamAgent],
  ['random', randomAgent],
  ['replay', () => replayAgent(RECORDING)],
])('%s keeps the agent contract:', (_, agent) => {
  it.each([...agentContract({ agent })])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

async function actionsOf(
  agent: Agent,
  steps: number,
  context: Partial<AgentContext> = {},
  observation: Observation = emptyObservation(),
): Promise<Action[]> {
  await using episode = await agent.open(buildAgentContext(context));
  const history: HistoryEntry[] = [];
  for (let step = 0; step < steps; step += 1) {
    const decision = await episode.decide(observation, history, { signal: new AbortController().signal });
    history.push({ observation, decision });
  }
  return history.flatMap(({ decision }) => (decision.type === 'action' ? [decision.action] : []));
}

describe('the baselines', () => {
  it('wait, stop or press HOME on any screen', async () => {
    expect(await actionsOf(noOpAgent(), 2)).toEqual([{ type: 'wait' }, { type: 'wait' }]);
    expect(await actionsOf(alwaysCompleteAgent(), 1)).toEqual([stop('success')]);
    expect(await actionsOf(homeSpamAgent(), 2)).toEqual([
      { type: 'key', key: 'HOME' },
      { type: 'key', key: 'HOME' },
    ]);
  });
});

describe('replay', () => {
  it('does what was recorded and then stops', async () => {
    expect(await actionsOf(replayAgent(RECORDING), 3)).toEqual([
      { type: 'key', key: 'BACK' },
      { type: 'type', text: 'x' },
      stop('unspecified'),
    ]);
  });

  it('takes the recording of the repeat where there is one', async () => {
    expect(await actionsOf(replayAgent(RECORDING), 2, { repeat: 1 })).toEqual([
      { type: 'wait' },
      stop('unspecified'),
    ]);
  });

  it('gives an item up that was not recorded', async () => {
    const task = { id: 'other', instruction: '', language: 'en', apps: [] };
    expect(await actionsOf(replayAgent(RECORDING), 1, { task })).toEqual([stop('failure')]);
  });
});

describe('random', () => {
  const size = { width: 100, height: 200 };
  const sized: Observation = { screen: { ...emptyObservation().screen, size } };

  it('uses every kind of action and stays on the screen', async () => {
    const actions = await actionsOf(randomAgent(), 400, {}, sized);
    expect(new Set(actions.map(({ type }) => type))).toEqual(
      new Set(['tap', 'long_press', 'swipe', 'type', 'key', 'open_app', 'wait']),
    );
    for (const action of actions) {
      if (action.type !== 'tap' || action.target.type !== 'point') continue;
      const { x, y, space } = action.target.point;
      expect(space).toBe('pixel');
      expect(Number.isInteger(x) && x >= 0 && x < 100 && Number.isInteger(y) && y >= 0 && y < 200).toBe(true);
    }
  });

  it('taps at a share of the screen where the size is unknown', async () => {
    const [action] = await actionsOf(randomAgent({ actions: ['tap'] }), 1);
    expect(action).toMatchObject({ type: 'tap', target: { point: { space: 'unit' } } });
  });

  it('touches the middle of nodes that take the touch, where it is asked to and there are some', async () => {
    const node = (attributes: string, bounds: string): string =>
      `<node class="android.view.View" ${attributes} bounds="${bounds}" />`;
    const xml = `<hierarchy rotation="0">${node('clickable="true"', '[0,0][20,40]')}${node('scrollable="true"', '[0,100][100,200]')}${node('', '[50,50][60,60]')}</hierarchy>`;
    const hierarchy = { mediaType: 'text/xml', load: async () => new TextEncoder().encode(xml) };
    const seen: Observation = { screen: { ...sized.screen, hierarchy } };
    const agent = randomAgent({ target: 'node', actions: ['tap', 'swipe'] });
    for (const action of await actionsOf(agent, 20, {}, seen)) {
      if (action.type === 'tap') expect(action.target).toMatchObject({ point: { x: 10, y: 20 } });
      else expect(action).toMatchObject({ type: 'swipe', at: { x: 50, y: 150 } });
    }
    expect(await actionsOf(agent, 5, {}, sized)).toHaveLength(5);
    expect(agent.needs.hierarchy).toBe(true);
  });

  it('differs between seeds, tasks and repeats', async () => {
    const texts = await Promise.all(
      [{}, { seed: 8 }, { repeat: 1 }, { task: { id: 'b', instruction: '', language: 'en', apps: [] } }].map(
        async (context) => JSON.stringify(await actionsOf(randomAgent(), 20, context, sized)),
      ),
    );
    expect(new Set(texts).size).toBe(4);
  });

  it('opens only apps that the settings or the task name, or else those of the launcher', async () => {
    const opened = await actionsOf(randomAgent({ actions: ['open_app'] }), 3);
    expect(opened).toEqual(Array.from({ length: 3 }, () => ({ type: 'open_app', app: 'Clock' })));
    const task = { id: 'task', instruction: '', language: 'en', apps: [] };
    expect(await actionsOf(randomAgent({ actions: ['open_app'] }), 1, { task })).toEqual([{ type: 'wait' }]);
    const launcher = ['Maps'];
    expect(await actionsOf(randomAgent({ actions: ['open_app'] }), 1, { task, launcher })).toEqual([
      { type: 'open_app', app: 'Maps' },
    ]);
  });
});
