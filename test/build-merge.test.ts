import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mergeWorld, type MergedWorld } from '../src/app/build/merge/merge-world.js';
import { resolveSettings } from '../src/app/settings/resolve-settings.js';
import { readMergeReview } from '../src/formats/merge-review/read-merge-review.js';
import { readGraphFile } from '../src/formats/graph/read-graph.js';
import { SurveyWriter } from '../src/formats/survey/survey-writer.js';
import { scriptedModel } from '../src/models/scripted.js';
import { hierarchyXml, uiNode } from '../src/testing/hierarchy-xml.js';

const { signal } = new AbortController();

/** A survey of two pages of an app, one of them seen with two texts. */
async function writeSurvey(folder: string, picture: Buffer | null = null): Promise<void> {
  await using survey = await SurveyWriter.open(
    folder,
    { name: 's', source: 'exploration', environment: null, app: null, identity: '0'.repeat(64) },
    { onEvent: () => undefined, signal },
  );
  const look = async (activity: string, text: string): Promise<void> => {
    const parts = Array.from({ length: 20 }, (_, index) =>
      uiNode({ 'resource-id': `app:id/${activity}${index}`, bounds: '[0,50][50,90]' }),
    );
    const row = uiNode({ 'resource-id': 'app:id/row', text, bounds: '[0,0][50,40]' });
    await survey.capture({
      size: { width: 100, height: 100 },
      activity: { package: 'app', activity },
      picture: text === 'x' && picture !== null ? { bytes: picture, mediaType: 'image/png' } : null,
      hierarchy: Buffer.from(hierarchyXml([uiNode({ bounds: '[0,0][100,100]' }, [row, ...parts])])),
    });
  };
  await look('list', 'one');
  await look('page', 'x');
  await look('list', 'other');
  const at = { x: 20, y: 20, space: 'pixel' as const };
  survey.append({
    type: 'step',
    from: 0,
    to: 1,
    action: { type: 'tap', target: { type: 'point', point: at } },
    rule: 'edge',
  });
  survey.append({ type: 'step', from: 1, to: 2, action: { type: 'key', key: 'BACK' }, rule: 'back' });
  await survey.commit();
}

describe('mergeWorld', () => {
  it('leaves a picture out that is cut off or damaged, and names its file; the rest of the screen stays', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'build-merge-'));
    try {
      const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
      const whole = await sharp({
        create: { width: 100, height: 100, channels: 3, background: 'red', noise },
      })
        .png()
        .toBuffer();
      const source = join(folder, 'survey');
      await writeSurvey(source, whole);
      const [name = ''] = (await readdir(join(source, 'screens'))).filter((one) => one.endsWith('.png'));
      const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
      let worlds = 0;
      const merge = (): Promise<MergedWorld> =>
        mergeWorld([source], values, {
          out: join(folder, `world-${(worlds += 1)}`),
          picturesOnly: false,
          askShare: 0.05,
          workingDirectory: folder,
          environment: {},
          signal,
          onProgress: () => undefined,
        });
      const sound = await merge();
      expect(sound.warnings).toEqual([]);
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(200) ^ 1, 200);
      for (const [bytes, why] of [
        [whole.subarray(0, whole.length / 2), 'is cut off'],
        [damaged, 'its SHA-256 is another'],
      ] as const) {
        await writeFile(join(source, 'screens', name), bytes);
        const merged = await merge();
        expect(merged.warnings).toEqual([expect.stringContaining(`${source}: screens/${name} `)]);
        expect(merged.warnings[0]).toContain(why);
        expect(merged.counts).toEqual(sound.counts);
        expect((await readdir(join(merged.world, 'screens'))).filter((one) => one.endsWith('.png'))).toEqual(
          [],
        );
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('asks once, reviews what is open, and does what was decided', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'build-merge-'));
    try {
      await writeSurvey(join(folder, 'survey'));
      const { values } = resolveSettings({ flags: {}, environment: {}, config: null });
      let calls = 0;
      const model = scriptedModel(() => {
        calls += 1;
        return calls % 2 === 0 ? 'SAME' : 'DIFFERENT';
      });
      const merge = (hasModel: boolean): Promise<MergedWorld> =>
        mergeWorld([join(folder, 'survey')], values, {
          out: join(folder, 'world'),
          picturesOnly: false,
          askShare: 0.05,
          ...(hasModel ? { models: { matcher: model } } : {}),
          workingDirectory: folder,
          environment: {},
          signal,
          onProgress: () => undefined,
        });
      const first = await merge(true);
      expect(first.warnings).toEqual([expect.stringContaining('not believed')]);
      expect(first.waiting).toMatchObject({ merge: 1 });
      const asked = calls;
      expect(asked).toBeGreaterThan(0);
      expect((await merge(true)).counts.states).toBe(3);
      expect(calls).toBe(asked);
      const review = join(folder, 'world', 'review.jsonl');
      await writeFile(
        review,
        (await readFile(review, 'utf8')).replaceAll('"decision":null', '"decision":"same"'),
      );
      const decided = await merge(false);
      expect(decided.counts.states).toBe(2);
      expect(decided.repeatedWalks).toBe(1);
      expect((await readMergeReview(review, { signal }))[0]).toMatchObject({ decision: 'same' });
      const graph = await readGraphFile(join(folder, 'world', 'graph.json'));
      expect(graph.nodes.map(({ screens }) => screens?.length)).toEqual([2, 1]);
      expect(graph.nodes[0]?.edges).toEqual([
        { to: graph.nodes[1]?.id, actions: [{ type: 'click', box: [0, 0, 50, 40] }] },
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
