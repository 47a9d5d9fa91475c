import { describe, expect, it } from 'vitest';
import { directAgent } from '../../agents/direct/direct.js';
import { oracleAgent } from '../../agents/oracle/oracle.js';
import { pocketBenchmark } from '../../benchmarks/pocket/pocket-benchmark.js';
import { stop } from '../../domain/action.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { startRun } from '../../engine/run.js';
import { scoreRun } from '../../engine/score-run.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import type { Model } from '../../models/model.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { LeftOut } from '../training/left-out.js';
import { runEpisodes, type AttemptChoice } from './run-episodes.js';

const { signal } = new AbortController();
const PASSED: AttemptChoice = { outcome: 'passed', formatErrors: 'leave-out', repeats: 'all' };

async function episodesOf(
  directory: string,
  choice: AttemptChoice,
  fork?: RunIndex['start']['identity']['fork'],
): Promise<{ readonly episodes: RecordedEpisode[]; readonly leftOut: LeftOut[] }> {
  const read = await indexRun(directory);
  const identity = { ...read.start.identity, ...(fork === undefined ? {} : { fork }) };
  const index = { ...read, start: { ...read.start, identity } };
  const rows = await collectRows(readResults(index, 'corrected'), resultRow);
  const leftOut: LeftOut[] = [];
  const episodes: RecordedEpisode[] = [];
  const options = { choice, rows, source: 'run', leaveOut: (one: LeftOut) => leftOut.push(one), signal };
  for await (const entry of runEpisodes(index, options))
    if (entry.type === 'episode') episodes.push(entry.episode);
  return { episodes, leftOut };
}

describe('runEpisodes', () => {
  it('gives what was done, with where it comes from, and of several attempts those asked for', async () => {
    await using folder = await temporaryFolder();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    const settings = { items: ['dark-theme', 'weekday-alarm'], repeats: 3 };
    await startRun(buildRun(folder.path, { benchmark: pocket, agent: oracleAgent(), settings }));
    await scoreRun(folder.path, pocket, { modes: ['corrected'], touchstone: 'test', signal });
    const all = await episodesOf(folder.path, PASSED);
    expect(all.episodes.length).toBe(6);
    expect(all.leftOut).toEqual([]);
    const [first] = all.episodes;
    expect(first?.labels).toMatchObject({ run: ['test-run'], agent: ['oracle'], outcome: ['passed'] });
    expect(first?.steps.at(-1)?.action.type).toBe('stop');
    for (const repeats of ['first', 'shortest', 1] as const) {
      const chosen = await episodesOf(folder.path, { ...PASSED, repeats });
      expect(chosen.episodes.map(({ labels }) => labels['repeat']?.[0])).toEqual(
        repeats === 1 ? ['1', '1'] : ['0', '0'],
      );
      expect(chosen.leftOut.map(({ reason }) => reason)).toEqual(Array(4).fill('another-repeat'));
    }
  });

  it('tells which steps of a fork are its own', async () => {
    await using folder = await temporaryFolder();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    const settings = { items: ['dark-theme'] };
    await startRun(buildRun(folder.path, { benchmark: pocket, agent: oracleAgent(), settings }));
    await scoreRun(folder.path, pocket, { modes: ['corrected'], touchstone: 'test', signal });
    const [plain] = (await episodesOf(folder.path, PASSED)).episodes;
    expect(plain).not.toHaveProperty('ownFrom');
    const fork = { step: 2 } as RunIndex['start']['identity']['fork'];
    const [forked] = (await episodesOf(folder.path, PASSED, fork)).episodes;
    expect(forked?.ownFrom).toBe(2);
    expect(forked?.steps.map(({ action }) => action)).toEqual(plain?.steps.map(({ action }) => action));
  });

  it('leaves failures and unreadable answers out, or takes what could be read of them', async () => {
    await using folder = await temporaryFolder();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    let calls = 0;
    const model: Model = {
      identity: { kind: 'scripted', model: 'mumbler' },
      generate: async () => {
        calls += 1;
        return {
          text: calls === 1 ? 'no call at all' : 'I am done here.\nAction: Complete()',
          finishReason: 'stop',
          model: null,
          usage: { inputTokens: 1, outputTokens: 1 },
          latencyMs: 0,
          fromCache: false,
          costUsd: null,
        };
      },
    };
    const settings = { items: ['dark-theme'], formatErrors: 'wait' as const };
    const parts = { benchmark: pocket, agent: directAgent(), models: { actor: model }, settings };
    await startRun(buildRun(folder.path, parts));
    await scoreRun(folder.path, pocket, { modes: ['corrected'], touchstone: 'test', signal });
    const passed = await episodesOf(folder.path, PASSED);
    expect([passed.episodes.length, passed.leftOut.map(({ reason }) => reason)]).toEqual([0, ['not-passed']]);
    const judged = await episodesOf(folder.path, { ...PASSED, outcome: 'all' });
    expect([judged.episodes.length, judged.leftOut.map(({ reason }) => reason)]).toEqual([
      0,
      ['format-error'],
    ]);
    const taken = await episodesOf(folder.path, { ...PASSED, outcome: 'all', formatErrors: 'without' });
    const [episode] = taken.episodes;
    expect(episode?.labels['model']).toEqual(['mumbler']);
    expect(episode?.steps.map(({ action: { type }, thought, summary }) => [type, thought, summary])).toEqual([
      [stop().type, 'I am done here.', undefined],
    ]);
  });
});
