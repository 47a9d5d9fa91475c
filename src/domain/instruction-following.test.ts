import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../testing/hierarchy-xml.js';
import { DatasetError } from '../errors.js';
import { tap, type Action } from './action.js';
import type { FormatError } from './decision.js';
import { pixelPoint } from './geometry.js';
import type { Trajectory } from './trajectory.js';
import { emptyObservation } from '../testing/contracts/agent-contract.js';
import { countInstructionFollowing } from './instruction-following.js';

const signal = new AbortController().signal;
const BACK: Action = { type: 'key', key: 'BACK' };
const UNREAD: FormatError = { kind: 'no_action', message: 'no action', excerpt: '' };
const at = (x: number): Action => tap(pixelPoint(x, 1));

function trajectory(...done: readonly (Action | FormatError | null)[]): Trajectory {
  const { screen } = emptyObservation();
  return {
    steps: done.map((step) =>
      step !== null && 'excerpt' in step
        ? { screen, state: null, action: null, formatError: step }
        : { screen, state: null, action: step },
    ),
  };
}

describe('countInstructionFollowing', () => {
  it.each<[string, Trajectory, object]>([
    ['nothing', trajectory(null), { repeated: 0, repeatable: 0, actions: 0, formatErrors: 0 }],
    ['one action', trajectory(BACK, null), { repeated: 0, repeatable: 0, actions: 1, formatErrors: 0 }],
    [
      'an action that comes again after another',
      trajectory(at(1), at(2), at(1), at(3)),
      { repeated: 1, repeatable: 3, actions: 4, formatErrors: 0 },
    ],
    [
      'three equal ones, where counting ends',
      trajectory(at(1), BACK, BACK, BACK, at(1)),
      { repeated: 2, repeatable: 3, actions: 5, formatErrors: 0 },
    ],
    [
      'a series that is interrupted',
      trajectory(BACK, BACK, at(1), BACK, BACK),
      { repeated: 3, repeatable: 4, actions: 5, formatErrors: 0 },
    ],
    [
      'a series that an unreadable answer does not interrupt',
      trajectory(BACK, BACK, UNREAD, BACK, BACK),
      { repeated: 2, repeatable: 2, actions: 5, formatErrors: 1 },
    ],
    [
      'an unreadable answer',
      trajectory(at(1), UNREAD),
      { repeated: 0, repeatable: 0, actions: 2, formatErrors: 1 },
    ],
  ])('counts %s', async (_, steps, expected) => {
    await expect(countInstructionFollowing(steps, { signal })).resolves.toEqual(expected);
  });

  it('tells texts, keys, positions and kinds apart, and not the way of a swipe', async () => {
    const { repeated } = await countInstructionFollowing(
      trajectory(
        { type: 'type', text: 'a' },
        { type: 'type', text: 'b' },
        { type: 'key', key: 'ENTER' },
        BACK,
        { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 1) } },
        at(1),
        { type: 'open_app', app: 'Clock' },
        { type: 'open_app', app: 'Mail' },
      ),
      { signal },
    );
    expect(repeated).toBe(0);
    const swipes = await countInstructionFollowing(
      trajectory({ type: 'swipe', direction: 'up', from: pixelPoint(5, 5) }, BACK, {
        type: 'swipe',
        direction: 'down',
        from: pixelPoint(5, 5),
      }),
      { signal },
    );
    expect(swipes.repeated).toBe(1);
  });
});

/** A screen with one button, and a tap on it by its number. */
function press(text: string, { x = 1, lacksHierarchy = false } = {}): Trajectory['steps'][number] {
  const xml = hierarchyXml([uiNode({ bounds: '[0,0][10,10]', clickable: 'true', text })]);
  const content = {
    mediaType: 'application/xml',
    load: async (): Promise<Uint8Array> => {
      if (lacksHierarchy) throw new DatasetError('it is gone');
      return new TextEncoder().encode(xml);
    },
  };
  const { screen } = emptyObservation();
  const target = { type: 'point', point: pixelPoint(x, 1), box: [0, 0, 10, 10], element: 0 } as const;
  return {
    screen: { ...screen, id: text, hierarchy: content },
    state: null,
    action: { type: 'tap', target: { ...target, box: [...target.box] } },
  };
}

describe('repetition of named elements', () => {
  it.each<[string, Trajectory['steps'], number]>([
    [
      'is one of the same attributes, wherever its middle is said to be',
      [press('a'), press('a', { x: 2 })],
      1,
    ],
    ['is none where another text stands in its place', [press('a'), press('b'), press('a')], 1],
    [
      'is one of the same box where no hierarchy can be read',
      [press('a', { lacksHierarchy: true }), press('b', { lacksHierarchy: true })],
      1,
    ],
  ])('%s', async (_, steps, repeated) => {
    await expect(countInstructionFollowing({ steps }, { signal })).resolves.toMatchObject({ repeated });
  });

  it('compares the attributes that a recording names, and no others', async () => {
    const { screen } = emptyObservation();
    const of = (attributes: Record<string, string>): Trajectory['steps'][number] => ({
      screen,
      state: null,
      action: {
        type: 'tap',
        target: { type: 'selector', attributes: { bounds: '[0,0][1,1]', ...attributes } },
      },
    });
    const steps = [
      of({ text: 'a', focused: 'true' }),
      of({ text: 'b' }),
      of({ text: 'a', focused: 'false' }),
    ];
    await expect(countInstructionFollowing({ steps }, { signal })).resolves.toMatchObject({
      repeated: 1,
      repeatable: 2,
    });
  });

  it('counts a repaired answer as unreadable, and its action as done', async () => {
    const steps = [press('a'), { ...press('a'), repaired: UNREAD }];
    await expect(countInstructionFollowing({ steps }, { signal })).resolves.toEqual({
      repeated: 1,
      repeatable: 1,
      actions: 2,
      formatErrors: 1,
    });
  });
});
