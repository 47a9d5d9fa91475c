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
import { after, startChild } from '../start-child.js';

const KILLS = { small: 3, whole: 30 };
/** Of the run that the server is still indexing when it is killed. */
const TASKS = { small: 100, whole: 300 };
/** Kills after which the index is compared with one made anew. */
const TOGETHER = { small: 3, whole: 3 };

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
    const run = startChild(join(results, `run-${Math.ceil(kill / 2)}`), 4);
    const viewer = await startViewer(results, [], { TOUCHSTONE_HOME: home });
    // So that kills hit runs at work; a finished one says nothing.
    await run.event('run-start');
    await after(random.below(600));
    strictEqual(await viewer.stop('SIGKILL'), null, `kill ${kill}: the server ended by itself`);
    // Every other run is killed with it, and resumed the next time.
    if (kill % 2 === 1) run.process.kill('SIGKILL');
    await run.ended;
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
