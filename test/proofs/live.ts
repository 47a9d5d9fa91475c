import { deepStrictEqual, strictEqual, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { scoreRun } from '../../src/engine/score-run.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { readResults } from '../../src/formats/run/scores/read-results.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_ADB } from '../fixtures/adb/adb-server.js';
import { FAULT_KINDS, planEpisodes, type Expected, type PlannedEpisode } from './device-faults/fault-plan.js';
import { runLane, type LaneResult } from './device-faults/lane.js';
import type { Proof } from './proof.js';

const PLANS = {
  small: { seed: 'live-1498', ofEachKind: 1, unhurt: 2, phones: 3, concurrency: 3 },
  whole: { seed: 'live', ofEachKind: 60, unhurt: 280, phones: 10, concurrency: 4 },
};
/** Of the episodes with a fault: at least so many are put to the right owner. */
const LEAST_RIGHT = 0.99;

/** Whatever goes wrong with a phone, a model or an agent is put to its owner, and spoils no other episode. */
export const liveProof: Proof = {
  name: 'live',
  title:
    'Episodes on phones of the real adb server, with one fault each or none: every fault is put to its owner, none changes a score silently, and the phones are left as they were.',
  async prove(size, note) {
    if (NO_ADB !== null) return [{ figure: 'episodes', value: NO_ADB, expected: 'any number' }];
    return await proveLive(PLANS[size], note);
  },
};

interface Plan {
  readonly seed: string;
  readonly ofEachKind: number;
  readonly unhurt: number;
  readonly phones: number;
  readonly concurrency: number;
}

async function proveLive(
  { seed, ofEachKind, unhurt, phones, concurrency }: Plan,
  note: (text: string) => void,
) {
  const episodes = planEpisodes(seed, ofEachKind, unhurt);
  const calm = episodes
    .filter(({ fault }) => fault === null)
    .map((episode): PlannedEpisode => ({ ...episode, id: `calm-${episode.id}` }));
  const progress = progressOf(episodes.length + calm.length, note);
  await using folder = await temporaryFolder();
  const lane = (name: string, own: readonly PlannedEpisode[], width: number, at: number) =>
    runLane({
      folder: join(folder.path, name),
      episodes: own,
      phones: width,
      concurrency: at,
      onEpisode: progress,
    });
  // A server that is restarted takes all its phones along: such episodes have one of their own.
  const isServers = ({ fault }: PlannedEpisode): boolean => fault?.kind === 'server-restarted';
  const lanes = await Promise.all([
    lane(
      'phones',
      episodes.filter((one) => !isServers(one)),
      phones,
      concurrency,
    ),
    lane('server', episodes.filter(isServers), 1, 1),
  ]);
  const calmLane = await lane('calm', calm, phones, concurrency);
  const outcomes = new Map<string, Outcome>();
  for (const one of [...lanes, calmLane]) {
    for await (const [id, outcome] of outcomesOf(one)) outcomes.set(id, outcome);
  }
  return rowsOf(seed, episodes, outcomes, [...lanes, calmLane]);
}

/** Counts episodes that have ended. */
function progressOf(planned: number, note: (text: string) => void): () => void {
  let done = 0;
  return () => {
    done += 1;
    note(`${done} of ${planned} episodes`);
  };
}

/** How an episode ended, and what it was scored. */
interface Outcome {
  readonly fault: string | null;
  readonly code: string;
  readonly message: string;
  readonly success: boolean | null;
  /** The phone that it was on. */
  readonly serial: string;
}

async function* outcomesOf({ directory, benchmark, serials }: LaneResult): AsyncGenerator<[string, Outcome]> {
  await scoreRun(directory, benchmark, { modes: ['corrected'], touchstone: '0.0.0-test' });
  for await (const { key, end, result } of readResults(await indexRun(directory), 'corrected')) {
    const { fault = null, code = '', message = '' } = end;
    yield [
      key.item,
      { fault, code, message, success: result.success, serial: serials.get(key.item) ?? 'no phone' },
    ];
  }
}

function rowsOf(
  seed: string,
  episodes: readonly PlannedEpisode[],
  outcomes: ReadonlyMap<string, Outcome>,
  lanes: readonly LaneResult[],
) {
  const wrong: string[] = [];
  const silent: string[] = [];
  const changed: string[] = [];
  const counts = new Map<string, { owned: number; same: number }>();
  for (const { id, fault, script, expected } of episodes) {
    const outcome = outcomes.get(id);
    ok(outcome !== undefined, `${id} has no result`);
    const problem = problemOf(expected, outcome);
    const where = `seed ${seed}, ${id} (${JSON.stringify({ fault, script })}): ${problem}`;
    if (fault === null) {
      const calm = outcomes.get(`calm-${id}`);
      if (problem !== null || calm?.success !== outcome.success) changed.push(where);
      continue;
    }
    if (problem !== null) wrong.push(where);
    if (outcome.fault === null && outcome.success !== script.solves) silent.push(where);
    const count = counts.get(fault.kind) ?? { owned: 0, same: 0 };
    count[expected.type === 'owned' ? 'owned' : 'same'] += 1;
    counts.set(fault.kind, count);
  }
  const hurt = episodes.filter(({ fault }) => fault !== null).length;
  const isRight = wrong.length <= hurt * (1 - LEAST_RIGHT);
  ok(isRight, `put to the wrong owner: ${wrong.join('\n')}`);
  deepStrictEqual(silent, [], 'faults that changed a score and were not said');
  deepStrictEqual(changed, [], 'episodes without a fault that came out otherwise');
  deepStrictEqual(
    lanes.flatMap(({ unclean }) => unclean),
    [],
    'what is left on phones',
  );
  strictEqual(counts.size, FAULT_KINDS.length);
  return [
    { figure: 'episodes', value: episodes.length, expected: 'all of the plan' },
    ...[...counts].map(([kind, { owned, same }]) => ({
      figure: `with ${kind}: put to an owner, got over`,
      value: `${owned}, ${same}`,
      expected: 'as said before the run',
    })),
    {
      figure: 'faults put to the right owner, or got over where they have to be',
      value: `${hurt - wrong.length} of ${hurt}`,
      expected: `at least ${LEAST_RIGHT * 100} %`,
    },
    { figure: 'faults that changed a score silently', value: silent.length, expected: '0' },
    {
      figure: 'episodes without a fault whose score is not that of a run without faults',
      value: changed.length,
      expected: '0',
    },
    {
      figure: 'times that no phone was left, its owner looked after them, and the run was resumed',
      value: lanes.reduce((sum, { sessions }) => sum + sessions - 1, 0),
      expected: 'any number',
    },
    {
      figure: 'phones that the next start had to put back',
      value: lanes.reduce((sum, { leftovers }) => sum + leftovers, 0),
      expected: 'any number',
    },
    { figure: 'settings, keyboards, files and records left on phones', value: 0, expected: '0' },
  ];
}

/** Why an episode did not come to what was expected; null where it did. */
function problemOf(expected: Expected, { fault, code, message, success, serial }: Outcome): string | null {
  const found = `${fault ?? 'nobody'}, ${success}, "${message}"`;
  if (expected.type === 'scored') {
    return fault === null && success === expected.success ? null : `not scored ${expected.success}: ${found}`;
  }
  if (fault !== expected.owner) return `not of ${expected.owner}: ${found}`;
  if (expected.classes.length === 0) return null;
  if (!expected.classes.some((one) => message.includes(one)))
    return `not ${expected.classes.join()}: ${found}`;
  return code !== 'DEVICE_FAULT' || message.includes(serial) ? null : `does not name ${serial}: ${found}`;
}
