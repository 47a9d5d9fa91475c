import { cp, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BoxReviewLineSchema } from '../../src/formats/stage/box-review.js';
import { MissLineSchema } from '../../src/formats/survey/miss-line.js';
import { readSurvey } from '../../src/formats/survey/read-survey.js';
import type { GraphFile } from '../../src/formats/graph/graph-file.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

const STARTER = fileURLToPath(new URL('../../worlds/starter', import.meta.url));

/** Answers from the text of the request, as a model would. */
function answerTo(text: string): string {
  if (text.includes('prefer the larger box')) {
    const [, x = '0', y = '0'] = /touched: \((\d+), (\d+)\)/.exec(text) ?? [];
    return `[${Number(x) - 20}, ${Number(y) - 20}, ${Number(x) + 20}, ${Number(y) + 20}]\\n点击意图：open`;
  }
  if (text.includes('prefer the tighter box')) return 'I see no control';
  if (text.includes('Which app')) return 'Notes';
  if (text.includes('Which one action')) {
    return text.includes('Step 1')
      ? 'CLICK[1,1]###reasoning: r###order: Open the notes###confidence: 0.9'
      : 'no idea';
  }
  return 'CLICK[5,2]###reasoning: r###confidence: 0.9';
}

describe('touchstone build, from published forms', () => {
  it('draws boxes, completes actions, ranks misses and converts', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openChatEndpoint(({ body }, response) => {
      sendJson(response, 200, chatCompletion(answerTo(JSON.stringify(body)).replaceAll('\\n', '\n')));
    });
    const at = (...names: string[]): string => join(folder.path, ...names);
    const build = (...args: string[]) => runTouchstone(['build', ...args], { cwd: folder.path });
    const model = ['--model', 'm', '--base-url', endpoint.baseUrl, '--concurrency', '1'];

    // A world whose touches are points: one screen has lost its hierarchy.
    await cp(STARTER, at('world'), { recursive: true });
    const graph = JSON.parse(await readFile(at('world', 'graph.json'), 'utf8')) as GraphFile;
    let bare: string | null = null;
    for (const node of graph.nodes) {
      for (const { actions } of node.edges ?? []) {
        for (const [index, action] of actions.entries()) {
          if (action.type !== 'click' || action.box === undefined) continue;
          const [x1, y1, x2, y2] = action.box;
          actions[index] = { type: 'click', point: [Math.round((x1 + x2) / 2), Math.round((y1 + y2) / 2)] };
          bare ??= node.id;
        }
      }
      if (node.id === bare) for (const screen of node.screens ?? []) delete screen.hierarchy;
    }
    await writeFile(at('world', 'graph.json'), JSON.stringify(graph));
    const first = await build('boxes', 'world', '--out', 'boxes', ...model, '--json');
    expect(first.stderr).not.toContain('error');
    const counts = JSON.parse(first.stdout) as Record<string, number>;
    expect(counts['exact']).toBeGreaterThan(0);
    expect(counts['drawn']).toBeGreaterThan(0);
    expect(counts['written']).toBe(0);
    const asked = endpoint.calls.length;
    expect(asked).toBeGreaterThan(0);

    const review = (await readFile(at('boxes', 'boxes-review.jsonl'), 'utf8')).trim().split('\n');
    const lines = review.map((line) => BoxReviewLineSchema.parse(JSON.parse(line)));
    // The other annotator's answer cannot be read: somebody decides.
    const decided = lines.map((line) => (line.doubt === null ? line : { ...line, decision: 'accept' }));
    await writeFile(
      at('boxes', 'boxes-review.jsonl'),
      decided.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const second = await build(
      'boxes',
      'world',
      '--out',
      'boxes',
      ...model,
      '--write',
      '--overlays',
      '--json',
    );
    expect(JSON.parse(second.stdout)).toMatchObject({ written: lines.length, cost: { calls: 0 } });
    const overlays = (JSON.parse(second.stdout) as { overlays: number }).overlays;
    expect(overlays).toBe((await readdir(at('boxes', 'overlays'))).length);
    expect(overlays).toBeGreaterThan(1);
    expect(endpoint.calls).toHaveLength(asked);
    expect(await readFile(at('boxes', 'boxes.html'), 'utf8')).toContain('annotator 1');
    const settled = await build('boxes', 'world', '--out', 'boxes', '--no-models', '--json');
    expect(JSON.parse(settled.stdout)).toMatchObject({ touches: 0 });
    const kept = (await readFile(at('boxes', 'boxes-review.jsonl'), 'utf8')).trim().split('\n');
    expect(kept).toHaveLength(lines.length);
    const written = await readFile(at('world', 'graph.json'), 'utf8');
    expect(written.match(/"box"/g)?.length ?? 0).toBeGreaterThanOrEqual(lines.length);

    // Three screenshots of which the last pair cannot be made out.
    await mkdir(at('shots'));
    for (const [index, name] of ['home', 'notes.list', 'home'].entries()) {
      await copyFile(
        join(STARTER, 'screens', `${name}.png`),
        at('shots', `Screenshot_step_${index + 1}_raw.png`),
      );
    }
    const complete = ['complete', 'shots', '--out', 'survey', '--query', 'Write a note', ...model];
    expect((await build(...complete)).stdout).toContain('1 step, 1 doubtful, 1 pair without an action');
    const before = endpoint.calls.length;
    expect((await build(...complete)).stdout).toContain('0 calls');
    expect(endpoint.calls).toHaveLength(before);
    const survey = await readSurvey(at('survey'), { signal: new AbortController().signal });
    expect([survey.captures.length, survey.end]).toEqual([3, 'complete']);
    expect(survey.steps).toMatchObject([{ from: 0, to: 1, confidence: 0.9, title: 'Open the notes' }]);

    const random = ['--agent', 'random', '--max-steps', '6', '--runs', 'runs', '--run-id', 'one'];
    expect((await runTouchstone(['run', STARTER, ...random], { cwd: folder.path })).stderr).not.toContain(
      'rror:',
    );
    const supplement = ['supplement', 'runs/one', '--world', STARTER, '--out', 'wanted'];
    const found = await build(...supplement, '--json');
    const misses = (await readFile(at('wanted', 'misses.jsonl'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '');
    expect(misses.map((line) => MissLineSchema.parse(JSON.parse(line))).length).toBe(
      (JSON.parse(found.stdout) as { misses: number }).misses,
    );
    // Both ways of counting visit the same screens.
    const merged = await readFile(at('wanted', 'screenshot_preference_counts.csv'), 'utf8');
    expect((await build(...supplement, '--mode', 'reference')).stdout).toMatch(/max: \d/);
    const published = await readFile(at('wanted', 'screenshot_preference_counts.csv'), 'utf8');
    const screensOf = (csv: string) => csv.split('\r\n').map((line) => line.split(',')[0]);
    expect(screensOf(published)).toEqual(screensOf(merged));

    const small = { a: { b: [{ action_type: 'click', x: 1, y: 2 }] }, b: {} };
    await writeFile(at('g.json'), JSON.stringify(small));
    await build('matrix', 'g.json', '--out', 'm.csv', '--add', 'c', '--from', 'a:click(3,4)');
    await build('matrix', 'm.csv', '--out', 'back.json');
    expect(JSON.parse(await readFile(at('back.json'), 'utf8'))).toEqual({
      a: { ...small.a, c: [{ action_type: 'click', x: 3, y: 4 }] },
      b: {},
      c: {},
    });
    const broken = await build('matrix', 'm.csv', '--delete', 'nowhere');
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('no screen "nowhere"')]);
  });
});
