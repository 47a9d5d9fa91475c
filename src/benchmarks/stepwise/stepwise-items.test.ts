import { describe, expect, it } from 'vitest';
import { tap } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { recordingsOf, stepwiseItems, type RecordedSource } from './stepwise-items.js';

const signal = new AbortController().signal;
const screen = (id: string): Screen => ({ id, size: null, activity: null, picture: null, hierarchy: null });
const episode: RecordedEpisode = {
  id: 'call',
  instructions: { en: 'Call Ann' },
  apps: ['Phone'],
  labels: { category: ['Social'], device: ['Small'] },
  steps: [
    {
      screen: screen('a'),
      action: tap(pixelPoint(1, 2)),
      stepInstruction: 'Open contacts',
      summary: 'CLICK',
    },
    {
      screen: screen('b'),
      action: { type: 'key', key: 'BACK' },
      annotation: { context: 'Contacts were opened.' },
    },
  ],
};
const source: RecordedSource = {
  ids: () => ['call', 'torn'],
  read: async (id) => {
    if (id === 'call') return episode;
    throw new DatasetError('half of the file is missing', { place: { file: `${id}.json` } });
  },
};
const protocol: Parameters<typeof stepwiseItems>[1] = {
  defaultMaxSteps: 9,
  level: 'high',
  lowLevel: 'beside',
  history: 'recorded',
  capabilities: { pictures: false, hierarchy: false, activity: false },
};

async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

describe('stepwise items', () => {
  it('has an item for every episode, and voids the one that cannot be read', async () => {
    const items = await listOf(stepwiseItems(source, protocol).list());
    expect(items.map(({ id, invalid }) => [id, invalid])).toEqual([
      ['call', undefined],
      ['torn', 'torn.json: half of the file is missing'],
    ]);
    expect(items[0]?.task).toMatchObject({
      instructions: { en: 'Call Ann' },
      tags: ['Social', 'Small'],
      optimalSteps: 2,
      maxSteps: 2,
    });
  });

  it.each([
    ['high', 'beside', {}],
    ['low', 'beside', { stepInstruction: 'Open contacts' }],
    ['low', 'replaces', { instruction: 'Open contacts' }],
  ] as const)('tells a step at the %s level, %s the instruction', async (level, lowLevel, told) => {
    const world = stepwiseItems(source, { ...protocol, level, lowLevel });
    const [item] = await listOf(world.list());
    if (item === undefined) throw new Error('there is no item');
    await using environment = await world.environments.lend(item, { signal });
    expect(await environment.reset({ task: 'call', repeat: 0, seed: 0 }, { signal })).toEqual({
      screen: screen('a'),
      ...told,
    });
  });

  it('tells later steps what the recording did, and its words', async () => {
    const world = stepwiseItems(source, protocol);
    const [item] = await listOf(world.list());
    if (item === undefined) throw new Error('there is no item');
    await using environment = await world.environments.lend(item, { signal });
    await environment.reset({ task: 'call', repeat: 0, seed: 0 }, { signal });
    expect(await environment.step({ type: 'wait' }, { signal })).toMatchObject({
      type: 'observed',
      observation: { screen: { id: 'b' }, context: 'Contacts were opened.' },
      teacherForced: { type: 'action', action: tap(pixelPoint(1, 2)), summary: 'CLICK' },
    });
  });

  it('tells later steps nothing where there is no history, no summary of earlier steps either', async () => {
    const world = stepwiseItems(source, { ...protocol, history: 'none' });
    const [item] = await listOf(world.list());
    if (item === undefined) throw new Error('there is no item');
    await using environment = await world.environments.lend(item, { signal });
    await environment.reset({ task: 'call', repeat: 0, seed: 0 }, { signal });
    expect(await environment.step({ type: 'wait' }, { signal })).toMatchObject({
      observation: { screen: { id: 'b' } },
      teacherForced: null,
    });
    expect((await environment.observe({ signal })).context).toBeUndefined();
  });

  it('gives the recordings, broken ones with their error', async () => {
    const entries = await listOf(recordingsOf(source));
    expect(entries).toEqual([
      { type: 'episode', episode },
      { type: 'broken', id: 'torn', error: expect.any(DatasetError) },
    ]);
  });
});
