import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ConstructedGraph } from '../../../domain/construction/constructed-graph.js';
import { scriptedModel } from '../../../models/scripted.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { resolveSettings } from '../../settings/resolve-settings.js';
import { lexicalEmbedding } from '../../../../test/fixtures/lexical-embedding.js';
import { mergePublished } from './merge-published.js';

/** Writes `TASK/TASK.json` with screenshots of these greys. */
async function collect(folder: string, task: string, greys: readonly number[]): Promise<void> {
  await mkdir(join(folder, task));
  for (const [index, grey] of greys.entries()) {
    const background = { r: grey, g: grey, b: grey };
    const file = join(folder, task, `observation_${index}.png`);
    await sharp({ create: { width: 8, height: 16, channels: 3, background } })
      .png()
      .toFile(file);
  }
  const trajectory = greys.map((_, index) => ({
    action: JSON.stringify({ action_type: 'click', x: index, y: 1 }),
  }));
  await writeFile(join(folder, task, `${task}.json`), JSON.stringify({ task, trajectory }));
}

describe('mergePublished', () => {
  it('merges a published folder with models that see the pictures alone, and asks nothing twice', async () => {
    await using folder = await temporaryFolder();
    const input = join(folder.path, 'in');
    await mkdir(input);
    await collect(input, 'one', [10, 200]);
    await collect(input, 'two', [10, 201]);
    const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
    const asked: string[] = [];
    const greyOf = async (data: Uint8Array): Promise<number> => (await sharp(data).raw().toBuffer())[0] ?? 0;
    const pictures: Uint8Array[] = [];
    const describer = scriptedModel(({ messages }) => {
      asked.push('describe');
      const [picture] = messages[0]?.content ?? [];
      if (picture?.type === 'image') pictures.push(picture.data);
      // The two that look alike are described alike, not equally.
      return (
        ['设置的首页列表', '网络与无线连接的设置页面', '设置的首页列表', '网络与无线连接的开关页面'][
          asked.filter((one) => one === 'describe').length - 1
        ] ?? ''
      );
    });
    const judge = scriptedModel(() => {
      asked.push('judge');
      return '是\n原因：同一页面';
    });
    const embedder = scriptedModel(({ messages }) => {
      const [part] = messages[0]?.content ?? [];
      return JSON.stringify(lexicalEmbedding(part?.type === 'text' ? part.text : ''));
    });
    const totals: number[] = [];
    const merge = () =>
      mergePublished(input, values, {
        out: join(folder.path, 'out'),
        app: '设置',
        mode: 'reference',
        threshold: 0.6,
        seed: 1,
        models: { describer, 'same-state': judge, embedder },
        workingDirectory: folder.path,
        environment: {},
        onProgress: (total) => totals.push(total),
        signal: new AbortController().signal,
      });
    const { graph, trajectories, screenshots, file } = await merge();
    expect([trajectories, screenshots, graph.metadata.num_nodes]).toEqual([2, 4, 2]);
    expect(asked).toEqual(['describe', 'describe', 'describe', 'describe', 'judge']);
    expect(await Promise.all(pictures.map(greyOf))).toEqual([10, 200, 10, 201]);
    const saved = JSON.parse(await readFile(file, 'utf8')) as ConstructedGraph;
    expect(saved).toEqual(graph);
    expect(saved.nodes['1']?.screenlists.map(({ screenshot_path: path }) => path)).toEqual([
      'one/observation_1.png',
      'two/observation_1.png',
    ]);
    expect(totals).toEqual([2, 2]);
    await merge();
    expect(asked).toHaveLength(5);
  });
});
