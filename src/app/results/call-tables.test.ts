import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directAgent, directRunSettings } from '../../agents/direct/direct.js';
import { guiodysseyBenchmark } from '../../benchmarks/guiodyssey/guiodyssey-benchmark.js';
import { startRun } from '../../engine/run.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';
import { createModel } from '../../models/create-model.js';
import { Gateway } from '../../models/gateway/gateway.js';
import { DIALECTS } from '../../registry/dialects.js';
import { writeOdysseyDataset } from '../../testing/datasets/odyssey-dataset.js';
import { openModelEndpoint } from '../../testing/models/model-endpoint.js';
import { smallPng } from '../../testing/small-png.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { callTables } from './call-tables.js';

const signal = new AbortController().signal;

describe('callTables', () => {
  it("tells what a history of screenshots costs, by the journal's measures, and nothing of cached answers", async () => {
    await using folder = await temporaryFolder();
    const names = await writeOdysseyDataset(folder.path, { episodes: 5, lengthOf: () => 6 });
    await mkdir(join(folder.path, 'screenshots'));
    for (const name of names) {
      for (let step = 0; step < 6; step += 1) {
        const file = `${name.replace('.json', '')}_${step}.png`;
        await writeFile(join(folder.path, 'screenshots', file), smallPng({ width: 8, height: 8 }, step));
      }
    }
    await using benchmark = await guiodysseyBenchmark.open({
      dataDirectory: folder.path,
      mode: 'corrected',
      signal,
    });
    await using endpoint = await openModelEndpoint(
      () => ({ text: 'CLICK: (147, 81), then on to the next screen', usage: { input: 500, output: 12 } }),
      { isPaced: true },
    );
    const dialect = DIALECTS.get('odyssey_command')?.create({ variant: 'odyssey_agent' });
    if (dialect === undefined) throw new Error('there is no such dialect');
    const runOnce = async (name: string) => {
      const gateway = new Gateway({ cacheDirectory: join(folder.path, 'cache') });
      const run = buildRun(join(folder.path, name), {
        benchmark,
        agent: directAgent({ dialect }),
        models: {
          actor: createModel(
            {
              formatVersion: 1,
              id: 'm',
              provider: 'openai-compatible',
              baseUrl: endpoint.baseUrl,
              model: 'm',
              pictureTokens: 256,
            },
            { environment: {}, gateway },
          ),
        },
        settings: directRunSettings({ dialect }),
        operation: { concurrency: 1 },
      });
      await startRun(run);
      return indexRun(run.directory);
    };
    const index = await runOnce('live');
    const measured: unknown[] = [];
    for await (const { record } of readEpisodes(index)) {
      for (const { calls } of record.steps) {
        for (const { measures } of calls) {
          expect(measures?.firstTokenMs).toBeGreaterThan(0);
          expect(measures?.tokensPerSecond).toBeGreaterThan(0);
          measured.push([measures?.historyPictureTokens, measures?.pictureTokens, measures?.pictureTokensBy]);
        }
      }
      break;
    }
    expect(measured).toEqual([0, 1, 2, 3, 4, 4].map((n) => [n * 256, n * 256 + 256, 'profile']));
    const [table] = callTables(index, 'me');
    expect(table?.rows[0]?.slice(0, 4).map(({ text }) => text)).toEqual([
      'actor',
      'steps and 4 pictures, last 4',
      '1024',
      // A mean over steps 0 to 5.
      '853',
    ]);
    expect(table?.rows[0]?.at(-1)?.value).toBe(index.cost.calls);
    for (const cell of table?.rows[0]?.slice(4, 6) ?? []) expect(cell.value).toBeGreaterThan(0);
    expect(table?.notes.join(' ')).toContain('counted by the profile');
    expect(callTables(await runOnce('again'), 'me')).toEqual([]);
  });
});
