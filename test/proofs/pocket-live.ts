import { deepStrictEqual, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { fontProblems } from '../../pocket/render/fonts.js';
import { POCKET_FOLDER } from '../../src/benchmarks/pocket/pocket-benchmark.js';
import { scoreSuiteEpisode } from '../../src/benchmarks/suite/score-suite-episode.js';
import { DeviceTaskSchema } from '../../src/environments/android/device-task.js';
import { openAndroid } from '../../src/environments/android/open-android.js';
import type { Trajectory } from '../../src/domain/trajectory.js';
import { ChromiumEnvironments } from '../../src/environments/chromium/chromium-environments.js';
import type { Environment } from '../../src/environments/environment.js';
import { readLive } from '../../src/formats/live/read-live.js';
import { serveEnvironment } from '../../src/testing/phones/served-environment.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { playBlindly, recordedSolutions, type RecordedSolution } from '../fixtures/pocket-solutions.js';
import type { Proof } from './proof.js';

/** A form with a held icon, and a text that is typed in one app after another was read. */
const SMALL = ['weekday-alarm', 'lanterns-to-lin'];
/** Where a line breaks elsewhere with other fonts than those of the recording, recorded positions miss. */
const NEEDS_FONTS = ['save-lanterns'];
/** Share of the tasks whose recorded solution goes through the same states live. */
const LEAST_ALIKE = 0.9;
const LANES = 2;
const { signal } = new AbortController();

/** What became of one task. */
interface Played {
  readonly task: string;
  readonly isSolved: boolean;
  /** The states after each action, where they are not those of the recording. */
  readonly differs: string | null;
}

/** Pocket, played on a phone of the real adb server behind which its live apps are, is the recorded one. */
export const pocketLiveProof: Proof = {
  name: 'pocket-live',
  title:
    "The recorded solutions of Pocket's tasks, played blindly by the driver of Android devices over the real adb server, solve them in the live apps too and go through the same states.",
  async prove(size, note) {
    const missing = NO_ADB ?? NO_CHROMIUM;
    if (missing !== null) return [{ figure: 'tasks', value: missing, expected: 'any number' }];
    const hasFonts = (await fontProblems()).length === 0;
    const all = await recordedSolutions();
    const chosen = all.filter(({ task: { id } }) =>
      size === 'small' ? SMALL.includes(id) : hasFonts || !NEEDS_FONTS.includes(id),
    );
    const played: Played[] = [];
    await playAll(chosen, (one) => {
      played.push(one);
      note(`${played.length} of ${chosen.length} tasks`);
    });
    const unsolved = played.filter(({ isSolved }) => !isSolved);
    const other = played.flatMap(({ task, differs }) => (differs === null ? [] : [`${task}: ${differs}`]));
    deepStrictEqual(unsolved, [], 'tasks that the recorded solution does not solve live');
    ok(other.length <= chosen.length * (1 - LEAST_ALIKE), `other states live: ${other.join('\n')}`);
    return [
      {
        figure: 'tasks',
        value: chosen.length,
        expected: size === 'whole' ? `${all.length}` : `${SMALL.length}`,
      },
      {
        figure: 'solved by their recorded solution',
        value: played.length - unsolved.length,
        expected: 'all',
      },
      {
        figure:
          'with the states of the recording after each action, or those that they pass to by themselves',
        value: chosen.length - other.length,
        expected: `at least ${LEAST_ALIKE * 100} %`,
      },
      ...other.map((text) => ({
        figure: 'other states',
        value: text,
        expected: 'explained in docs/benchmarks/pocket.md',
      })),
    ];
  },
};

async function playAll(chosen: readonly RecordedSolution[], onPlayed: (one: Played) => void): Promise<void> {
  const { apps, home, screen } = await readLive(POCKET_FOLDER);
  await using environments = new ChromiumEnvironments({ apps, home, screen, startOf: () => ({ app: null }) });
  await using adb = await startAdbServer();
  await using folder = await temporaryFolder();
  const names = new Map(
    apps.flatMap(({ name, aliases = [], package: app }) =>
      [name, ...aliases].map((one) => [one.toLowerCase(), app] as const),
    ),
  );
  const journals = join(folder.path, 'devices');
  const queue = [...chosen];
  const lane = async (): Promise<void> => {
    await using live = await environments.lend(null, { signal });
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      onPlayed(await play(one, live, { adb, names, journals }));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** One task on a phone of its own, in front of the live apps as a recording begins. */
async function play(
  solution: RecordedSolution,
  live: Environment,
  options: {
    readonly adb: AdbServer;
    readonly names: ReadonlyMap<string, string>;
    readonly journals: string;
  },
): Promise<Played> {
  const { task, states: expected, passing } = solution;
  const { adb, names, journals } = options;
  await using served = await serveEnvironment(live, {
    start: { task: task.id, repeat: 0, seed: 1 },
    serial: `pocket-${task.id}`,
  });
  await adb.run(['connect', served.address]);
  let trajectory: Trajectory;
  {
    await using device = await openAndroid({
      serial: served.address,
      server: { port: adb.port },
      tasks: new Map([[task.id, DeviceTaskSchema.parse({ id: task.id })]]),
      journals,
      apps: names,
      settle: { firstMs: 40, everyMs: 40 },
      signal,
    });
    trajectory = await playBlindly(told(device, live), solution, signal);
  }
  await adb.run(['disconnect', served.address]);
  const { success } = await scoreSuiteEpisode({ task, trajectory, mode: 'corrected', signal });
  const states = trajectory.steps.slice(1).map(({ state }) => state ?? null);
  const at = states.findIndex((state, index) => {
    const recorded = expected[index] ?? null;
    return state !== recorded && (recorded === null || state !== passing.get(recorded));
  });
  const differs = at === -1 ? null : `${states[at]} after action ${at + 1}, recorded ${expected[at]}`;
  return { task: task.id, isSolved: success === true, differs };
}

/** The driver, which tells what app is in front, with the states that milestones name: what the apps say of themselves. */
function told(device: Environment, live: Environment): Environment {
  return {
    get capabilities() {
      return device.capabilities;
    },
    get state() {
      return live.state;
    },
    reset: async (start, options) => {
      const observation = await device.reset(start, options);
      await live.observe(options);
      return observation;
    },
    observe: (options) => device.observe(options),
    step: async (action, options) => {
      const result = await device.step(action, options);
      if (result.type === 'observed') await live.observe(options);
      return result;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
