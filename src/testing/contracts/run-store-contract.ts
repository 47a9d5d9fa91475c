import { randomUUID } from 'node:crypto';
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Task } from '../../domain/task.js';
import type { ReportRun } from '../../report/view/report-run.js';
import type { ReportVerdict } from '../../report/view/report-verdict.js';
import type { RunFacts } from '../../report/html/report-run.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { PlacedTask } from '../../formats/run/run-follower.js';
import type { RunChange, RunStore, StoredEpisode } from '../../storage/run-store.js';
import type { ContractCase } from './agent-contract.js';

export interface RunStoreContractOptions {
  /** A store without runs, of the process that writes it; each is its caller's to close. */
  readonly create: () => Promise<RunStore>;
}

/** An episode as a store is given it. */
export const STORED_EPISODE: StoredEpisode = {
  key: { item: 'b', repeat: 1 },
  task: 't',
  outcome: 'passed',
  reason: null,
  steps: 3,
  completion: 0.1 + 0.2,
  metric: {
    name: 'score',
    label: 'score of a test',
    unit: 'step',
    average: 'pooled',
    value: { sum: 1 / 3, of: 1 },
  },
  durationMs: 1e7 / 3,
  costUsd: 2 / 3,
  tokens: 2 ** 40,
  formatErrors: 0,
  findings: ['loop'],
  attempts: 1,
  why: '"quoted", \\ and 打开 \u2028 \u0000 \u0001 😀',
  otherMode: false,
  isScored: true,
  isOpen: false,
  startedAt: null,
  endedAt: null,
  lines: { writer: 'main', attempt: 1, line: 7, offset: 2 ** 33, end: 2 ** 33 + 5 },
  path: ['n1'],
  modelMs: 0.1,
  deviceMs: 1 / 7,
  milestones: [{ abilities: ['find'], hit: true }],
};

/** A change that puts a run, without rows where none are given. */
export function runChange(
  name: string,
  version: string,
  rows: Partial<Omit<RunChange, 'run'>> & { readonly fingerprint?: string; readonly finished?: number } = {},
): RunChange {
  const { fingerprint = 'f', finished = 0, ...rest } = rows;
  // What a store does with a card is to keep it.
  const card = { id: name, finished } as RunCard;
  return {
    run: { name, version, fingerprint, card, facts: null },
    episodes: [],
    verdicts: [],
    tasks: [],
    gone: [],
    report: null,
    ...rest,
  };
}

const EMPTY: StoredEpisode = {
  ...STORED_EPISODE,
  key: { item: 'a', repeat: 0 },
  completion: null,
  metric: null,
  costUsd: null,
  tokens: null,
  otherMode: null,
  milestones: [],
  findings: [],
  path: [],
  lines: null,
};
const taskOf = (id: string): Task => ({
  id,
  instructions: { en: `do ${id}` },
  apps: [],
  tags: [],
  milestones: [],
  evaluators: [],
});
const placed = (writer: string, place: number, id: string): PlacedTask => ({
  writer,
  place,
  task: taskOf(id),
});
// What a store does with numbers is to keep them.
const REPORT = { id: 'r', summary: { meanSteps: 0.1 + 0.2 } } as unknown as ReportRun;
const verdictOf = (mode: string): ReportVerdict => ({ mode }) as unknown as ReportVerdict;

/** What every index promises: it gives back what it was given, to the last bit, and only what is shown. */
export function runStoreContract({ create }: RunStoreContractOptions): readonly ContractCase[] {
  const withStore: WithStore = (name, run) => ({
    name,
    run: async () => {
      await using store = await create();
      // Versions are of one reading of one run, wherever it is kept.
      const mark = randomUUID();
      await run(store, (version) => `${version} ${mark}`);
    },
  });
  return [...givenBack(withStore), ...listed(withStore), ...changed(withStore), ...leftOut(withStore)];
}

type WithStore = (
  name: string,
  run: (store: RunStore, version: (name: string) => string) => Promise<void>,
) => ContractCase;

function givenBack(withStore: WithStore): readonly ContractCase[] {
  return [
    withStore('has nothing of runs that are not there', async (store) => {
      deepStrictEqual(await store.runs(), []);
      strictEqual(await store.run('r'), null);
      strictEqual(await store.content('r'), null);
      strictEqual(await store.listing('r'), null);
      strictEqual(await store.task('r', 't'), null);
      strictEqual(await store.episode('r', EMPTY.key), null);
      deepStrictEqual(await store.paths('r', 't'), []);
      deepStrictEqual(await store.changed('r', 0), []);
      await store.remove('r');
      await store.prune('r');
    }),
    withStore('gives back what it was given, to the last bit, in order', async (store, version) => {
      const first = { ...STORED_EPISODE, key: { item: 'b', repeat: 0 }, otherMode: true, isOpen: true };
      const other = { ...STORED_EPISODE, key: { item: 'Z é', repeat: 0 }, task: 'u' };
      const all = [other, EMPTY, first, STORED_EPISODE];
      // What a run is, is kept as it is.
      const facts = { planned: 4 } as RunFacts;
      const change = runChange('r', version('v'), {
        episodes: [STORED_EPISODE, EMPTY, other, first],
        tasks: [placed('main', 1, 'u'), placed('a', 0, 't'), placed('Z', 7, 'é'), placed('main', 0, 's')],
        verdicts: [
          { key: first.key, isOwn: true, verdict: verdictOf('free') },
          { key: first.key, isOwn: false, verdict: verdictOf('other') },
        ],
      });
      await store.put({ ...change, run: { ...change.run, facts } });
      const content = await store.content('r');
      deepStrictEqual(content?.episodes, all);
      deepStrictEqual(content.tasks, ['é', 't', 's', 'u'].map(taskOf));
      deepStrictEqual(content.run, { ...change.run, facts, revision: 1 });
      deepStrictEqual(await store.run('r'), content.run);
      const listed = await store.listing('r');
      deepStrictEqual(
        listed?.episodes.map((episode, place) => ({ ...all[place], ...episode })),
        all,
      );
      deepStrictEqual(await store.episode('r', first.key), {
        episode: first,
        verdict: verdictOf('free'),
        otherVerdict: verdictOf('other'),
      });
      deepStrictEqual(
        await store.paths('r', 't'),
        [first, STORED_EPISODE].map(({ key, outcome, path }) => ({ key, outcome, path })),
      );
      deepStrictEqual(await store.task('r', 'u'), taskOf('u'));
      // Another writer, who comes first, has begun it as well.
      await store.put({ ...change, episodes: [], verdicts: [], tasks: [placed('B', 0, 'u')] });
      deepStrictEqual((await store.content('r'))?.tasks, ['u', 'é', 't', 's'].map(taskOf));
    }),
    withStore(
      'shows what was staged when it is put, and nothing of the version before',
      async (store, version) => {
        await store.put(runChange('r', version('v1'), { episodes: [EMPTY, STORED_EPISODE] }));
        await store.stage(version('v2'), { episodes: [EMPTY] });
        await store.stage(version('v2'), { tasks: [placed('main', 0, 't')] });
        strictEqual((await store.content('r'))?.episodes.length, 2);
        await store.put(runChange('r', version('v2')));
        const content = await store.content('r');
        deepStrictEqual(content?.episodes, [EMPTY]);
        deepStrictEqual(content.tasks, [taskOf('t')]);
        strictEqual(content.run.revision, 2);
      },
    ),
  ];
}

function listed(withStore: WithStore): readonly ContractCase[] {
  return [
    withStore('lists what it keeps ready as it lists what it does not', async (store, version) => {
      const many = Array.from({ length: 30 }, (_, repeat) => ({
        ...STORED_EPISODE,
        key: { item: repeat < 20 ? 'b' : 'Z \u0001', repeat },
        completion: repeat % 3 === 0 ? null : 1 / repeat,
        why: repeat % 2 === 0 ? STORED_EPISODE.why : '',
      }));
      const change = runChange('r', version('v'), {
        episodes: [...many, EMPTY],
        tasks: [placed('main', 1, 'u'), placed('a', 0, 't')],
      });
      await store.put(change);
      const collected = await store.listing('r');
      deepStrictEqual([collected?.run.revision, collected?.report], [1, null]);
      await store.put({ ...change, report: REPORT });
      const kept = await store.listing('r');
      deepStrictEqual([kept?.run.revision, kept?.report], [2, REPORT]);
      deepStrictEqual([kept?.tasks, kept?.episodes], [collected?.tasks, collected?.episodes]);
      strictEqual(kept?.episodes.length, 31);
      // A change that brings none leaves nothing of the one before.
      await store.put(runChange('r', version('v'), { episodes: [{ ...EMPTY, steps: 9 }] }));
      const listed = await store.listing('r');
      strictEqual(listed?.report, null);
      deepStrictEqual(
        listed.episodes.filter(({ key }) => key.item === EMPTY.key.item).map(({ steps }) => steps),
        [9],
      );
      await store.remove('r');
      await store.put(runChange('r', version('v')));
      const again = await store.listing('r');
      deepStrictEqual([again?.episodes, again?.report], [[], null]);
    }),
  ];
}

function changed(withStore: WithStore): readonly ContractCase[] {
  return [
    withStore('says what has changed since a revision, and forgets what is gone', async (store, version) => {
      await store.put(runChange('r', version('v'), { episodes: [EMPTY, STORED_EPISODE] }));
      await store.put(runChange('r', version('v'), { episodes: [{ ...EMPTY, steps: 9 }] }));
      deepStrictEqual(await store.changed('r', 1), [{ key: EMPTY.key, steps: 9, isOpen: false }]);
      await store.put(runChange('r', version('v'), { gone: [EMPTY.key] }));
      deepStrictEqual((await store.content('r'))?.episodes, [STORED_EPISODE]);
      deepStrictEqual(
        (await store.revisions()).map(({ name, revision }) => [name, revision]),
        [['r', 3]],
      );
    }),
    withStore('removes a run and leaves the others', async (store, version) => {
      for (const name of ['b', 'a', 'B'])
        await store.put(runChange(name, version(name), { episodes: [EMPTY] }));
      await store.remove('a');
      deepStrictEqual(
        (await store.runs()).map(({ name }) => name),
        ['B', 'b'],
      );
      strictEqual(await store.content('a'), null);
      strictEqual((await store.content('b'))?.episodes.length, 1);
    }),
  ];
}

function leftOut(withStore: WithStore): readonly ContractCase[] {
  return [
    withStore(
      'leaves a run out until it is put again, or everything is to be read again',
      async (store, version) => {
        await store.put(runChange('a', version('v1'), { fingerprint: 'was' }));
        await store.put(runChange('b', version('v2'), { fingerprint: 'is' }));
        await store.prune('a');
        deepStrictEqual([...(await store.pruned())], [['a', 'was']]);
        strictEqual(await store.run('a'), null);
        await store.put(runChange('a', version('v3')));
        strictEqual((await store.pruned()).size, 0);
        await store.prune('b');
        await store.outdate();
        strictEqual((await store.pruned()).size, 0);
        deepStrictEqual(
          (await store.revisions()).map(({ name, fingerprint }) => [name, fingerprint]),
          [['a', '']],
        );
      },
    ),
    withStore('forgets what was staged and never put', async (store, version) => {
      await store.put(runChange('r', version('v'), { episodes: [EMPTY] }));
      await store.stage(version('left'), { episodes: [STORED_EPISODE] });
      await store.sweep();
      await store.put(runChange('s', version('left')));
      deepStrictEqual((await store.content('s'))?.episodes, []);
      deepStrictEqual((await store.content('r'))?.episodes, [EMPTY]);
    }),
    withStore('shows a run as it was at one moment', async (store, version) => {
      const keys = Array.from({ length: 20 }, (_, repeat) => ({ item: 'i', repeat }));
      const put = (steps: number): Promise<void> =>
        store.put(
          runChange('r', version(`v${Math.floor(steps / 3)}`), {
            finished: steps,
            episodes: keys.map((key) => ({ ...EMPTY, key, steps })),
          }),
        );
      await put(0);
      const writes = async (): Promise<void> => {
        for (let steps = 1; steps < 7; steps += 1) await put(steps);
      };
      const reads = async (): Promise<void> => {
        for (let looks = 0; looks < 8; looks += 1) {
          for (const seen of [await store.content('r'), await store.listing('r')]) {
            strictEqual(seen?.episodes.length, keys.length);
            ok(seen.episodes.every(({ steps }) => steps === seen.run.card.finished));
          }
        }
      };
      await Promise.all([writes(), reads()]);
    }),
  ];
}
