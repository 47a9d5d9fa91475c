import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent, HistoryEntry } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Decision } from '../../domain/decision.js';
import type { Environment } from '../../environments/environment.js';
import { DatasetError } from '../../errors.js';
import { encodeLine } from '../../formats/run/journal/event-line.js';
import type { JournalEvent } from '../../formats/run/journal/event.js';
import { indexRun } from '../../formats/run/run-index.js';
import { fakeAgent } from '../../testing/fake-agent.js';
import { changeEnvironments, fakeBenchmark } from '../../testing/fake-benchmark.js';
import { beforeLast, eventsOf, finishedRun, JOURNAL } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../../testing/run-fakes/run-fake.js';
import { resumeRun, startRun } from '../run.js';

const ONLY = { items: ['walk-0'] };

/** The benchmark with its environments changed. */
function withEnvironments(benchmark: Benchmark, change: (environment: Environment) => object): Benchmark {
  return changeEnvironments(benchmark, (environment) => Object.assign(environment, change(environment)));
}

/** A run of one item whose journal ends before its event of this kind and step. */
async function cutBefore(
  directory: string,
  at: { readonly type: string; readonly step?: number },
  parts: () => FakeRunParts = () => ({}),
): Promise<readonly JournalEvent[]> {
  const { bytes, events } = await finishedRun(directory, () => ({ settings: ONLY, ...parts() }));
  const found = events.findIndex(
    (event) =>
      event.type === at.type && (at.step === undefined || ('step' in event && event.step === at.step)),
  );
  await truncate(join(directory, JOURNAL), beforeLast(bytes, events.length - found));
  return events;
}

async function resumeWith(directory: string, parts: FakeRunParts = {}) {
  const run = buildRun(directory, { settings: ONLY, ...parts });
  const summary = await resumeRun(run);
  const begun = (await eventsOf(directory)).filter(
    ({ type }) => type === 'item-start' || type === 'item-resume',
  );
  return {
    summary,
    begun: begun.slice(1),
    told: run.events,
    item: (await indexRun(directory)).items.get('walk-0#0'),
  };
}

describe('an interrupted item', () => {
  it('only ends where its last step was complete', async () => {
    await using folder = await temporaryFolder();
    let opened = 0;
    const events = await cutBefore(folder.path, { type: 'item-end' });
    const benchmark = fakeBenchmark({
      onOpen: () => {
        opened += 1;
      },
    });
    const { summary, begun, item } = await resumeWith(folder.path, { benchmark });
    expect(summary).toMatchObject({ status: 'complete', finished: 1 });
    expect(begun).toEqual([]);
    expect(opened).toBe(0);
    const whole = events.find((event) => event.type === 'item-end');
    expect(item).toMatchObject({ end: whole?.end, steps: 6, attempt: 1 });
  });

  it('continues at its start where no step is complete', async () => {
    await using folder = await temporaryFolder();
    await cutBefore(folder.path, { type: 'transition', step: 0 });
    const { begun, told, item } = await resumeWith(folder.path);
    const resumed = { type: 'item-resume', attempt: 1, step: 0, cause: 'resume', method: 'start' };
    expect(begun).toMatchObject([{ ...resumed, item: 'walk-0', repeat: 0, redo: false }]);
    expect(told[1]).toEqual({ ...resumed, key: { item: 'walk-0', repeat: 0 } });
    expect(item).toMatchObject({ attempt: 1, steps: 6 });
  });

  it.each([
    [
      'agents that begin items anew',
      { agent: fakeAgent({ resume: 'item' }) },
      'this agent restarts interrupted items',
    ],
    [
      'worlds without a way back',
      { benchmark: fakeBenchmark({ recovery: 'none' }) },
      'the environment can neither be played again nor restored',
    ],
    [
      'worlds that lost the means to restore',
      {
        benchmark: withEnvironments(fakeBenchmark({ recovery: 'snapshot' }), () => ({ restore: undefined })),
      },
      'the environment can neither be played again nor restored',
    ],
    [
      'snapshots that do not fit',
      {
        benchmark: withEnvironments(fakeBenchmark({ recovery: 'snapshot' }), () => ({
          restore: () => Promise.reject(new DatasetError('it is of another floor')),
        })),
      },
      'the snapshot does not fit: it is of another floor',
    ],
  ] as const)('starts over for %s, and says why', async (_name, parts: FakeRunParts, reason) => {
    await using folder = await temporaryFolder();
    await cutBefore(folder.path, { type: 'decision', step: 2 }, () => parts);
    const { begun, told, item } = await resumeWith(folder.path, parts);
    const start = { type: 'item-start', attempt: 2, cause: 'restart', reason };
    expect(begun).toMatchObject([{ ...start, item: 'walk-0', repeat: 0, task: 'walk-0', maxSteps: 12 }]);
    expect(told[1]).toEqual({ ...start, key: { item: 'walk-0', repeat: 0 } });
    expect(item).toMatchObject({ attempt: 2, steps: 6, end: { reason: 'agent_stop' } });
  });

  it('fails by what its world throws that no snapshot explains', async () => {
    await using folder = await temporaryFolder();
    const benchmark = withEnvironments(fakeBenchmark({ recovery: 'snapshot' }), () => ({
      restore: () => Promise.reject(new RangeError('out')),
    }));
    await cutBefore(folder.path, { type: 'decision', step: 2 }, () => ({ benchmark }));
    const { item } = await resumeWith(folder.path, { benchmark });
    expect(item).toMatchObject({ attempt: 1, end: { reason: 'bug', message: 'RangeError: out' } });
  });

  it('is not restored from a step that kept no snapshot', async () => {
    await using folder = await temporaryFolder();
    await cutBefore(folder.path, { type: 'decision', step: 2 }, () => ({
      benchmark: fakeBenchmark({ recovery: 'none' }),
    }));
    const { begun } = await resumeWith(folder.path, { benchmark: fakeBenchmark({ recovery: 'snapshot' }) });
    expect(begun).toMatchObject([
      { cause: 'restart', reason: 'the environment can neither be played again nor restored' },
    ]);
  });

  it('starts over where played again a step does something else, or ends the episode', async () => {
    for (const change of [
      { type: 'ended', transition: { rule: 'climb', next: null } },
      { transition: { rule: 'climb', next: 'floor-77' } },
    ]) {
      await using folder = await temporaryFolder();
      await cutBefore(folder.path, { type: 'decision', step: 2 });
      const benchmark = withEnvironments(fakeBenchmark(), (environment) => {
        const step = environment.step.bind(environment);
        let isFirst = true;
        return {
          step: async (...given: Parameters<typeof step>) => {
            const result = await step(...given);
            const changed = isFirst ? { ...result, ...change } : result;
            isFirst = false;
            return changed;
          },
        };
      });
      const { begun } = await resumeWith(folder.path, { benchmark });
      expect(begun).toMatchObject([
        { cause: 'restart', reason: 'played again, step 0 did not do what is recorded' },
      ]);
    }
  });

  it('starts over where the state is another one, though the screen is the same', async () => {
    await using folder = await temporaryFolder();
    const events = await cutBefore(folder.path, { type: 'decision', step: 2 });
    const cut = events.slice(
      0,
      events.findIndex((event) => event.type === 'decision' && event.step === 2),
    );
    const changed = cut.map((event) =>
      event.type === 'observation' && event.step === 1 ? { ...event, state: 'elsewhere' } : event,
    );
    const content = changed.map((event, sequence) => encodeLine(event, sequence)).join('');
    await writeFile(join(folder.path, JOURNAL), content);
    const { begun } = await resumeWith(folder.path);
    expect(begun).toMatchObject([
      { cause: 'restart', reason: 'played again, the screen of step 1 is not the recorded one' },
    ]);
  });
});

describe('what an agent is shown of earlier steps', () => {
  const key = (name: string): Decision => ({ type: 'action', action: { type: 'key', key: name } });

  /** An agent that keeps the history that it was given at each step. */
  function listening(onDecide: (step: number) => Decision | undefined = () => undefined) {
    const heard: (readonly HistoryEntry[])[] = [];
    const own = fakeAgent({ steps: 3, onDecide: (_context, step) => onDecide(step) });
    const agent: Agent = {
      ...own,
      open: async (context) => {
        const episode = await own.open(context);
        return {
          ...episode,
          decide: (observation, history, options) => {
            heard.push(history);
            return episode.decide(observation, history, options);
          },
        };
      },
    };
    return { agent, heard };
  }

  /** A world whose history shows this for every step in place of the agent's decision. */
  const telling = (teacherForced: Decision | null): Benchmark =>
    withEnvironments(fakeBenchmark({ maxSteps: 3 }), (environment) => {
      const step = environment.step.bind(environment);
      return {
        step: async (...given: Parameters<typeof step>) => ({ ...(await step(...given)), teacherForced }),
      };
    });

  it('is what it did, and what it saw before', async () => {
    await using folder = await temporaryFolder();
    const { agent, heard } = listening((step) => ({ ...key(`K${step}`), thought: `t${step}` }));
    await startRun(
      buildRun(folder.path, { agent, benchmark: fakeBenchmark({ maxSteps: 3 }), settings: ONLY }),
    );
    expect(heard.map((entries) => entries.map(({ decision }) => decision.thought))).toEqual([
      [],
      ['t0'],
      ['t0', 't1'],
    ]);
    expect(heard[2]?.[0]).toMatchObject({ observation: { screen: { id: 'screen-0' } }, decision: key('K0') });
    expect(heard[2]?.[0]).not.toHaveProperty('isTold');
  });

  it('is the recorded decision where history is teacher-forced, with its own memory alone', async () => {
    for (const [memory, expected] of [
      [undefined, key('TOLD')],
      ['mine', { ...key('TOLD'), memory: 'mine' }],
    ] as const) {
      await using folder = await temporaryFolder();
      const { agent, heard } = listening((step) => ({
        ...key(`K${step}`),
        thought: 'so',
        ...(memory === undefined ? {} : { memory }),
      }));
      await startRun(buildRun(folder.path, { agent, benchmark: telling(key('TOLD')), settings: ONLY }));
      expect(heard[1]).toStrictEqual([
        { observation: expect.anything() as unknown, decision: expected, isTeacherForced: true },
      ]);
    }
  });

  it('is nothing where a step is left out of history', async () => {
    await using folder = await temporaryFolder();
    const { agent, heard } = listening((step) => (step > 5 ? undefined : key('K')));
    await startRun(buildRun(folder.path, { agent, benchmark: telling(null), settings: ONLY }));
    expect(heard).toEqual([[], [], []]);
  });

  it('is the same after a resume, from a replay and from the journal', async () => {
    for (const recovery of ['replay', 'snapshot'] as const) {
      await using folder = await temporaryFolder();
      const parts = () => ({ benchmark: fakeBenchmark({ recovery }), agent: listening().agent });
      await cutBefore(folder.path, { type: 'decision', step: 2 }, parts);
      const { agent, heard } = listening();
      await resumeWith(folder.path, { benchmark: fakeBenchmark({ recovery }), agent });
      const events = await eventsOf(folder.path);
      const decisions = events.flatMap((event) => (event.type === 'decision' ? [event.decision] : []));
      const screens = events.flatMap((event) => (event.type === 'observation' ? [event.screen.id] : []));
      expect(heard[0]?.map(({ decision }) => decision)).toEqual(decisions.slice(0, 2));
      expect(heard[0]?.map(({ observation }) => observation.screen.id)).toEqual(screens.slice(0, 2));
    }
  });

  it('includes an unreadable answer, which waits where it does not end the episode', async () => {
    await using folder = await temporaryFolder();
    const error = { kind: 'no_action', message: 'none', excerpt: '' } as const;
    const { agent, heard } = listening((step) => (step === 0 ? { type: 'format_error', error } : undefined));
    const settings = { ...ONLY, formatErrors: 'wait' } as const;
    await startRun(buildRun(folder.path, { agent, settings }));
    const events = await eventsOf(folder.path);
    // A wait stays where it is in this world.
    expect(events.find((event) => event.type === 'transition')?.transition.rule).toBe('stay');
    expect(heard[1]?.[0]?.decision).toEqual({ type: 'format_error', error });
  });
});
