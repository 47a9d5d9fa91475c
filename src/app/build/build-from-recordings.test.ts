import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedMoves, type RecordedMove } from '../../builder/fidelity/recorded-moves.js';
import { HandRecorder } from '../../builder/record/hand-recorder.js';
import type { Graph } from '../../domain/graph/graph.js';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { loadSettings } from '../settings/load-settings.js';
import { buildFromRecordings } from './build-from-recordings.js';
import { mergeWorld } from './merge/merge-world.js';

const signal = new AbortController().signal;
const POCKET = 'worlds/pocket';
let folder = '';
let graph: Graph;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'from-recordings-'));
  graph = await readGraph(join(POCKET, 'graph.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The shortest way to a state of Pocket, as somebody who knows it would go. */
function wayTo(goal: string): readonly RecordedMove[] {
  const moves = recordedMoves(graph);
  const ways = new Map<number, readonly RecordedMove[]>([[graph.root, []]]);
  for (const [node, way] of ways) {
    if (graph.nodes[node]?.id === goal) return way;
    for (const move of moves[node] ?? []) {
      const [only, ...others] = move.targets;
      if (only !== undefined && others.length === 0 && !ways.has(only)) ways.set(only, [...way, move]);
    }
  }
  throw new Error(`nothing leads to ${goal}`);
}

/** Records somebody who goes there, and marks the screens on the way that are named. */
async function record(name: string, goal: string, milestones: readonly string[]): Promise<string> {
  const out = join(folder, name);
  const world = new GraphWorld(graph, { content: await openFolderContent(POCKET) });
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  await using recorder = await HandRecorder.begin({
    environment,
    start: { task: name, repeat: 0, seed: 0 },
    folder: out,
    header: {
      touchstone: '0',
      environment: { kind: 'graph' },
      task: name,
      language: 'en',
      instruction: `Go to ${goal}.`,
      masks: [],
    },
    signal,
  });
  for (const { action, targets } of wayTo(goal)) {
    await recorder.act(recorder.screen.number, fromGraphAction(action));
    const [node = -1] = targets;
    if (!milestones.includes(graph.nodes[node]?.id ?? '')) continue;
    const subTarget = `${graph.nodes[node]?.title}`;
    await recorder.mark(recorder.screen.number, { subTarget, box: null, group: null });
  }
  await recorder.end({ status: 'complete', apps: [], notes: '' });
  return out;
}

async function merge(recordings: readonly string[], out: string) {
  const { values: settings } = await loadSettings(
    {},
    { workingDirectory: folder, environment: {}, interrupted: signal, killed: signal },
  );
  return await mergeWorld(recordings, settings, {
    out,
    picturesOnly: false,
    askShare: 0,
    workingDirectory: folder,
    environment: {},
    signal,
    onProgress: () => undefined,
  });
}

describe('buildFromRecordings', () => {
  it('makes one world of several recordings, whose tasks can be done in as few steps as were recorded', async () => {
    const recordings = [
      await record('dark', 'settings.theme~dark', ['settings.theme', 'settings.theme~dark']),
      await record('sound', 'settings.sound', []),
    ];
    const out = join(folder, 'world');
    const made = await buildFromRecordings(recordings, { out, workingDirectory: folder, signal });
    // Where a recording ends nothing leads on; that is no defect.
    expect(made.lint.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(made.solvable).toEqual([
      { task: 'dark', steps: wayTo('settings.theme~dark').length },
      { task: 'sound', steps: wayTo('settings.sound').length },
    ]);
    expect(await readFile(made.page, 'utf8')).toContain('Go to settings.sound.');
    // Merging goes on with the folder, and tasks stay and name the same screens, whatever comes first.
    const [tasks, nodes] = [
      await readFile(join(out, 'suite.json'), 'utf8'),
      (await readGraph(join(out, 'graph.json'))).nodes.map(({ id }) => id),
    ];
    const merged = await merge(recordings.toReversed(), out);
    expect(merged.warnings).toEqual([]);
    expect(await readFile(join(out, 'suite.json'), 'utf8')).toBe(tasks);
    expect([...new Set(merged.nodes)].toSorted()).toEqual(nodes.toSorted());
  });

  it('is what merging recordings makes as well, in one call', async () => {
    const recordings = [
      await record('first', 'settings.theme~dark', ['settings.theme', 'settings.theme~dark']),
      await record('second', 'settings.sound', []),
    ];
    const [built, out] = [join(folder, 'built'), join(folder, 'merged')];
    await buildFromRecordings(recordings, { out: built, workingDirectory: folder, signal });
    const merged = await merge(recordings, out);
    expect(merged.tasks).toEqual(['first', 'second']);
    const suiteOf = async (world: string) =>
      JSON.parse(await readFile(join(world, 'suite.json'), 'utf8')) as { readonly name: string };
    expect({ ...(await suiteOf(out)), name: 'built' }).toEqual(await suiteOf(built));
    expect(merged.warnings).toEqual(['second: no milestone was marked: reaching the last screen is success']);
    // What is there stays.
    const again = await merge(recordings, out);
    expect([again.tasks, again.warnings, again.counts.captures]).toEqual([[], [], merged.nodes.length]);
  });

  it('can be repeated where it was stopped, and without a picture that is lost', async () => {
    const recording = await record('lost', 'settings.sound', []);
    const [picture] = (await readdir(join(recording, 'screens'))).filter((name) => name.endsWith('.png'));
    await rm(join(recording, 'screens', picture ?? ''));
    const out = join(folder, 'again');
    // Something in the way of the page.
    await mkdir(join(out, 'tasks.html', 'in-the-way'), { recursive: true });
    const make = () => buildFromRecordings([recording], { out, workingDirectory: folder, signal });
    await expect(make()).rejects.toThrow();
    await rm(join(out, 'tasks.html'), { recursive: true });
    expect(await readFile((await make()).page, 'utf8')).toContain('Go to settings.sound.');
  });
});
