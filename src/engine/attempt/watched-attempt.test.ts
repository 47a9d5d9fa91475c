import { setImmediate as roundOfEvents } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fakeAgent } from '../../testing/fake-agent.js';
import { eventsOf } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { startRun } from '../run.js';

it('tells whoever reads the journal what an agent sees while it thinks', async () => {
  await using folder = await temporaryFolder();
  const agent = fakeAgent({ steps: 1 });
  const seen: string[][] = [];
  const watched: typeof agent = {
    ...agent,
    open: async (context) => {
      const episode = await agent.open(context);
      return {
        ...episode,
        decide: async (...asked) => {
          await roundOfEvents();
          await roundOfEvents();
          seen.push((await eventsOf(folder.path)).map(({ type }) => type));
          return episode.decide(...asked);
        },
      };
    },
  };
  await startRun(buildRun(folder.path, { agent: watched, settings: { items: ['walk-0'] } }));
  expect(seen.map((types) => types.slice(-2))).toEqual([
    ['item-start', 'observation'],
    ['transition', 'observation'],
  ]);
});
