import { describe, expect, it } from 'vitest';
import { stop, type Action, type Target } from '../domain/action.js';
import { parseHierarchy } from '../domain/hierarchy/parse-hierarchy.js';
import { actionSentence } from './action-sentence.js';

const SCREEN = parseHierarchy(
  '<hierarchy><node bounds="[0,0][9,9]" clickable="true" text="Save"/></hierarchy>',
);
const save: Target = { type: 'element', element: 0 };

describe('actionSentence', () => {
  it.each<[Action, string | null]>([
    [{ type: 'tap', target: save }, 'Click on a View (text: Save).'],
    [
      { type: 'tap', target: { type: 'point', point: { x: 4, y: 4, space: 'pixel' }, element: 0 } },
      'Click on a View (text: Save).',
    ],
    [{ type: 'long_press', target: save }, 'Long click on a View (text: Save).'],
    [{ type: 'type', text: 'milk', target: save }, 'Type milk on a View (text: Save).'],
    [{ type: 'swipe', direction: 'up', target: save }, 'Swipe on a View (text: Save) in up direction.'],
    [{ type: 'swipe', direction: null, target: save }, 'Swipe on a View (text: Save).'],
    [
      { type: 'tap', target: { type: 'selector', attributes: { 'resource-id': 'a:id/b ', text: ' Add' } } },
      'Click on a View (resource-id: b, text: Add).',
    ],
    [{ type: 'key', key: 'BACK' }, 'Go back.'],
    [{ type: 'key', key: 'ENTER' }, 'Press enter.'],
    [{ type: 'restart_app' }, 'Restart the app.'],
    [{ type: 'wait' }, 'Do nothing.'],
    [stop(), 'Stop the app.'],
    [{ type: 'tap', target: { type: 'element', element: 1 } }, null],
    [{ type: 'key', key: 'MENU' }, null],
    [{ type: 'open_app', app: 'Clock' }, null],
  ])('tells %j', (action, sentence) => {
    expect(actionSentence(action, SCREEN)).toBe(sentence);
  });

  it('tells nothing about elements of a screen without a hierarchy', () => {
    expect(actionSentence({ type: 'tap', target: save }, null)).toBeNull();
  });
});
