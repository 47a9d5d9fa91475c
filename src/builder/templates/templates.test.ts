import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplates, type Template } from '../../formats/templates/templates-file.js';
import { scriptedAsk } from '../../testing/judges/scripted-ask.js';
import { countChoices, fillTemplates } from './fill-templates.js';
import { normalised } from './holds-words.js';
import { proposeInstructions } from './propose-instructions.js';

const PODCAST: Template = {
  id: 'podcast',
  category: 'Media',
  text: 'Find a podcast about {topic: yoga} in {player} and note it in {notes}.',
  slots: [{ name: 'topic', items: ['tea', 'bees', 'yoga'] }],
  roles: [
    { name: 'player', apps: ['Tuner', 'Waves'] },
    { name: 'notes', apps: ['Jotter'] },
  ],
};
const { signal } = new AbortController();
const OPTIONS = { language: 'en', concurrency: 1, onProgress: () => undefined, signal };

const textOf = (...templates: readonly unknown[]) => JSON.stringify({ formatVersion: 1, templates });

describe('templates', () => {
  it('are filled with every item and app, traceable to both', () => {
    const filled = fillTemplates([PODCAST], { perTemplate: null, seed: 0 });
    expect(filled.map(({ task }) => task)).toContain(
      'Find a podcast about bees in Waves and note it in Jotter.',
    );
    expect(new Set(filled.map(({ task }) => task)).size).toBe(6);
    expect(filled[0]).toMatchObject({
      id: expect.stringMatching(/^podcast-[0-9a-f]{12}$/),
      template: 'podcast',
      metaTask: 'Find a podcast about {} in {} and note it in {}.',
      items: { topic: 'yoga' },
      apps: { player: 'Tuner', notes: 'Jotter' },
    });
  });

  it('keep their ids when a pool grows', () => {
    const [slot] = PODCAST.slots;
    const grown = { ...PODCAST, slots: [{ ...slot, name: 'topic', items: ['art', 'tea', 'bees', 'yoga'] }] };
    const idOf = (template: Template) =>
      new Map(fillTemplates([template], { perTemplate: null, seed: 0 }).map(({ task, id }) => [task, id]));
    const [before, after] = [idOf(PODCAST), idOf(grown)];
    expect([...before.keys()].map((task) => after.get(task))).toEqual([...before.values()]);
    expect(new Set(after.values()).size).toBe(8);
  });

  it('are drawn without putting back, and the same for the same seed', () => {
    const item = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        item,
        item,
        fc.integer({ min: 1, max: 90 }),
        fc.nat(),
        (topics, players, perTemplate, seed) => {
          const template = {
            ...PODCAST,
            text: 'Play {topic} in {player}.',
            slots: [{ name: 'topic', items: topics }],
            roles: [{ name: 'player', apps: players }],
          };
          const filled = fillTemplates([template], { perTemplate, seed });
          expect(new Set(filled.map(({ choice }) => choice)).size).toBe(filled.length);
          expect(filled).toHaveLength(Math.min(perTemplate, countChoices(template)));
          expect(fillTemplates([template], { perTemplate, seed })).toEqual(filled);
        },
      ),
    );
  });

  it.each([
    [{ ...PODCAST, text: 'Find {topic} in {player}, {notes} and {more}.' }, 'neither a slot nor a role'],
    [{ ...PODCAST, text: 'Find something in {player}.' }, 'has no hole'],
    [{ ...PODCAST, text: 'Find {topic', slots: [], roles: [] }, 'not closed'],
    [{ ...PODCAST, text: '{topic} {player}', slots: [{ name: 'topic' }] }, 'neither items nor a default'],
    [{ ...PODCAST, slots: [{ name: 'player', items: ['a'] }] }, 'names two'],
  ])('are refused where they contradict themselves', (template, message) => {
    expect(() => parseTemplates(textOf(template), 't.json')).toThrow(message);
  });

  it('are refused twice under one id', () => {
    expect(() => parseTemplates(textOf(PODCAST, PODCAST), 't.json')).toThrow('given twice');
    expect(parseTemplates(textOf(PODCAST), 't.json').templates).toEqual([PODCAST]);
  });
});

describe('instructions of templates', () => {
  const filled = fillTemplates([PODCAST], { perTemplate: null, seed: 0 });
  const values = (text: string) => text.slice(text.indexOf('Values to keep: ')).match(/"([^"]*)"/g) ?? [];

  it('keep what asks for the same, once', async () => {
    const asked = scriptedAsk(({ role, text }, attempt) => {
      if (role === 'checker') return `{"equivalent": ${!text.includes('bees')}, "reason": "so"}`;
      const [topic = '""', player = '""', notes = '""'] = values(text);
      // At first it loses an item within another word, then an app.
      const [about, kept] =
        topic.includes('tea') && attempt < 2
          ? [['teach', 'tea'][attempt], attempt === 0]
          : [JSON.parse(topic) as string, true];
      const named = topic.includes('yoga') ? 'Tuner or Waves' : (JSON.parse(player) as string);
      return JSON.stringify({
        instruction: `Look for ${about} shows with ${named}${kept ? `, and put it into ${JSON.parse(notes) as string}` : ''}`,
      });
    });
    const found = await proposeInstructions(filled, { ...OPTIONS, ask: asked.ask });
    expect(found.map(({ items, apps, end }) => [items['topic'], apps['player'], end])).toEqual([
      ['yoga', 'Tuner', 'kept'],
      ['tea', 'Tuner', 'kept'],
      ['bees', 'Tuner', 'not-equivalent'],
      ['yoga', 'Waves', 'duplicate'],
      ['tea', 'Waves', 'kept'],
      ['bees', 'Waves', 'not-equivalent'],
    ]);
  });

  it('are the filled templates where no model is asked', async () => {
    const found = await proposeInstructions(filled, { ...OPTIONS, ask: null });
    expect(found.every(({ end, task, instruction }) => end === 'kept' && task === instruction)).toBe(true);
    expect(normalised('  Play “Tea”, now! ')).toBe(normalised('play tea NOW'));
  });
});
