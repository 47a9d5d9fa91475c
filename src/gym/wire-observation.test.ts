import { describe, expect, it } from 'vitest';
import type { PlayerTurn } from '../app/play/player-turn.js';
import type { ShownPicture } from './picture-shelf.js';
import { wireResult, wireText } from './wire-observation.js';

const SCREEN = { id: 's', size: { width: 10, height: 20 }, activity: null, picture: null, hierarchy: null };

function turnOf(parts: Partial<PlayerTurn> = {}): PlayerTurn {
  const task = { id: 't', instruction: 'say "é"\n', language: 'en', apps: [] };
  return {
    task,
    repeat: 0,
    seed: 1,
    step: 3,
    maxSteps: 9,
    observation: { screen: SCREEN },
    reward: 0,
    ended: null,
    ...parts,
  };
}

function endedBy(end: NonNullable<PlayerTurn['ended']>['end']): Partial<PlayerTurn> {
  return { ended: { end, outcome: 'failed', scores: null, problem: null }, reward: null };
}

describe('wireText', () => {
  const none: ShownPicture = { screenshot: null };
  const inline: ShownPicture = { screenshot: 'AA==', screenshot_media_type: 'image/png' };
  const activity = { package: 'a"b', activity: '.Main' };
  it.each([
    ['a step', turnOf(), none],
    ['a step again', turnOf({ step: 4, reward: 0.25 }), none],
    ['a picture', turnOf(), inline],
    ['an address', turnOf(), { screenshot_url: '/pictures/0', screenshot_media_type: 'image/png' }],
    ['no size', turnOf({ observation: { screen: { ...SCREEN, size: null, activity } } }), none],
    [
      'a refusal',
      turnOf({ observation: { screen: SCREEN, refused: 'no "way"', stepInstruction: 'then' } }),
      none,
    ],
    ['other words', turnOf({ observation: { screen: SCREEN, instruction: 'other' } }), none],
    ['an end', turnOf(endedBy({ reason: 'agent_stop' })), none],
    ['a limit', turnOf(endedBy({ reason: 'step_budget' })), none],
    ['a failure', turnOf(endedBy({ reason: 'environment_error', fault: 'environment' })), none],
  ])('is the result as text: %s', (_, turn, picture) => {
    const shown = { turn, picture };
    expect(`{${wireText(shown)}}`).toBe(JSON.stringify(wireResult(shown)));
  });
});
