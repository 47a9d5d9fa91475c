import { describe, expect, it } from 'vitest';
import { pathJudge } from '../../app/build/path-judge.js';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { namedPath, type PathStep } from './named-path.js';
import { proposeEvaluator } from './propose-evaluator.js';

const { signal } = new AbortController();

/** Rows of a screen from the top: their id, words and kind; each 100 pixels high. */
type Row = readonly [id: string, words: string, kind?: 'field' | 'checked'];

function screen(id: string, rows: readonly Row[]): Screen {
  const nodes = rows.map(([name, words, kind], index) => {
    const type = kind === 'field' ? 'android.widget.EditText' : 'android.widget.Button';
    const box = `[0,${index * 100}][200,${index * 100 + 99}]`;
    return `<node text="${words}" resource-id="a.b:id/${name}" class="${type}" package="a.b" clickable="true" checked="${kind === 'checked'}" bounds="${box}" />`;
  });
  const bytes = new TextEncoder().encode(`<hierarchy rotation="0">${nodes.join('')}</hierarchy>`);
  const hierarchy = { mediaType: 'application/xml', load: async () => bytes };
  return { id, size: { width: 200, height: 900 }, activity: null, picture: null, hierarchy };
}

const onRow = (row: number): Action => tap(pixelPoint(100, row * 100 + 50));
const typed = (text: string): Action => ({ type: 'type', text });

function episode(steps: readonly (readonly [Screen, Action])[]): RecordedEpisode {
  return {
    id: 'e',
    instructions: { en: 'x' },
    apps: [],
    labels: {},
    steps: steps.map(([seen, action]) => ({ screen: seen, action })),
  };
}

const judge = pathJudge(signal);

async function pathOf(steps: readonly (readonly [Screen, Action])[]): Promise<readonly PathStep[]> {
  const path = await namedPath(episode(steps), { signal });
  if (typeof path === 'string') throw new Error(path);
  return path;
}

const list = screen('list', [
  ['new', 'New note'],
  ['row', 'Groceries, 3 items'],
]);
const form = screen('form', [
  ['title', '', 'field'],
  ['save', 'Save'],
]);
const filled = screen('filled', [
  ['title', 'Oat milk', 'field'],
  ['save', 'Save'],
]);
const saved = screen('saved', [
  ['new', 'New note'],
  ['row', 'Oat milk'],
]);

describe('a proposed evaluator', () => {
  it('accepts its recording, and rejects every beginning of it and other orders', async () => {
    const path = await pathOf([
      [list, onRow(0)],
      [form, typed('Oat milk')],
      [filled, onRow(1)],
      [saved, stop('success')],
    ]);
    const made = await proposeEvaluator(path, judge);
    if (typeof made === 'string') throw new Error(made);
    expect(made.proof).toEqual({
      acceptsReference: true,
      prefixes: { tried: 3, accepted: [] },
      alike: [],
      orders: { tried: 0, accepted: [] },
      isProven: true,
    });
    expect(made.rules.map(({ type }) => type)).toEqual(['findaction', 'findaction', 'findelement']);
    expect(made.rules[0]).toMatchObject({ match_rules: { action_type: 'input', message: 'Oat milk' } });
    expect(JSON.stringify(made.rules)).not.toContain('3 items');
  });

  it('asks for the order of steps that follow from each other', async () => {
    const menu = screen('menu', [['item', 'Delete']]);
    const ask = screen('ask', [['ok', 'Delete it']]);
    const gone = screen('gone', [['new', 'New note']]);
    const path = await pathOf([
      [list, { type: 'long_press', target: { type: 'point', point: pixelPoint(100, 150) } }],
      [menu, onRow(0)],
      [ask, onRow(0)],
      [gone, stop('success')],
    ]);
    const made = await proposeEvaluator(path, judge);
    if (typeof made === 'string') throw new Error(made);
    // The last screen shows nothing of its own: the last touch has to have happened.
    expect(made.rules).toMatchObject([{ type: 'findaction', match_rules: { action_type: 'click' } }]);
    expect(made.proof.isProven).toBe(true);
    const fields = screen('fields', [
      ['name', 'Name', 'field'],
      ['save', 'Save'],
      ['other', 'More'],
    ]);
    const second = screen('second', [
      ['phone', 'Phone', 'field'],
      ['done', 'Done'],
    ]);
    const ordered = await proposeEvaluator(
      await pathOf([
        [fields, { ...typed('Iris'), target: { type: 'point', point: pixelPoint(100, 50) } } as Action],
        [fields, onRow(2)],
        [second, { ...typed('555'), target: { type: 'point', point: pixelPoint(100, 50) } } as Action],
        [second, onRow(1)],
        [saved, stop('success')],
      ]),
      judge,
    );
    if (typeof ordered === 'string') throw new Error(ordered);
    expect(ordered.rules.at(-1)).toMatchObject({ type: 'rule', order: 'sequential' });
    expect(ordered.proof).toMatchObject({ isProven: true, orders: { tried: 1, accepted: [] } });
  });

  it('says what it accepts where nothing that stays can be named', async () => {
    const clock = (time: string) => screen(time, [['a1', time]]);
    const path = await pathOf([
      [clock('10:31'), onRow(0)],
      [clock('10:32'), stop('success')],
    ]);
    expect(await proposeEvaluator(path, judge)).toContain('attributes that stay');
    // Nothing but a swipe leads there, and the last screen shows what the first did.
    const same = await pathOf([
      [list, onRow(0)],
      [form, { type: 'key', key: 'BACK' }],
      [
        screen('again', [
          ['new', 'New note'],
          ['row', 'Groceries, 4 items'],
        ]),
        stop('success'),
      ],
    ]);
    const made = await proposeEvaluator(same, judge);
    expect(made).toMatchObject({
      proof: { acceptsReference: true, isProven: false, prefixes: { accepted: [1] } },
    });
    // A step that nothing names, and a last screen like the one before it.
    const cut = await proposeEvaluator(
      await pathOf([
        [list, onRow(0)],
        [form, { type: 'key', key: 'VOLUME_UP' } as unknown as Action],
        [form, stop('success')],
      ]),
      judge,
    );
    expect(cut).toMatchObject({
      proof: { isProven: false, prefixes: { tried: 2, accepted: [1] }, alike: [1] },
    });
    expect(await namedPath(episode([[list, onRow(0)]]), { signal })).toContain('not recorded');
  });
});
