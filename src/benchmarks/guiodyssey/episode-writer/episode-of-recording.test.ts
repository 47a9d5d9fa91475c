import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import type { RecordedEpisode, RecordedStep } from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import { episodeId, episodeOfRecording, type RecordingWords } from './episode-of-recording.js';

const size = { width: 1080, height: 2400 };
const screen = (id: string): Screen => ({ id, size, activity: null, picture: null, hierarchy: null });
const WORDS: RecordingWords = { category: null, device: null, wordless: 'leave-out' };
const TAP = tap(pixelPoint(540, 1200));

function recorded(
  steps: readonly RecordedStep['action'][],
  more: Partial<RecordedEpisode> = {},
): RecordedEpisode {
  return {
    id: 'door#0',
    instructions: { de: 'Öffne', en: 'Open the door' },
    apps: ['Door'],
    labels: {},
    steps: steps.map((action, index) => ({ screen: screen(`s${index}`), action })),
    ...more,
  };
}

function made(
  episode: RecordedEpisode,
  words: Partial<RecordingWords> = {},
  kind: 'run' | 'dataset' = 'dataset',
) {
  const result = episodeOfRecording(episode, {
    source: { name: 'r', kind },
    facts: episode.steps.map(() => ({ size, area: [0, 1100, 1080, 1300] })),
    words: { ...WORDS, ...words },
  });
  if (!('episode' in result)) throw new Error(result.message);
  return result;
}

describe('episodeOfRecording', () => {
  it('names screens by an id of digits that the source and its id always give', () => {
    const { episode } = made(recorded([TAP, stop('success')]));
    expect(episode.episode_id).toMatch(/^9\d{15}$/);
    expect(episode.episode_id).toBe(episodeId('door#0', 'r'));
    expect(episodeId('door#0', 'other')).not.toBe(episode.episode_id);
    expect(episodeId('1100000000016126', 'r')).toBe('1100000000016126');
    expect(episode.steps.map(({ screenshot }) => screenshot)).toEqual([
      `${episode.episode_id}_0.png`,
      `${episode.episode_id}_1.png`,
    ]);
    expect(episode).toMatchObject({
      step_length: 2,
      device_info: { w: 1080, h: 2400, device_name: 'Medium Phone' },
      task_info: { instruction: 'Open the door', task: 'Open the door', app: ['Door'] },
    });
  });

  it('has the area of what is touched in 0–1000, and none where nothing is', () => {
    const { episode } = made(recorded([TAP, { type: 'key', key: 'HOME' }, stop('success')]));
    expect(episode.steps.map(({ sam2_bbox: box }) => box)).toEqual([[0, 458, 1000, 542], [], []]);
  });

  it('takes category and device from labels, then from the user, then from what it is like', () => {
    const labels = { category: ['Other', 'Web_Shopping'], device: ['Fairphone'] };
    const { episode, isCategoryAssumed } = made(recorded([TAP], { labels }), { category: 'General_Tool' });
    expect([episode.task_info.category, episode.device_info.device_name, isCategoryAssumed]).toEqual([
      'Web_Shopping',
      'Fairphone',
      false,
    ]);
    const own = made(recorded([TAP]), { category: 'Social_Sharing', device: 'Mine' });
    expect(own.episode).toMatchObject({
      task_info: { category: 'Social_Sharing' },
      device_info: { device_name: 'Mine' },
    });
    expect(made(recorded([TAP])).episode.task_info.category).toBe('General_Tool');
    const many = made(recorded([TAP], { apps: ['A', 'B', 'C'] }));
    expect([many.episode.task_info.category, many.isCategoryAssumed]).toEqual(['Multi_Apps', true]);
  });

  it('ends in COMPLETE on the last screen where that shows what was reached', () => {
    const last = { lastScreen: screen('last') };
    const ended = made(recorded([TAP], last));
    expect(ended.episode.steps.map(({ action }) => action)).toEqual(['CLICK', 'COMPLETE']);
    expect([ended.screens.at(-1)?.id, ended.hasEnd]).toEqual(['last', true]);
    expect(made(recorded([TAP, stop('infeasible')], last)).episode.step_length).toBe(2);
    expect(made(recorded([TAP])).hasEnd).toBe(false);
    expect(made(recorded([TAP], { ...last, labels: { outcome: ['failed'] } })).hasEnd).toBe(false);
    expect(made(recorded([TAP], { ...last, labels: { outcome: ['passed'] } })).hasEnd).toBe(true);
  });

  it('passes waits over, and other actions without words only where that is asked for', () => {
    const waiting = made(recorded([{ type: 'wait' }, TAP]));
    expect([waiting.episode.step_length, waiting.skipped.length]).toEqual([1, 1]);
    expect(waiting.screens.map(({ id }) => id)).toEqual(['s1']);
    const opening = recorded([TAP, { type: 'open_app', app: 'Door' }, TAP]);
    expect(() => made(opening)).toThrow('no action open_app');
    const skipped = made(opening, { wordless: 'skip' });
    expect(skipped.episode.steps.map(({ step }) => step)).toEqual([0, 1]);
    expect(skipped.skipped).toEqual([
      { step: 1, action: 'open_app', message: 'GUIOdyssey has no action open_app' },
    ]);
  });

  it('keeps annotations; of a run what the model thought and said', () => {
    const [first, second] = recorded([TAP, TAP]).steps;
    if (first === undefined || second === undefined) throw new Error('there are two steps');
    const annotation = { description: 'd', intention: 'i', context: 'c' };
    const steps = [
      { ...first, annotation, stepInstruction: 'go' },
      { ...second, thought: 't', summary: 's' },
    ];
    const told = (kind: 'run' | 'dataset') =>
      made(recorded([], { steps }), {}, kind).episode.steps.map((step) => [
        step.description,
        step.intention,
        step.context,
        step.low_level_instruction,
      ]);
    expect(told('run')).toEqual([
      ['d', 'i', 'c', 'go'],
      ['', 't', '', 's'],
    ]);
    expect(told('dataset')[1]).toEqual(['', 't', '', '']);
  });
});
