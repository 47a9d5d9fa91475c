import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import { promptSteps } from './prompt-steps.js';

const SCREEN: Observation['screen'] = {
  id: 's',
  size: { width: 100, height: 200 },
  activity: { package: 'com.example', activity: 'Main' },
  picture: null,
  hierarchy: null,
};
const signal = AbortSignal.timeout(10_000);

describe('promptSteps', () => {
  it('tells what was done at each step apart from words: action, screen, app, what was to be done', async () => {
    const action = tap(pixelPoint(1, 2));
    const [own, told, unreadable] = await promptSteps(
      [
        { observation: { screen: SCREEN }, decision: { type: 'action', action } },
        {
          observation: { screen: { ...SCREEN, activity: null }, stepInstruction: 'Stop.' },
          decision: { type: 'action', action: stop() },
          isTeacherForced: true,
        },
        {
          observation: { screen: { ...SCREEN, size: null }, instruction: 'Go on.' },
          decision: {
            type: 'format_error',
            error: { kind: 'no_action', message: 'none', excerpt: '' },
          },
        },
      ],
      genericCall.create(),
      { signal },
    );
    expect(own?.record).toEqual({
      action,
      screen: { width: 100, height: 200 },
      app: 'com.example',
      instruction: null,
      isTeacherForced: false,
    });
    expect(told?.record).toMatchObject({
      action: stop(),
      app: null,
      instruction: 'Stop.',
      isTeacherForced: true,
    });
    expect(unreadable?.record).toMatchObject({ action: null, screen: null, instruction: 'Go on.' });
  });
});
