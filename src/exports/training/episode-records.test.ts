import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directAgent } from '../../agents/direct/direct.js';
import { oracleAgent } from '../../agents/oracle/oracle.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { pocketBenchmark } from '../../benchmarks/pocket/pocket-benchmark.js';
import type { Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { DatasetError } from '../../errors.js';
import { DIALECTS } from '../../registry/dialects.js';
import type { Dialect, DialectSettings } from '../../models/dialects/dialect.js';
import type { Model, ModelMessage, ModelRequest } from '../../models/model.js';
import { walk } from '../../testing/run-fakes/play-episode.js';
import { walkEpisodes } from '../sources/walk-episodes.js';
import { episodeRecords, type EpisodeRecords, type RecordUnit } from './episode-records.js';
import type { AskingSettings } from './episode-asker.js';
import { PictureShelf } from './picture-shelf.js';
import type { TrainingMessage } from './training-record.js';

const signal = new AbortController().signal;
let pocket: Benchmark;
let folder = '';
const episodes: RecordedEpisode[] = [];
/** One for all tests that want pictures alike: making them ready takes longest. */
const shelves = new Map<string, PictureShelf>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-records-'));
  pocket = await pocketBenchmark.open({ mode: 'corrected', signal });
  const walks = walkEpisodes(pocket, {
    agent: oracleAgent(),
    walks: 1,
    maxSteps: null,
    onlyPassed: true,
    language: null,
    seed: 1,
    source: 'pocket',
    leaveOut: () => undefined,
    signal,
  });
  for await (const entry of walks) if (entry.type === 'episode') episodes.push(entry.episode);
});
afterAll(async () => {
  await pocket[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Some that type, swipe, press long and answer. */
function varied(): RecordedEpisode[] {
  const kinds = ['type', 'swipe', 'long_press', 'wait'];
  const chosen = kinds.flatMap(
    (kind) => episodes.find(({ steps }) => steps.some(({ action }) => action.type === kind)) ?? [],
  );
  return [...new Set(chosen)].slice(0, 3);
}

function settingsOf(dialect: Dialect, changes: Partial<AskingSettings> = {}): AskingSettings {
  return {
    actor: { role: 'actor', dialect, profile: 'tolerant', rule: dialect.observation },
    level: 'high',
    lowLevel: 'beside',
    history: 'own',
    language: 'en',
    thought: 'kept',
    keepsSummaries: false,
    preparesPictures: true,
    ...changes,
  };
}

function recordsOf(
  episode: RecordedEpisode,
  settings: AskingSettings,
  unit: RecordUnit = 'step',
): Promise<EpisodeRecords> {
  const { picture } = settings.actor.rule;
  const key = JSON.stringify(picture);
  const shelf =
    shelves.get(key) ?? new PictureShelf({ directory: folder, use: 'prepared', rule: picture, signal });
  shelves.set(key, shelf);
  return episodeRecords(episode, settings, { source: 'pocket', unit, placeholders: [], shelf, signal });
}

/** What a message shows: its words, and the bytes of its pictures. */
async function shown(message: TrainingMessage | ModelMessage): Promise<unknown[]> {
  const parts = 'parts' in message ? message.parts : message.content;
  const contents = parts.map(async (part) => {
    if (part.type === 'text') return part.text;
    return Buffer.from('path' in part ? await readFile(part.path) : part.data).toString('base64');
  });
  return [message.role, ...(await Promise.all(contents))];
}

function shownBy(messages: readonly (TrainingMessage | ModelMessage)[]): Promise<unknown[][]> {
  return Promise.all(messages.map(shown));
}

/** Small pictures, so that making them ready takes no time. */
const SMALL: DialectSettings = {
  picture: { resize: { algorithm: 'longest_side', maxSide: 96 }, format: 'png' },
};

const FAMILIES = [...DIALECTS.values()].filter(({ family }) => family !== 'appagent_grid');

describe('episodeRecords', () => {
  it.each(FAMILIES.map((family) => [family.family, family] as const))(
    'puts every step of %s into a record or among what is left out',
    async (_, family) => {
      const settings = settingsOf(family.create(SMALL));
      for (const episode of varied()) {
        const { records, leftOut } = await recordsOf(episode, settings);
        expect(records.length + leftOut.length).toBe(episode.steps.length);
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
        expect(leftOut.map(({ reason }) => reason).filter((reason) => reason !== 'no-words')).toEqual([]);
        for (const { messages } of records) expect(messages.at(-1)?.role).toBe('assistant');
      }
    },
  );

  it('shows what was taken over as what happened before, and teaches none of it', async () => {
    const family = FAMILIES.find(({ family: name }) => name === 'generic_call');
    const [episode] = [...varied()].filter(({ steps }) => steps.length > 2);
    if (family === undefined || episode === undefined) throw new Error('there is no such episode');
    const settings = settingsOf(family.create(SMALL));
    const whole = await recordsOf(episode, settings);
    const forked = await recordsOf({ ...episode, ownFrom: 2 }, settings);
    // The same questions, with the same past.
    const own = whole.records.slice(2);
    expect(own.length).toBeGreaterThan(0);
    expect(await Promise.all(forked.records.map(({ messages }) => shownBy(messages)))).toEqual(
      await Promise.all(own.map(({ messages }) => shownBy(messages))),
    );
    expect(forked.leftOut.slice(0, 2)).toMatchObject([
      { step: 0, reason: 'taken-over' },
      { step: 1, reason: 'taken-over' },
    ]);
    const told = await recordsOf({ ...episode, ownFrom: 2 }, settings, 'episode');
    expect(told).toMatchObject({ records: [], leftOut: [{ step: null, reason: 'taken-over' }] });
  });

  it.each(['generic_call', 'qwen25_mobile_use', 'ui_tars', 'gui_owl', 'aguvis', 'sphinx_coord'])(
    'asks exactly what the agent asks that answers as the records say, in %s',
    async (name) => {
      const dialect = DIALECTS.get(name)?.create(SMALL);
      if (dialect === undefined) throw new Error('there is no such dialect');
      let compared = 0;
      for (const episode of varied()) {
        const { records, leftOut } = await recordsOf(episode, settingsOf(dialect));
        if (leftOut.length > 0) continue;
        const asked: ModelRequest[] = [];
        const model: Model = {
          identity: {},
          generate: async (request) => {
            const answer = records[asked.length]?.messages.at(-1);
            asked.push(request);
            const [part] = answer?.parts ?? [];
            const text = part?.type === 'text' ? part.text : '';
            return {
              text: text.slice(request.continuesLast === true ? begunLength(request) : 0),
              finishReason: 'stop',
              model: null,
              usage: { inputTokens: null, outputTokens: null },
              latencyMs: 0,
              fromCache: false,
              costUsd: null,
            };
          },
        };
        const [task = ''] = episode.labels['task'] ?? [];
        for await (const item of pocket.items.list()) {
          if (item.id === task) {
            await walk(pocket, item, directAgent({ dialect }), { models: { actor: model }, language: 'en' });
          }
        }
        expect(asked.length).toBe(records.length);
        for (const [index, request] of asked.entries()) {
          const messages = request.continuesLast === true ? request.messages.slice(0, -1) : request.messages;
          expect(await shownBy(messages)).toEqual(await shownBy(records[index]?.messages.slice(0, -1) ?? []));
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(0);
    },
  );

  it.each(['ui_tars', 'generic_call'])(
    'makes one conversation of an episode with every answer of its steps, in %s',
    async (name) => {
      const dialect = DIALECTS.get(name)?.create(SMALL);
      if (dialect === undefined) throw new Error('there is no such dialect');
      for (const episode of varied()) {
        const steps = await recordsOf(episode, settingsOf(dialect));
        const { records } = await recordsOf(episode, settingsOf(dialect), 'episode');
        const [whole] = records;
        const answers = whole?.messages.filter(({ role }) => role === 'assistant') ?? [];
        expect(answers).toEqual(steps.records.map(({ messages }) => messages.at(-1)));
        const pictures = whole?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'image'));
        expect(pictures?.length).toBe(episode.steps.length);
      }
    },
  );

  it('leaves out a step whose picture is missing, and those that show it in their history, and continues', async () => {
    const dialect = DIALECTS.get('ui_tars')?.create({ ...SMALL, history: { pictures: 1 } });
    const episode = episodes.find(({ steps }) => steps.length > 4);
    if (dialect === undefined || episode === undefined) throw new Error('nothing to try it on');
    const { signal: never } = new AbortController();
    const steps = episode.steps.map((step, index) => {
      if (index !== 1) return step;
      const load = (): Promise<Uint8Array> =>
        pocket.world?.screen('nowhere')?.picture?.load({ signal: never }) ??
        Promise.reject(new Missing('gone'));
      return { ...step, screen: { ...step.screen, picture: { mediaType: 'image/png', load } } };
    });
    const { records, leftOut } = await recordsOf({ ...episode, steps }, settingsOf(dialect));
    expect(leftOut.map(({ step, reason }) => [step, reason])).toEqual([
      [1, 'unreadable-screen'],
      [2, 'unreadable-screen'],
    ]);
    expect(records.length).toBe(steps.length - 2);
  });

  it('says which way a swipe goes in families that cannot say where, and counts what stays unsaid', async () => {
    const dialect = DIALECTS.get('os_atlas')?.create(SMALL);
    const [episode] = episodes;
    if (dialect === undefined || episode === undefined) throw new Error('nothing to try it on');
    const swipe = (direction: 'up' | null): Action => ({
      type: 'swipe',
      direction,
      from: pixelPoint(100, 900),
      to: pixelPoint(110, 300),
    });
    const steps = episode.steps
      .slice(0, 2)
      .map((step, index) => ({ ...step, action: swipe(index === 0 ? 'up' : null) }));
    const { records, leftOut, unsaid } = await recordsOf({ ...episode, steps }, settingsOf(dialect));
    expect(leftOut).toEqual([]);
    // The finger goes up, so the page goes down.
    for (const { messages } of records) expect(JSON.stringify(messages.at(-1))).toContain('SCROLL [DOWN]');
    expect([...unsaid]).toEqual([
      ['from', 2],
      ['to', 2],
    ]);
  });

  it('gives the instruction of the step next to or in place of that of the episode', async () => {
    const dialect = DIALECTS.get('os_atlas')?.create(SMALL);
    const [episode] = episodes;
    if (dialect === undefined || episode === undefined) throw new Error('nothing to try it on');
    const steps = episode.steps.slice(0, 1).map((step) => ({ ...step, stepInstruction: 'Do just this.' }));
    const instruction = Object.values(episode.instructions)[0] ?? '';
    for (const lowLevel of ['beside', 'replaces'] as const) {
      const settings = settingsOf(dialect, { level: 'low', lowLevel, language: null });
      const { records } = await recordsOf({ ...episode, steps }, settings);
      const text = JSON.stringify(records[0]?.messages);
      expect(text).toContain('Do just this.');
      expect(text.includes(instruction)).toBe(lowLevel === 'beside');
    }
  });
});

function begunLength({ messages }: ModelRequest): number {
  const content = messages.at(-1)?.content ?? [];
  return content.map((part) => (part.type === 'text' ? part.text.length : 0)).reduce((sum, n) => sum + n, 0);
}

class Missing extends DatasetError {}
