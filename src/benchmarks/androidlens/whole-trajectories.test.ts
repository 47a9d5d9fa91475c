import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import { GUESSED_MAPPING } from './field-mapping.js';
import { lensEpisode, type LensEpisode } from './lens-episode.js';
import { readLensProtocol } from './lens-protocol.js';
import { lensDetailsOf, scoreLensEpisode } from './score-lens-episode.js';

const SIZE = { width: 1000, height: 2000 };
const back: Action = { type: 'key', key: 'BACK' };
const home: Action = { type: 'key', key: 'HOME' };
const wait: Action = { type: 'wait' };
const at = (x: number, y: number): Action => tap(pixelPoint(x, y));

interface Step {
  readonly image: string;
  readonly action: unknown;
  readonly [more: string]: unknown;
}

/** An episode from the content of its file; pictures of one content are one screen, whatever they are called. */
async function episodeOf(json: unknown, copies: Readonly<Record<string, string>> = {}): Promise<LensEpisode> {
  return lensEpisode(json, {
    id: 'en_0',
    language: 'en',
    mapping: GUESSED_MAPPING,
    reading: { space: 'pixel', boxSpace: 'pixel', boxOrder: 'x1y1x2y2', scroll: 'content' },
    pictures: {
      find: async (named, index) => ({ file: named ?? `en_0_${index}.png`, size: SIZE }),
      hash: async (file) => copies[file] ?? file,
    },
    place: { file: 'en_0.json' },
  });
}

/** What each step came to under one rule for several paths: `match`, or why not. */
async function judged(
  episode: LensEpisode,
  paths: 'consistent' | 'union',
  said: readonly (Action | null)[],
): Promise<readonly string[]> {
  const signal = new AbortController().signal;
  const protocol = await readLensProtocol({ paths }, { workingDirectory: '.', signal });
  const steps = said.map((action, index) => ({
    screen: { id: String(index), size: SIZE, activity: null, picture: null, hierarchy: null },
    state: null,
    action,
  }));
  const scores = scoreLensEpisode(episode, { trajectory: { steps } }, { protocol, mode: 'reference' });
  return lensDetailsOf(scores)?.reasons ?? [];
}

/** Recorded: a, b, c, d. The other way begins and ends on the same screens, and goes through screens of its own. */
const RECORDED: readonly Step[] = [
  { image: 'a.png', action: 'Click(100, 100)' },
  { image: 'b.png', action: 'Click(900, 1900)' },
  { image: 'c.png', action: "Type('tea')" },
  { image: 'd.png', action: "Terminate('success')" },
];
const OTHER: readonly Step[] = [
  { image: 'a.png', action: 'PressBack()' },
  { image: 'elsewhere.png', action: 'PressHome()' },
  { image: 'c.png', action: 'Wait()' },
  { image: 'end.png', action: "Terminate('success')" },
];
const RIGHT = [at(100, 100), at(900, 1900), { type: 'type', text: 'tea' } as const, stop()];

describe('whole trajectories as valid paths', () => {
  it.each([
    ['an object with further trajectories', { steps: RECORDED, trajectories: [OTHER] }],
    ['trajectories that are objects with steps', { steps: RECORDED, paths: [{ steps: OTHER }] }],
    ['a list of lists', [RECORDED, OTHER]],
    ['trajectories alone, the first of which was recorded', { trajectories: [RECORDED, { steps: OTHER }] }],
  ])('are read from %s', async (_, json) => {
    const episode = await episodeOf(json);
    expect(episode.steps.map(({ valid }) => valid.map(({ path }) => path))).toEqual([
      ['recorded', 'path 2'],
      ['recorded'],
      ['recorded', 'path 2'],
      ['recorded'],
    ]);
    for (const paths of ['consistent', 'union'] as const) {
      expect(await judged(episode, paths, RIGHT)).toEqual(['match', 'match', 'match', 'match']);
    }
  });

  it('are right on the screens that they share with the recording, and nowhere else', async () => {
    const episode = await episodeOf({ steps: RECORDED, trajectories: [OTHER] });
    const other = [back, at(900, 1900), wait, stop()];
    expect(await judged(episode, 'union', other)).toEqual(['match', 'match', 'match', 'match']);
    // Beyond its own screens the other way makes nothing right.
    expect(await judged(episode, 'union', [home, home, back, stop()])).toEqual([
      'type',
      'type',
      'type',
      'match',
    ]);
  });

  it('are followed as wholes with paths consistent: who left one is no longer on it', async () => {
    const third: readonly Step[] = [
      { image: 'a.png', action: 'PressBack()' },
      { image: 'b.png', action: 'Wait()' },
      { image: 'c.png', action: 'PressHome()' },
    ];
    const episode = await episodeOf({ steps: RECORDED, trajectories: [OTHER, third] });
    // The third way all through, as far as it goes; then the recording continues.
    expect(await judged(episode, 'consistent', [back, wait, home, stop()])).toEqual(Array(4).fill('match'));
    // Begun on the second or third way, on b only the third continues: what was recorded there is wrong.
    expect(await judged(episode, 'consistent', [back, at(900, 1900), home, stop()])).toEqual([
      'match',
      'type',
      'match',
      'match',
    ]);
    // Begun on the recorded way, the end of another one is wrong.
    expect(await judged(episode, 'consistent', [at(100, 100), at(900, 1900), home, stop()])).toEqual([
      'match',
      'match',
      'type',
      'match',
    ]);
    expect(await judged(episode, 'union', [back, at(900, 1900), home, stop()])).toEqual(
      Array(4).fill('match'),
    );
  });

  it('are open again where none that was followed passes the recorded screen', async () => {
    const episode = await episodeOf({ steps: RECORDED, trajectories: [OTHER] });
    // The other way does not pass b, where the recording continues all the same; from there on its own way is open.
    expect(await judged(episode, 'consistent', [back, at(900, 1900), wait, stop()])).toEqual([
      'match',
      'match',
      'type',
      'match',
    ]);
    // After a wrong step nothing is closed.
    expect(await judged(episode, 'consistent', [back, null, wait, stop()])).toEqual([
      'match',
      'missing',
      'match',
      'match',
    ]);
  });

  it('share a screen by its content, however its picture is called', async () => {
    const copies = { 'copy-of-b.png': 'b.png' };
    const way: readonly Step[] = [{ image: 'copy-of-b.png', action: 'PressHome()' }];
    const episode = await episodeOf({ steps: RECORDED, trajectories: [way] }, copies);
    expect(episode.steps.map(({ valid }) => valid.length)).toEqual([1, 2, 1, 1]);
  });

  it('may pass a screen twice, and the recording too', async () => {
    const recorded = [...RECORDED.slice(0, 2), { image: 'a.png', action: 'PressHome()' }];
    const way: readonly Step[] = [
      { image: 'a.png', action: 'PressBack()' },
      { image: 'a.png', action: 'Wait()' },
    ];
    const episode = await episodeOf({ steps: recorded, trajectories: [way] });
    expect(episode.steps.map(({ valid }) => valid.length)).toEqual([3, 1, 3]);
    expect(await judged(episode, 'consistent', [wait, at(900, 1900), back])).toEqual([
      'match',
      'match',
      'type',
    ]);
    expect(await judged(episode, 'union', [wait, at(900, 1900), back])).toEqual(['match', 'match', 'match']);
  });

  it('bring their own areas and several actions, in the order of their own numbers', async () => {
    const way = [
      { step: 1, image: 'b.png', action: ['PressHome()', 'Wait()'] },
      { step: 0, image: 'a.png', action: 'Click(500, 500)', bbox: [400, 400, 600, 700] },
    ];
    const episode = await episodeOf({ steps: RECORDED, trajectories: [way] });
    expect(await judged(episode, 'consistent', [at(600, 700), wait, null, null])).toEqual([
      'match',
      'match',
      'missing',
      'missing',
    ]);
    expect((await judged(episode, 'consistent', [at(601, 700)]))[0]).toBe('point');
  });

  it.each([
    [
      'a step without its screenshot',
      [{ action: 'Wait()' }],
      'path 2 does not say which screenshot its step 0 is on',
    ],
    ['an action that cannot be read', [{ image: 'a.png', action: 'Click(1)' }], 'cannot be read'],
    ['what is no list of steps', 'later', 'the steps of an episode are a list'],
    ['a step that is no object', [[1]], 'a step is an object'],
  ])('void their episode for %s', async (_, way, message) => {
    await expect(episodeOf({ steps: RECORDED, trajectories: [way] })).rejects.toThrow(message);
  });

  it('never make the recorded way wrong, and union finds all that consistent does', async () => {
    const action = fc.constantFrom(
      'PressBack()',
      'PressHome()',
      'Wait()',
      'Click(100, 100)',
      'Click(900, 1900)',
    );
    const image = fc.constantFrom('a.png', 'b.png', 'c.png', 'x.png');
    const way = fc.array(fc.record({ image, action }), { minLength: 1, maxLength: 5 });
    const said = fc.array(fc.constantFrom(back, home, wait, at(100, 100), at(900, 1900)), {
      minLength: 4,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(way, { maxLength: 4 }), said, async (trajectories, answers) => {
        const episode = await episodeOf({ steps: RECORDED, trajectories });
        expect(await judged(episode, 'consistent', RIGHT)).toEqual(Array(4).fill('match'));
        const [strict, loose] = [
          await judged(episode, 'consistent', answers),
          await judged(episode, 'union', answers),
        ];
        for (const [index, reason] of strict.entries())
          if (reason === 'match') expect(loose[index]).toBe('match');
      }),
    );
  });

  it('are all right for whoever follows one of them that passes every recorded screen', async () => {
    const action = fc.constantFrom('PressBack()', 'PressHome()', 'Wait()');
    const acts: Readonly<Record<string, Action>> = {
      'PressBack()': back,
      'PressHome()': home,
      'Wait()': wait,
    };
    const way = fc.tuple(action, action, action, action);
    await fc.assert(
      fc.asyncProperty(fc.array(way, { minLength: 1, maxLength: 4 }), fc.nat(), async (ways, pick) => {
        const trajectories = ways.map((actions) =>
          actions.map((done, index) => ({ image: RECORDED[index]?.image ?? '', action: done })),
        );
        const episode = await episodeOf({ steps: RECORDED, trajectories });
        const followed = (ways[pick % ways.length] ?? []).map((done) => acts[done] ?? null);
        expect(await judged(episode, 'consistent', followed)).toEqual(Array(4).fill('match'));
      }),
    );
  });
});
