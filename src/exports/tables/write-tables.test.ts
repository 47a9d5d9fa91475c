import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/agent.js';
import { noOpAgent } from '../../agents/baselines/no-op.js';
import { oracleAgent } from '../../agents/oracle/oracle.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { pocketBenchmark } from '../../benchmarks/pocket/pocket-benchmark.js';
import { startRun } from '../../engine/run.js';
import { scoreRun } from '../../engine/score-run.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { ExportSource } from '../export-source.js';
import { walkEpisodes } from '../sources/walk-episodes.js';
import { writeTables } from './write-tables.js';
import { PARQUET_FORMAT, ParquetTable } from './parquet-table.js';
import { STEP_COLUMNS } from './step-columns.js';

const { signal } = new AbortController();

async function rowsOf(file: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(file) });
}

async function runOf(folder: string, benchmark: Benchmark, agent: Agent): Promise<RunIndex> {
  const directory = join(folder, agent.name);
  await startRun(
    buildRun(directory, { benchmark, agent, settings: { items: ['dark-theme', 'weekday-alarm'] } }),
  );
  await scoreRun(directory, benchmark, { modes: [benchmark.mode], touchstone: 'test', signal });
  return indexRun(directory);
}

describe('writeTables', () => {
  it('has of a fork the steps that are its own', async () => {
    await using folder = await temporaryFolder();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    const read = await runOf(folder.path, pocket, oracleAgent());
    const fork = { step: 2 } as RunIndex['start']['identity']['fork'];
    const identity = { ...read.start.identity, ...(fork === undefined ? {} : { fork }) };
    const index = { ...read, start: { ...read.start, identity } };
    const out = join(folder.path, 'out');
    const sources = [{ type: 'run' as const, name: 'fork', index }];
    await writeTables({ sources, outDirectory: out, replace: false, format: PARQUET_FORMAT, signal });
    const steps = await rowsOf(join(out, 'steps.parquet'));
    expect(Math.min(...steps.map(({ step }) => Number(step)))).toBe(2);
  });

  it('writes every step, episode and score of runs as the run has them', async () => {
    await using folder = await temporaryFolder();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    const runs = [
      await runOf(folder.path, pocket, oracleAgent()),
      await runOf(folder.path, pocket, noOpAgent()),
    ];
    const out = join(folder.path, 'out');
    const sources = runs.map((index) => ({ type: 'run' as const, name: index.directory, index }));
    const { files } = await writeTables({
      sources,
      outDirectory: out,
      replace: false,
      format: PARQUET_FORMAT,
      signal,
    });
    const steps = await rowsOf(join(out, 'steps.parquet'));
    const episodes = await rowsOf(join(out, 'episodes.parquet'));
    const scores = await rowsOf(join(out, 'scores.parquet'));
    expect(files.map(({ records }) => records)).toEqual([steps.length, episodes.length, scores.length]);
    let expected = 0;
    for (const index of runs) {
      for await (const { key, outcome, result, steps: count } of readResults(index, 'corrected')) {
        const mine = (row: Record<string, unknown>): boolean =>
          row['source'] === index.directory && row['task'] === key.item;
        const [episode] = episodes.filter(mine);
        expect(episode).toMatchObject({ outcome, steps: count, success: result.success, mode: 'corrected' });
        expect(episode?.['completion']).toBe(result.completion);
        expect(episode?.['started_at']).toBeInstanceOf(Date);
        const acted = steps.filter(mine).filter(({ action }) => action !== null);
        expect(acted.length).toBe(count);
        expect(scores.filter(mine).length).toBe(result.scores.length);
        expected += count;
      }
    }
    expect(expected).toBeGreaterThan(0);
    const taps = steps.filter(({ action }) => action === 'tap');
    expect(taps.length).toBeGreaterThan(0);
    for (const { x, y, width, height } of taps) {
      expect(Number(x)).toBeLessThan(Number(width));
      expect(Number(y)).toBeLessThan(Number(height));
    }
  });

  it('writes walks and recordings, and no scores for them', async () => {
    await using folder = await temporaryFolder();
    await using pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
    const source: ExportSource = {
      name: 'pocket',
      kind: 'world',
      count: null,
      lowLevel: 'beside',
      history: 'own',
      language: null,
      episodes: (leaveOut) =>
        walkEpisodes(pocket, {
          agent: oracleAgent(),
          walks: 1,
          maxSteps: null,
          onlyPassed: true,
          language: null,
          seed: 1,
          source: 'pocket',
          leaveOut,
          signal,
        }),
    };
    const out = join(folder.path, 'out');
    await writeTables({
      sources: [{ type: 'episodes', source }],
      outDirectory: out,
      replace: false,
      format: PARQUET_FORMAT,
      signal,
    });
    expect((await readdir(out)).toSorted()).toEqual(['episodes.parquet', 'steps.parquet']);
    const episodes = await rowsOf(join(out, 'episodes.parquet'));
    const steps = await rowsOf(join(out, 'steps.parquet'));
    expect(episodes.length).toBe(45);
    expect(episodes.reduce((sum, row) => sum + Number(row['steps']), 0)).toBe(steps.length);
    expect(steps[0]).toMatchObject({ kind: 'world', repeat: 0, step: 0, rule: null });
  });

  it('leaves nothing but whole files behind when it is interrupted', async () => {
    await using folder = await temporaryFolder();
    const stopping = new AbortController();
    const source: ExportSource = {
      name: 'endless',
      kind: 'dataset',
      count: null,
      lowLevel: 'beside',
      history: 'recorded',
      language: null,
      async *episodes() {
        for (let number = 0; ; number += 1) {
          if (number === 3) stopping.abort();
          const id = `e${number}`;
          yield {
            type: 'episode' as const,
            episode: { id, instructions: { en: id }, apps: [], labels: {}, steps: [] },
          };
        }
      },
    };
    const sources = [{ type: 'episodes' as const, source }];
    const options = {
      sources,
      outDirectory: folder.path,
      replace: false,
      format: PARQUET_FORMAT,
      signal: stopping.signal,
    };
    await expect(writeTables(options)).rejects.toThrow();
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('ParquetTable', () => {
  it('reads back what was written, over several groups, with any values null', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'numbers.parquet');
    await using table = new ParquetTable<number>(file, [
      { name: 'number', type: 'INT32', does: 'itself', of: (n) => n },
      { name: 'half', type: 'DOUBLE', does: 'half of it', of: (n) => n / 2 },
      {
        name: 'words',
        type: 'STRING',
        does: 'none for odd ones',
        of: (n) => (n % 2 === 0 ? `“${n}”\n` : null),
      },
      { name: 'even', type: 'BOOLEAN', does: 'whether it is even', of: (n) => n % 2 === 0 },
      { name: 'nothing', type: 'STRING', does: 'never there', of: () => undefined },
    ]);
    const count = 45_001;
    for (let number = 0; number < count; number += 1) table.add(number);
    await table.finish();
    const rows = await rowsOf(file);
    expect(rows.length).toBe(count);
    for (const number of [0, 1, 19_999, 20_000, count - 1]) {
      expect(rows[number]).toEqual({
        number,
        half: number / 2,
        words: number % 2 === 0 ? `“${number}”\n` : null,
        even: number % 2 === 0,
        nothing: null,
      });
    }
    const { key_value_metadata: said } = await parquetMetadataAsync(await asyncBufferFromFile(file));
    expect(said?.find(({ key }) => key === 'column:half')?.value).toBe('half of it');
  });

  it('has every column of steps in the documentation', async () => {
    const text = await readFile(new URL('../../../docs/exports.md', import.meta.url), 'utf8');
    for (const { name, type } of STEP_COLUMNS)
      expect(text).toMatch(new RegExp(`\\| \`${name}\` +\\| ${type} +\\|`));
  });
});
