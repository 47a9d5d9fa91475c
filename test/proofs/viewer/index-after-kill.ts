import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderIndexer } from '../../../src/app/view/indexing/folder-indexer.js';
import { openIndex } from '../../../src/app/view/indexing/open-index.js';
import { randomStream } from '../../../src/domain/random.js';
import { temporaryFolder } from '../../../src/testing/run-fakes/run-fake.js';
import { startViewer } from '../../e2e/start-viewer.js';
import { generateRun } from '../../fixtures/generated-run.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { after, decisionsOf, startChild, type Child } from '../start-child.js';

const KILLS = { small: 3, whole: 30 };
/** Of the run that the server is still indexing when it is killed. */
const TASKS = { small: 100, whole: 300 };
/** Kills after which the index is compared with one made anew. */
const TOGETHER = { small: 3, whole: 1 };
/** Of a step of the run that is written, milliseconds. */
const STEP_MS = 20;
/** Decisions before a kill, at most: a run makes 48, is killed once, and is still at work when the server is killed again. */
const MOST_DECISIONS = 14;
const LOOK_AGAIN_MS = 5;

/** A server that keeps an index, and runs that are written meanwhile, are killed; the index equals one made anew. */
export async function indexAfterKill(
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  await using folder = await temporaryFolder();
  const results = join(folder.path, 'results');
  const home = join(folder.path, 'home');
  await mkdir(results);
  await generateRun(join(results, 'large'), { run: 'large', tasks: TASKS[size], repeats: 2, model: 'vl' });
  const random = randomStream('index-kill');
  let compared = 0;
  let episodes = 0;
  for (let kill = 1; kill <= KILLS[size]; kill += 1) {
    const directory = join(results, `run-${Math.ceil(kill / 2)}`);
    const viewer = await startViewer(results, [], { TOUCHSTONE_HOME: home });
    const before = (await decisionsOf(directory)).length;
    const run = await startChild(directory, STEP_MS);
    await untilDecided(run, directory, before + 1 + random.below(MOST_DECISIONS));
    await after(random.below(STEP_MS));
    strictEqual(run.process.exitCode, null, `kill ${kill}: the run was over before`);
    strictEqual(await viewer.stop('SIGKILL'), null, `kill ${kill}: the server ended by itself`);
    // Every other run is killed with it, and resumed the next time.
    const isKilled = kill % 2 === 1;
    if (isKilled) run.process.kill('SIGKILL');
    const { code, errors } = await run.ended;
    strictEqual(code, isKilled ? null : 0, `kill ${kill}: ${errors}`);
    note(`${kill} of ${KILLS[size]} kills`);
    if (kill % TOGETHER[size] !== 0 && kill !== KILLS[size]) continue;
    const kept = await contents(results, home, false);
    const anew = await contents(results, home, true);
    deepStrictEqual(kept, anew, `after kill ${kill}`);
    compared += 1;
    episodes = anew.reduce((sum, one) => sum + one.episodes, 0);
  }
  ok(episodes > 0, 'nothing was indexed');
  return [
    {
      figure: 'kills of a server that keeps an index, every other one with the run that is written',
      value: KILLS[size],
      expected: 'as many as asked',
    },
    {
      figure: 'comparisons with an index made anew',
      value: compared,
      expected: 'each equal in every run, episode and verdict',
    },
    { figure: 'episodes at the last', value: episodes, expected: 'at least 1' },
  ];
}

/** Resolves once so many decisions have been made in a folder by all processes, this one among them. */
async function untilDecided(run: Child, directory: string, count: number): Promise<void> {
  while ((await decisionsOf(directory)).length < count && run.process.exitCode === null)
    await after(LOOK_AGAIN_MS);
}

interface Contents {
  readonly episodes: number;
  readonly all: unknown;
}

/** All that an index holds once it is up to date. */
async function contents(results: string, home: string, isAnew: boolean): Promise<readonly Contents[]> {
  await using index = await openIndex(results, { environment: { TOUCHSTONE_HOME: home }, isAnew });
  if (index === null) throw new Error('the folder is gone');
  strictEqual(index.isWriter, true, 'the index of a killed process is not given up');
  await new FolderIndexer(results, index.store).scan();
  const found: Contents[] = [];
  for (const { name } of await index.store.runs()) {
    const content = await index.store.content(name);
    if (content === null) throw new Error(`${name} is not whole`);
    const verdicts: unknown[] = [];
    for (const { key } of content.episodes) verdicts.push(await index.store.episode(name, key));
    const run = { ...content.run, version: '', revision: 0 };
    found.push({ episodes: content.episodes.length, all: { ...content, run, verdicts } });
  }
  return found;
}
