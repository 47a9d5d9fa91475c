import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exploration } from '../../builder/explore/explore.js';
import type { Action } from '../../domain/action.js';
import type { SurveyEvent } from '../../formats/survey/survey-event.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { fillMisses, type FilledMisses } from './fill-misses.js';

const WAIT: Action = { type: 'wait' };
const MISSES = [
  { screen: 'home', action: WAIT, count: 1 },
  { screen: 'page', action: WAIT, count: 3 },
  { screen: 'far', action: WAIT, count: 2 },
];

/** Tries what is asked for, and keeps it; what is to be tried on `home` is not come to. */
class Tried implements Pick<Exploration, 'steps' | 'takeUp' | 'tryAt'> {
  steps = 0;
  readonly ways: (readonly Action[])[] = [];
  readonly names: string[] = [];

  async takeUp(): Promise<void> {}

  async tryAt(way: readonly Action[], _: Action, __: unknown, name: string): Promise<boolean> {
    this.steps += way.length + 2;
    this.ways.push(way);
    this.names.push(name);
    return !name.includes('home');
  }
}

async function fill(
  misses: readonly object[],
  more: { readonly maxSteps?: number; readonly events?: readonly SurveyEvent[] } = {},
): Promise<{ readonly filled: FilledMisses; readonly tried: Tried }> {
  await using folder = await temporaryFolder();
  const graph = {
    formatVersion: 2,
    name: 'w',
    screenSize: { width: 100, height: 200 },
    root: 'home',
    nodes: ['home', 'page', 'far'].map((id) => ({
      id,
      screens: [{ id }],
      edges: id === 'home' ? [{ to: 'page', actions: [{ type: 'click', box: [0, 0, 10, 20] }] }] : [],
    })),
  };
  await writeFile(join(folder.path, 'graph.json'), JSON.stringify(graph));
  await writeFile(
    join(folder.path, 'misses.jsonl'),
    misses.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  const tried = new Tried();
  const filled = await fillMisses(tried as unknown as Exploration, {
    at: 'misses.jsonl',
    phone: { type: 'benchmark', name: '.', task: null },
    workingDirectory: folder.path,
    maxSteps: 100,
    maxSeconds: 60,
    events: [],
    signal: new AbortController().signal,
    ...more,
  });
  return { filled, tried };
}

describe('fillMisses', () => {
  it('walks to what is missed most often first, and leaves what no edge leads to', async () => {
    const { filled, tried } = await fill(MISSES);
    expect(tried.ways).toEqual([
      [{ type: 'tap', target: { type: 'point', point: { x: 5, y: 10, space: 'pixel' } } }],
      [],
    ]);
    expect(filled).toEqual({ tried: 1, left: 2, end: 'complete' });
  });

  it('tries nothing again that an earlier session came to', async () => {
    const { tried: first } = await fill(MISSES);
    const note = { type: 'note', at: '', kind: 'branch', detail: first.names[0] ?? '' } as const;
    const { filled, tried } = await fill(MISSES, { events: [note] });
    expect(tried.names).toEqual(first.names.slice(1));
    expect(filled.tried).toBe(1);
  });

  it('ends where its steps are spent', async () => {
    const { filled, tried } = await fill(MISSES, { maxSteps: 2 });
    expect(tried.ways).toEqual([[]]);
    expect(filled).toEqual({ tried: 0, left: 3, end: 'steps' });
  });

  it('says which screen there is none of', async () => {
    const unknown = [{ screen: 'pgae', action: WAIT, count: 1 }];
    await expect(fill(unknown)).rejects.toThrow('the world has no screen "pgae"');
  });
});
