import { readdir, rm, truncate, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../benchmarks/benchmark.js';
import { DatasetError, TouchstoneError } from '../errors.js';
import { readEpisodes } from '../formats/run/read-episodes.js';
import { readResults, type RunResult } from '../formats/run/scores/read-results.js';
import { JournalDamagedError, StoredFileError } from '../formats/run/run-errors.js';
import { readScoreFile } from '../formats/run/run-folder.js';
import { indexRun } from '../formats/run/run-index.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { PassScores } from '../formats/run/scores/pass-scores.js';
import { evaluatorPass } from './evaluator-pass.js';
import { RunDiffersError } from './run-identity.js';
import { resumeRun, startRun } from './run.js';
import { scoreRun } from './score-run.js';

const OPTIONS = { modes: ['reference', 'corrected'], touchstone: '0.0.0-test' } as const;

async function resultsOf(directory: string): Promise<Record<string, RunResult>> {
  const results: Record<string, RunResult> = {};
  for await (const result of readResults(await indexRun(directory), 'corrected')) {
    results[`${result.key.item}#${result.key.repeat}`] = result;
  }
  return results;
}

function outcomes(results: Record<string, RunResult>): Record<string, string> {
  return Object.fromEntries(Object.entries(results).map(([key, { outcome }]) => [key, outcome]));
}

describe('scoreRun', () => {
  it('scores every item in every mode from the journal alone', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path, { agent: fakeAgent({ steps: 4 }) }));
    const summary = await scoreRun(folder.path, fakeBenchmark({ goal: 6 }), OPTIONS);
    expect(summary).toMatchObject({ scored: 3, voided: 0, broken: 0 });
    const results = await resultsOf(folder.path);
    expect(Object.keys(results).sort()).toEqual(['walk-0#0', 'walk-1#0', 'walk-2#0']);
    for (const { result, outcome, steps } of Object.values(results)) {
      expect(steps).toBe(5);
      expect(result.scores[0]).toMatchObject({ evaluator: 'floors', mode: 'corrected' });
      expect(outcome).toBe(result.completion === 1 ? 'passed' : 'failed');
    }
  });

  it('can be done again, and the newest pass counts', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    await scoreRun(folder.path, fakeBenchmark({ goal: 100 }), OPTIONS);
    expect(new Set(Object.values(outcomes(await resultsOf(folder.path))))).toEqual(new Set(['failed']));
    const { file } = await scoreRun(folder.path, fakeBenchmark({ goal: 1 }), OPTIONS);
    expect(file).toMatch(/scores-0002\.jsonl$/);
    expect(new Set(Object.values(outcomes(await resultsOf(folder.path))))).toEqual(new Set(['passed']));
  });

  it('voids an item whose success rule is broken, and only that one', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const benchmark = fakeBenchmark({
      goal: 1,
      onScore: (item) => {
        if (item === 'walk-0') throw new DatasetError('the rule names no screen');
        if (item === 'walk-1') throw new RangeError('unexpected');
      },
    });
    expect(await scoreRun(folder.path, benchmark, OPTIONS)).toMatchObject({ scored: 3, broken: 2 });
    const results = await resultsOf(folder.path);
    expect(outcomes(results)).toEqual({
      'walk-0#0': 'invalid_task',
      'walk-1#0': 'bug',
      'walk-2#0': 'passed',
    });
    expect(results['walk-0#0']?.end).toMatchObject({ fault: 'dataset', message: 'the rule names no screen' });
    expect(results['walk-1#0']?.failure?.stack).toContain('RangeError');
  });

  it('leaves voided items without a score, even with a last screen', async () => {
    await using folder = await temporaryFolder();
    const outage = new (class extends TouchstoneError {
      readonly code = 'OUT';
      readonly fault = 'model';
    })('gone');
    const agent = fakeAgent({
      onDecide: ({ task }, step) => {
        if (task.id === 'walk-1' && step === 4) throw outage;
        return undefined;
      },
    });
    await startRun(buildRun(folder.path, { agent }));
    expect(await scoreRun(folder.path, fakeBenchmark({ goal: 1 }), OPTIONS)).toMatchObject({
      scored: 2,
      voided: 1,
    });
    expect(outcomes(await resultsOf(folder.path))).toMatchObject({ 'walk-1#0': 'model_error' });
  });

  it('counts what a budget left out as not run, and what nobody scored as unknown', async () => {
    await using folder = await temporaryFolder();
    const budgets = { seconds: 0.08, tokens: null, money: null };
    const agent = fakeAgent({ delayMs: 25, steps: 2 });
    await startRun(buildRun(folder.path, { agent, operation: { concurrency: 1, budgets } }));
    const found = outcomes(await resultsOf(folder.path));
    expect(Object.keys(found).sort()).toEqual(['walk-0#0', 'walk-1#0', 'walk-2#0']);
    expect(found['walk-2#0']).toBe('not_run');
    expect(Object.values(found)).not.toContain('failed');
    await resumeRun(buildRun(folder.path, { agent }));
    expect(new Set(Object.values(outcomes(await resultsOf(folder.path))))).toEqual(
      new Set(['judge_unknown']),
    );
  });

  it("refuses data that are not the run's", async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const other: Benchmark = { ...fakeBenchmark(), dataHash: 'f'.repeat(64) };
    await expect(scoreRun(folder.path, other, OPTIONS)).rejects.toThrow(RunDiffersError);
    await expect(scoreRun(folder.path, other, OPTIONS)).rejects.toMatchObject({
      code: 'RUN_DIFFERS',
      place: { file: folder.path },
      message: `${folder.path}: The run was made with other data: dataHash ${'0'.repeat(64)} in the run, ${'f'.repeat(64)} now`,
      hint: 'Score it with the data it was run on.',
    });
    const renamed = { ...fakeBenchmark(), name: 'else', split: 'test' };
    await expect(scoreRun(folder.path, renamed, OPTIONS)).rejects.toThrow(
      /name fake in the run, else now; split all in the run, test now/,
    );
    expect(await readdir(folder.path)).not.toContain('scores-0001.jsonl');
  });

  it('writes down what it scored and with what, and says how far it is', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const told: number[] = [];
    const options = { ...OPTIONS, onItem: (scored: number) => told.push(scored) };
    const { file } = await scoreRun(folder.path, { ...fakeBenchmark({ goal: 1 }), version: '7' }, options);
    expect(told).toEqual([1, 2, 3]);
    const events = [];
    for await (const { event } of readScoreFile(file)) events.push(event);
    const { start } = await indexRun(folder.path);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown;
    expect(events[0]).toEqual({
      type: 'score-start',
      at,
      formatVersion: 1,
      run: 'test-run',
      identityHash: start.identityHash,
      touchstone: '0.0.0-test',
      modes: ['reference', 'corrected'],
      benchmark: { name: 'fake', version: '7', dataHash: '0'.repeat(64) },
    });
    expect(events).toHaveLength(8);
    expect(events[2]).toMatchObject({
      type: 'score',
      at,
      item: 'walk-0',
      repeat: 0,
      writer: 'main',
      attempt: 1,
      result: { mode: 'corrected', success: true, completion: 1 },
    });
    expect(events[2]).not.toHaveProperty('failure');
    expect(events.at(-1)).toEqual({ type: 'score-end', at, scored: 3 });
  });

  it('voids an item that the benchmark no longer has, or whose scores are none', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const plain = fakeBenchmark({ items: 2 });
    const score = async () => ({ mode: 'corrected', scores: [], success: 'yes', completion: null }) as never;
    const benchmark: Benchmark = { ...plain, scorer: { ...plain.scorer, score } };
    expect(await scoreRun(folder.path, benchmark, { ...OPTIONS, modes: ['corrected'] })).toMatchObject({
      scored: 3,
      voided: 0,
      broken: 3,
    });
    const results = await resultsOf(folder.path);
    expect(results['walk-2#0']).toMatchObject({
      outcome: 'invalid_task',
      failure: { fault: 'dataset', message: 'fake has no item walk-2 any more' },
      result: { mode: 'corrected', scores: [], success: null, completion: null },
    });
    expect(results['walk-0#0']).toMatchObject({ outcome: 'bug', failure: { fault: 'bug', code: 'BUG' } });
    expect(results['walk-0#0']?.failure?.message).toMatch(/^The scores are none: success: .*boolean/);
  });

  it('stops when it is aborted', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const options = { ...OPTIONS, signal: AbortSignal.abort() };
    await expect(scoreRun(folder.path, fakeBenchmark(), options)).rejects.toThrow(/abort/);
  });
});

describe('readResults', () => {
  it('uses the good part of a torn score file', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const { file } = await scoreRun(folder.path, fakeBenchmark({ goal: 1 }), OPTIONS);
    const text = await readFile(file, 'utf8');
    await truncate(file, text.indexOf('"walk-1"') + 3);
    const found = outcomes(await resultsOf(folder.path));
    expect(Object.values(found).sort()).toEqual(['judge_unknown', 'judge_unknown', 'passed']);
    const { file: next } = await scoreRun(folder.path, fakeBenchmark(), OPTIONS);
    expect(next).toMatch(/scores-0002\.jsonl$/);
  });

  it('refuses the scores of another run', async () => {
    await using folder = await temporaryFolder();
    const [a, b] = [join(folder.path, 'a'), join(folder.path, 'b')];
    await startRun(buildRun(a));
    await startRun(buildRun(b, { settings: { seed: 5 } }));
    const { file } = await scoreRun(b, fakeBenchmark(), OPTIONS);
    await writeFile(join(a, 'scores-0001.jsonl'), await readFile(file));
    await expect(resultsOf(a)).rejects.toThrow(JournalDamagedError);
  });
});

describe("a pass in addition to the benchmark's own rules", () => {
  /** Gives each episode as many hundredths as it has steps. */
  const judge = (version: string, share = 0.01) =>
    evaluatorPass({
      name: '@mine/steps',
      version,
      evaluate: async ({ task, trajectory, settings }) => {
        expect(settings).toBeUndefined();
        if (task.id === 'walk-1') throw new DatasetError('nothing can be said of this');
        return { status: 'scored', value: trajectory.steps.length * share, explanation: 'counted' };
      },
    });
  const scoresOf = (results: Record<string, RunResult>): unknown =>
    Object.fromEntries(Object.entries(results).map(([key, { passScores }]) => [key, passScores]));
  const given = (version: string, value: number) => [
    {
      evaluator: '@mine/steps',
      version,
      mode: 'corrected',
      score: { status: 'scored', value, explanation: 'counted' },
    },
  ];
  const unknown = (version: string) => [
    {
      evaluator: '@mine/steps',
      version,
      mode: 'corrected',
      score: { status: 'unknown', reason: 'nothing can be said of this' },
    },
  ];

  it('adds its scores under its own name, and replaces only those', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path, { agent: fakeAgent({ steps: 4 }) }));
    await scoreRun(folder.path, fakeBenchmark({ goal: 6 }), OPTIONS);
    const before = await resultsOf(folder.path);
    const { file } = await scoreRun(folder.path, fakeBenchmark(), { ...OPTIONS, pass: judge('1') });
    expect(file).toMatch(/scores-%40mine%2Fsteps-0001\.jsonl$/);
    const after = await resultsOf(folder.path);
    expect(scoresOf(after)).toEqual({
      'walk-0#0': given('1', 0.05),
      'walk-1#0': unknown('1'),
      'walk-2#0': given('1', 0.05),
    });
    // What the benchmark itself said stays as it was, to the last field.
    const own = Object.entries(after).map(([key, result]) => [key, { ...result, passScores: [] }]);
    expect(Object.fromEntries(own)).toEqual(before);

    await scoreRun(folder.path, fakeBenchmark(), { ...OPTIONS, pass: judge('2', 0.1) });
    expect(scoresOf(await resultsOf(folder.path))).toMatchObject({ 'walk-0#0': given('2', 0.5) });
    await scoreRun(folder.path, fakeBenchmark({ goal: 1 }), OPTIONS);
    const again = await resultsOf(folder.path);
    expect(scoresOf(again)).toMatchObject({ 'walk-0#0': given('2', 0.5), 'walk-1#0': unknown('2') });
    expect(new Set(Object.values(outcomes(again)))).toEqual(new Set(['passed']));
  });

  it('stands where the benchmark has not scored, and keeps what a torn file holds', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const { file } = await scoreRun(folder.path, fakeBenchmark(), { ...OPTIONS, pass: judge('1') });
    const text = await readFile(file, 'utf8');
    await truncate(file, text.indexOf('"walk-2"') + 3);
    const results = await resultsOf(folder.path);
    expect(new Set(Object.values(outcomes(results)))).toEqual(new Set(['judge_unknown']));
    expect(Object.values(results).map(({ passScores }) => passScores.length)).toEqual([1, 1, 0]);
  });

  it('is refused where it is of another run, or damaged', async () => {
    await using folder = await temporaryFolder();
    const [a, b] = [join(folder.path, 'a'), join(folder.path, 'b')];
    await startRun(buildRun(a));
    await startRun(buildRun(b, { settings: { seed: 5 } }));
    const { file } = await scoreRun(b, fakeBenchmark(), { ...OPTIONS, pass: judge('1') });
    await writeFile(join(a, 'scores-other-0001.jsonl'), await readFile(file));
    await expect(resultsOf(a)).rejects.toThrow(JournalDamagedError);
    const index = await indexRun(b);
    await using scores = await PassScores.open(index, 'corrected');
    expect(await scores.of('walk-9#0')).toEqual([]);
    const [key = ''] = index.items.keys();
    expect(await scores.of(key)).toEqual(given('1', expect.any(Number) as number));
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('counted', 'changed'));
    await expect(scores.of(key)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED', place: { file } });
  });

  it('makes no score out of a bug', async () => {
    await using folder = await temporaryFolder();
    await startRun(buildRun(folder.path));
    const broken = evaluatorPass({
      name: 'broken',
      version: '1',
      evaluate: () => Promise.reject(new TypeError('oops')),
    });
    const { broken: count } = await scoreRun(folder.path, fakeBenchmark(), { ...OPTIONS, pass: broken });
    expect(count).toBe(3);
    const results = await resultsOf(folder.path);
    expect(Object.values(results).flatMap(({ passScores }) => passScores)).toEqual([]);
    expect(new Set(Object.values(results).map(({ failure }) => failure))).toEqual(new Set([null]));
  });
});

describe('readEpisodes', () => {
  it('gives screens whose contents load from the run, or from the recorded world', async () => {
    await using folder = await temporaryFolder();
    const signal = new AbortController().signal;
    for (const live of [true, false]) {
      const directory = join(folder.path, String(live));
      const benchmark = fakeBenchmark({ live });
      await startRun(buildRun(directory, { benchmark }));
      const screen = benchmark.world?.screen.bind(benchmark.world);
      const options = screen === undefined ? {} : { screen };
      for await (const { episode } of readEpisodes(await indexRun(directory), options)) {
        const [first] = episode.trajectory.steps;
        const bytes = await first?.screen.picture?.load({ signal });
        expect(Buffer.from(bytes ?? []).toString()).toBe('picture of screen-0');
      }
    }
    const bare = await indexRun(join(folder.path, 'false'));
    await rm(join(folder.path, 'true', 'files'), { recursive: true });
    const gone = await indexRun(join(folder.path, 'true'));
    for (const index of [bare, gone]) {
      for await (const { episode } of readEpisodes(index)) {
        const picture = episode.trajectory.steps[0]?.screen.picture;
        await expect(picture?.load({ signal })).rejects.toThrow(StoredFileError);
      }
    }
  });
});
