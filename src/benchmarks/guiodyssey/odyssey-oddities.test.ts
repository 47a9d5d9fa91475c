import { describe, expect, it } from 'vitest';
import { odysseyEpisode } from '../../testing/datasets/odyssey-dataset.js';
import type { OdysseyEpisode } from './episode-file.js';
import { odysseyOddities } from './odyssey-oddities.js';

const EPISODE = odysseyEpisode(1, 6);

function step(index: number, changes: object): OdysseyEpisode {
  const steps = EPISODE.steps.map((known, place) => (place === index ? { ...known, ...changes } : known));
  return { ...EPISODE, steps };
}

describe('odysseyOddities', () => {
  it('finds none in an episode as it should be', () => {
    expect(odysseyOddities(EPISODE, 'a.json')).toEqual([]);
  });

  it.each([
    ['step-count', { ...EPISODE, step_length: 7 }, ['step_length']],
    ['step-numbers', step(2, { step: 3 }), ['steps', 2, 'step']],
    ['broken-box', step(1, { sam2_bbox: [1, 2, 3] }), ['steps', 1, 'sam2_bbox']],
    ['foreign-word', step(3, { action: 'TYPE' }), ['steps', 3, 'action']],
    [
      'unknown-label',
      { ...EPISODE, task_info: { ...EPISODE.task_info, category: 'Gardening' } },
      ['task_info', 'category'],
    ],
    [
      'unknown-label',
      { ...EPISODE, device_info: { ...EPISODE.device_info, device_name: 'Toaster' } },
      ['device_info', 'device_name'],
    ],
  ])('finds %s and its place', (kind, episode, path) => {
    expect(odysseyOddities(episode, 'a.json').map((oddity) => [oddity.kind, oddity.place])).toEqual([
      [kind, { file: 'a.json', path }],
    ]);
  });
});
