import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathJudge } from '../../src/app/build/path-judge.js';
import { readRecording, readRules } from '../../src/benchmarks/sphinx/recordings/recording.js';
import { sphinxRecordings } from '../../src/benchmarks/sphinx/recordings/sphinx-recordings.js';
import { sphinxTasksExport } from '../../src/benchmarks/sphinx/task-writer/sphinx-tasks-export.js';
import { namedPath } from '../../src/builder/evaluator/named-path.js';
import { proposeEvaluator } from '../../src/builder/evaluator/propose-evaluator.js';
import type { RecordedEntry } from '../../src/domain/recordings/recorded-episode.js';
import { readEpisodes } from '../../src/testing/datasets/recorded-episodes.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';

const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/sphinx');
const COUNT = 15;
const { signal } = new AbortController();

async function* someOf(folder: string): AsyncGenerator<RecordedEntry> {
  let left = COUNT;
  for await (const entry of sphinxRecordings(folder, 'no-login', { signal })) {
    if (entry.type === 'broken') continue;
    yield entry;
    left -= 1;
    if (left === 0) return;
  }
}

// The data may not be copied into the project; whoever has them names their folder.
describe.skipIf(!existsSync(DATA))('the published recordings', () => {
  it('are equal in all that they say when they are written and read again', async () => {
    await using out = await temporaryFolder();
    await sphinxTasksExport.write({
      sources: [{ name: 'sphinx', kind: 'dataset', episodes: someOf(DATA) }],
      outDirectory: out.path,
      level: null,
      seed: 0,
      switches: {},
      leaveOut: ({ message }) => expect(message).toBe(''),
      onEpisode: () => undefined,
      signal,
    });
    const written = await readEpisodes(someOf(out.path));
    expect(written.size).toBe(COUNT);
    expect(written).toEqual(await readEpisodes(someOf(DATA)));
    for (const id of written.keys()) {
      const [task, app = ''] = id.split('/');
      const pair = { task: Number(task), app };
      expect(await readRules(out.path, pair)).toEqual(await readRules(DATA, pair));
      expect((await readRecording(out.path, pair))?.actions).toEqual(
        (await readRecording(DATA, pair))?.actions,
      );
    }
  });

  it('get rules that accept them, and reject their beginnings and other orders', async () => {
    let proven = 0;
    for await (const entry of someOf(DATA)) {
      const path = entry.type === 'episode' ? await namedPath(entry.episode, { signal }) : 'broken';
      const made = typeof path === 'string' ? path : await proposeEvaluator(path, pathJudge(signal));
      if (typeof made !== 'string' && made.proof.isProven) proven += 1;
    }
    expect(proven).toBeGreaterThanOrEqual(COUNT - 1);
  });
});
