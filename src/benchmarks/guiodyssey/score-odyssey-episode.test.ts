import { describe, expect, it } from 'vitest';
import type { Episode } from '../../domain/episode.js';
import type { Screen } from '../../domain/screen.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { OdysseyEpisodeSchema } from './episode-file.js';
import { detailsOf, scoreOdysseyEpisode } from './score-odyssey-episode.js';

const SCREEN: Screen = {
  id: 's',
  size: { width: 1000, height: 1000 },
  activity: null,
  picture: null,
  hierarchy: null,
};

function recorded(...actions: readonly (readonly [action: string, info: unknown])[]) {
  return OdysseyEpisodeSchema.parse({
    episode_id: '1',
    device_info: { h: 1000, w: 1000, device_name: 'Small Phone' },
    task_info: { category: 'Multi_Apps', instruction: 'do it' },
    step_length: actions.length,
    steps: actions.map(([action, info], step) => ({ step, screenshot: `1_${step}.png`, action, info })),
  });
}

function answered(...excerpts: readonly string[]): Episode {
  const steps = excerpts.map((excerpt): TrajectoryStep => ({
    screen: SCREEN,
    state: null,
    action: null,
    formatError: { kind: 'malformed_action', message: 'no command', excerpt },
  }));
  return { key: { item: '1', repeat: 0 }, trajectory: { steps }, end: { reason: 'agent_stop' } };
}

describe('scoreOdysseyEpisode', () => {
  it('keeps with each other evaluator how many steps counted and how many were left out', () => {
    const episode = recorded(['TEXT', 'pizza'], ['CLICK', 'KEY_BACK'], ['COMPLETE', '']);
    const scores = scoreOdysseyEpisode(episode, answered('TYPE: Pizza', 'press_back', 'IMPOSSIBLE'), {
      mode: 'reference',
      file: '1.json',
    });
    const byName = Object.fromEntries(scores.scores.map(({ evaluator, score }) => [evaluator, score]));
    expect(byName['guiodyssey.os-atlas']).toMatchObject({ explanation: '1 of 3 steps by os-atlas' });
    expect(byName['guiodyssey.agentcpm']).toMatchObject({
      value: 1,
      explanation: '2 of 2 steps by agentcpm; 1 left out',
    });
    expect(byName['guiodyssey.gui-r1']).toMatchObject({
      value: 1,
      explanation: '1 of 1 step by gui-r1; 2 of which it asks the type alone',
    });
    expect(detailsOf(scores)?.others?.['agentcpm']).toMatchObject({ steps: 2, leftOut: 1, voided: 0 });
  });

  it('has no score by a script that asks nothing of the steps', () => {
    const scores = scoreOdysseyEpisode(recorded(['COMPLETE', '']), answered('COMPLETE'), {
      mode: 'reference',
      file: '1.json',
    });
    expect(scores.scores.at(-1)).toMatchObject({
      evaluator: 'guiodyssey.gui-r1',
      score: { status: 'not_applicable' },
    });
    // What it counts is kept all the same.
    expect(detailsOf(scores)?.others?.['gui-r1']).toMatchObject({ steps: 1, type: 1, asked: 0 });
  });
});
