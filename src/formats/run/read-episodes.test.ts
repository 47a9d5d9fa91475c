import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { BugError } from '../../errors.js';
import type { Screen } from '../../domain/screen.js';
import { attemptEvents, taskEvent, writeJournal } from '../../testing/run-fakes/journal-fake.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { JournalEvent, ScreenRecord } from './journal/event.js';
import { FileStore } from './file-store.js';
import { readEpisodes, screenReader, type RecordedEpisode } from './read-episodes.js';
import { JournalDamagedError, StoredFileError } from './run-errors.js';
import { indexRun } from './run-index.js';

async function episodesIn(
  directory: string,
  options: Parameters<typeof readEpisodes>[1] = {},
): Promise<RecordedEpisode[]> {
  const episodes: RecordedEpisode[] = [];
  for await (const episode of readEpisodes(await indexRun(directory), options)) episodes.push(episode);
  return episodes;
}

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}

/** The same events with the decision of one step changed. */
function deciding(events: readonly JournalEvent[], step: number, decision: unknown): JournalEvent[] {
  return events.map((event) =>
    // What tests pass is a decision.
    event.type === 'decision' && event.step === step ? { ...event, decision: decision as never } : event,
  );
}

describe('readEpisodes', () => {
  it('gives each done item once, with its task, its end and the attempt that counts', async () => {
    await using folder = await temporaryFolder();
    const voided = { reason: 'model_error', fault: 'model' } as const;
    await writeJournal(folder.path, [
      taskEvent('a'),
      taskEvent('b'),
      ...attemptEvents({ item: 'a', steps: ['first'], end: voided }),
      ...attemptEvents({ item: 'b', repeat: 1, steps: ['x', 'y'] }),
      ...attemptEvents({ item: 'a', attempt: 2, cause: 'again', steps: ['second'] }),
      ...attemptEvents({ item: 'b', end: null }),
    ]);
    await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a', steps: ['other'] })], {
      writer: 'other',
    });
    const episodes = await episodesIn(folder.path);
    expect(
      episodes.map(({ item, task, episode, record }) => [
        task.id,
        item.attempt,
        record.attempt,
        episode.key,
        episode.end.reason,
        episode.trajectory.steps.map(({ transition }) => transition?.rule),
      ]),
    ).toEqual([
      ['b', 1, 1, { item: 'b', repeat: 1 }, 'agent_stop', ['x', 'y']],
      ['a', 2, 2, { item: 'a', repeat: 0 }, 'agent_stop', ['second']],
    ]);
  });

  it('gives only the items asked for, and reads no further than the last of them', async () => {
    await using folder = await temporaryFolder();
    const ends = [taskEvent('a'), ...attemptEvents({ item: 'a' })];
    // What follows contradicts itself, which only reading it would tell.
    const [start, , decision] = attemptEvents({ item: 'b' });
    if (start === undefined || decision === undefined) throw new Error('no such event');
    await writeJournal(folder.path, [
      ...ends,
      taskEvent('b'),
      start,
      decision,
      ...attemptEvents({ item: 'b' }).slice(-1),
    ]);
    const asked = await episodesIn(folder.path, { items: new Set(['a#0']) });
    expect(asked.map(({ item }) => item.key)).toEqual([{ item: 'a', repeat: 0 }]);
    expect(await episodesIn(folder.path, { items: new Set() })).toEqual([]);
    const error = await thrownBy(() => episodesIn(folder.path));
    expect(error).toBeInstanceOf(JournalDamagedError);
    expect(error).toMatchObject({
      code: 'JOURNAL_DAMAGED',
      fault: 'dataset',
      place: { file: `${folder.path}/journal-main.jsonl`, line: ends.length + 4 },
      message: expect.stringContaining(
        'The decision event of item b#0 contradicts the journal: step 0 was not observed',
      ) as unknown,
    });
  });

  it('reads of a journal only the lines of the items asked for, wherever they are', async () => {
    await using folder = await temporaryFolder();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const attempts = names.map((item) => attemptEvents({ item, steps: ['x', 'y', item.repeat(100_000)] }));
    // Two at a time, as they are written when several are under way.
    const written = [0, 2, 4].flatMap((first) => {
      const [left = [], right = []] = [attempts[first], attempts[first + 1]];
      return left.flatMap((event, index) => [event, ...right.slice(index, index + 1)]);
    });
    const file = await writeJournal(folder.path, [...names.map(taskEvent), ...written]);
    const index = await indexRun(folder.path);
    const rulesOf = async (items?: ReadonlySet<string>): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const { item, record } of readEpisodes(index, items === undefined ? {} : { items })) {
        found.push([item.key.item, record.steps.map(({ transition }) => transition?.transition.rule.length)]);
      }
      return found;
    };
    const all = await rulesOf();
    expect(all).toHaveLength(6);
    expect(await rulesOf(new Set(['f#0', 'a#0', 'none#0']))).toEqual([all[0], all[5]]);
    const bytes = await readFile(file);
    const { offset = 0 } = index.items.get('c#0')?.lines ?? {};
    bytes[offset + 100] = 0;
    await writeFile(file, bytes);
    expect(await rulesOf(new Set(['a#0', 'f#0']))).toEqual([all[0], all[5]]);
    const { line = 0 } = index.items.get('c#0')?.lines ?? {};
    expect(await thrownBy(() => rulesOf(new Set(['c#0'])))).toMatchObject({
      code: 'JOURNAL_DAMAGED',
      place: { file, line },
    });
  });

  it('sees that an attempt began twice where only its item is asked for', async () => {
    await using folder = await temporaryFolder();
    const [start, ...rest] = attemptEvents({ item: 'a' });
    if (start === undefined) throw new Error('no first event');
    await writeJournal(folder.path, [taskEvent('a'), start, start, ...rest]);
    expect(await thrownBy(() => episodesIn(folder.path, { items: new Set(['a#0']) }))).toMatchObject({
      message: expect.stringContaining('attempt 1 begins after 1') as unknown,
      place: { line: 4 },
    });
  });

  it('names the item whose task is missing', async () => {
    await using folder = await temporaryFolder();
    const file = await writeJournal(folder.path, attemptEvents({ item: 'a' }));
    expect(await thrownBy(() => episodesIn(folder.path))).toMatchObject({
      code: 'JOURNAL_DAMAGED',
      message: expect.stringContaining('The journal lacks task a of item a#0') as unknown,
      place: { file, line: 6 },
    });
  });

  it('says of each step what was seen, done and said, and of a decision that was not carried out no action', async () => {
    await using folder = await temporaryFolder();
    const error = { kind: 'no_action', message: 'none', excerpt: '' } as const;
    const wait = { type: 'wait' } as const;
    let events = attemptEvents({ item: 'a', steps: ['stay', 'told', 'repaired', 'lost'] });
    events = deciding(events, 0, { type: 'action', action: wait });
    events = deciding(events, 1, { type: 'format_error', error, thought: 'hm' });
    events = deciding(events, 2, { type: 'action', action: wait, repaired: error, thought: 'so' });
    const cut = events
      .filter((event) => !(event.type === 'transition' && event.step === 3))
      .map((event) =>
        event.type === 'transition' && event.step === 2 ? { ...event, answer: 'four' } : event,
      );
    await writeJournal(folder.path, [taskEvent('a'), ...cut]);
    const [episode] = await episodesIn(folder.path);
    const seen = (step: number) => ({
      screen: {
        id: `screen-${step}`,
        size: { width: 100, height: 200 },
        activity: null,
        picture: null,
        hierarchy: null,
      },
      state: `state-${step}`,
    });
    const after = (rule: string) => ({ transition: { rule, next: null } });
    expect(episode?.episode.trajectory.steps).toStrictEqual([
      { ...seen(0), action: wait, ...after('stay') },
      { ...seen(1), action: null, formatError: error, thought: 'hm', ...after('told') },
      { ...seen(2), action: wait, repaired: error, thought: 'so', ...after('repaired'), answer: 'four' },
      { ...seen(3), action: null },
    ]);
  });

  it('stops when it is aborted', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a' })]);
    await expect(episodesIn(folder.path, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
  });
});

describe('screenReader', () => {
  const signal = new AbortController().signal;
  const bytes = new TextEncoder().encode('a picture');
  const record = (part: Partial<ScreenRecord>): ScreenRecord => ({
    id: 's',
    size: { width: 1, height: 2 },
    activity: { package: 'p', activity: 'n' },
    picture: null,
    hierarchy: null,
    ...part,
  });

  it('gives what the journal says, and contents from the files of the run', async () => {
    await using folder = await temporaryFolder();
    const hash = await new FileStore(folder.path).put(bytes);
    const read = screenReader(folder.path, undefined);
    expect(read(record({}))).toStrictEqual(record({}));
    const kept = { mediaType: 'image/png', hash, stored: true };
    const { picture, hierarchy } = read(
      record({ picture: kept, hierarchy: { ...kept, mediaType: 'text/xml' } }),
    );
    expect(picture).toMatchObject({ mediaType: 'image/png', hash });
    expect(hierarchy).toMatchObject({ mediaType: 'text/xml', hash });
    expect(Buffer.from((await picture?.load({ signal })) ?? []).toString()).toBe('a picture');
    expect(await picture?.locate?.()).toBe(`${folder.path}/files/${hash.slice(0, 2)}/${hash}`);
  });

  it('gives contents of a recorded world from there, each by its part', async () => {
    const content = (text: string, place?: string) => ({
      mediaType: 'text/plain',
      load: async () => new TextEncoder().encode(text),
      ...(place === undefined ? {} : { locate: async () => place }),
    });
    const asked: string[] = [];
    const world = (id: string): Screen | null => {
      asked.push(id);
      return { ...record({}), id, picture: content('seen', '/world/s.png'), hierarchy: content('tree') };
    };
    const inWorld = { mediaType: 'image/png', hash: null, stored: false };
    const { picture, hierarchy } = screenReader(
      '/nowhere',
      world,
    )(record({ picture: inWorld, hierarchy: inWorld }));
    expect(picture).not.toHaveProperty('hash');
    expect(Buffer.from((await picture?.load({ signal })) ?? []).toString()).toBe('seen');
    expect(Buffer.from((await hierarchy?.load({ signal })) ?? []).toString()).toBe('tree');
    expect(await picture?.locate?.()).toBe('/world/s.png');
    expect(hierarchy).not.toHaveProperty('locate');
    expect(new Set(asked)).toEqual(new Set(['s']));
    const hash = 'a'.repeat(64);
    const hashed = screenReader('/nowhere', world)(record({ picture: { ...inWorld, hash } }));
    expect(hashed.picture).toMatchObject({ hash });
  });

  it('says which part of which screen is not there', async () => {
    const inWorld = { mediaType: 'image/png', hash: null, stored: false };
    const bare = (): Screen => record({}) as Screen;
    for (const world of [undefined, () => null, bare]) {
      const { hierarchy } = screenReader('/nowhere', world)(record({ hierarchy: inWorld }));
      const error = await thrownBy(() => hierarchy?.load({ signal }));
      expect(error).toBeInstanceOf(StoredFileError);
      expect(error).toMatchObject({
        code: 'RUN_FILE',
        fault: 'dataset',
        message: 'The hierarchy of screen s is not in the run',
        hint: 'It belongs to the recorded world: name its folder with `--data`.',
      });
    }
  });

  it('calls it a bug where a world takes the place of a content back', async () => {
    let isFirst = true;
    const world = (): Screen => {
      const content = { mediaType: 'text/plain', load: async () => bytes, locate: async () => '/there' };
      const { locate: _locate, ...bare } = content;
      const picture = isFirst ? content : bare;
      isFirst = false;
      return { ...record({}), picture, hierarchy: null };
    };
    const inWorld = { mediaType: 'image/png', hash: null, stored: false };
    const { picture } = screenReader('/nowhere', world)(record({ picture: inWorld }));
    expect(await thrownBy(() => picture?.locate?.())).toBeInstanceOf(BugError);
  });
});
