import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../domain/action.js';
import type { Screen } from '../domain/screen.js';
import type { TrajectoryStep } from '../domain/trajectory.js';
import { coordinateSpanScanner } from './coordinate-span.js';
import { ignoredPopUpScanner } from './ignored-pop-up.js';
import { keyguardScanner } from './keyguard.js';
import { loopScanner } from './loop.js';
import { noEffectScanner } from './no-effect.js';
import { repeatedFormatErrorScanner } from './repeated-format-error.js';
import type { Scanner, ScannerFinding } from './scanner.js';
import { unseenClaimScanner } from './unseen-claim.js';

const TASK = {
  id: 'task',
  instructions: { en: 'Open page 12' },
  apps: [],
  tags: [],
  milestones: [],
  evaluators: [],
};
const IDENTITY = { agent: { name: 'direct', version: '1', settings: {}, privileged: false } };

function at(
  state: string | null,
  action: Action | null = tapAt(100),
  more: Partial<TrajectoryStep> = {},
): TrajectoryStep {
  return { screen: screenOf(state ?? '', {}), state, action, ...more };
}

function screenOf(id: string, more: Partial<Screen>): Screen {
  return { id, size: { width: 1080, height: 2400 }, activity: null, picture: null, hierarchy: null, ...more };
}

function tapAt(x: number, y = 100): Action {
  return tap({ x, y, space: 'pixel' });
}

function showing(...texts: readonly string[]): Partial<Screen> {
  const nodes = texts.map((text) => `<node class="a" text="${text}" bounds="[0,0][9,9]"/>`).join('');
  const xml = `<hierarchy><node class="b" bounds="[0,0][99,99]">${nodes}</node></hierarchy>`;
  return { hierarchy: { mediaType: 'application/xml', load: async () => new TextEncoder().encode(xml) } };
}

async function scan(scanner: Scanner, steps: readonly TrajectoryStep[]): Promise<readonly ScannerFinding[]> {
  const { signal } = new AbortController();
  const episode = { task: TASK, trajectory: { steps }, end: null, identity: IDENTITY, signal };
  return (await scanner.scan(episode)) ?? [];
}

async function stepsFound(
  scanner: Scanner,
  steps: readonly TrajectoryStep[],
): Promise<readonly (readonly number[])[]> {
  return (await scan(scanner, steps)).map((finding) => finding.steps);
}

describe('the loop scanner', () => {
  it('finds an action that is done three times on one screen, and not one that is done twice', async () => {
    expect(await stepsFound(loopScanner, [at('a'), at('a'), at('b')])).toEqual([]);
    expect(await stepsFound(loopScanner, [at('b'), at('a'), at('a'), at('a'), at('c')])).toEqual([[1, 2, 3]]);
  });

  it('finds rounds of several screens, told once', async () => {
    const round = [at('a'), at('b', tapAt(500)), at('c')];
    const found = await scan(loopScanner, [at('start'), ...round, ...round, ...round, at('end')]);
    expect(found).toEqual([
      {
        message: 'The same 3 actions on the same screens, 3 times in a row',
        steps: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      },
    ]);
  });

  it('takes near positions for one, and far ones for two', async () => {
    expect(
      await stepsFound(loopScanner, [at('a', tapAt(99)), at('a', tapAt(101)), at('a', tapAt(100))]),
    ).toEqual([[0, 1, 2]]);
    expect(
      await stepsFound(loopScanner, [at('a', tapAt(99)), at('a', tapAt(300)), at('a', tapAt(600))]),
    ).toEqual([]);
  });

  it('finds nothing where nobody can tell the screens', async () => {
    const unknown = { ...at(null), screen: screenOf('', {}) };
    expect(await stepsFound(loopScanner, [unknown, unknown, unknown])).toEqual([]);
  });

  it('finds steps in order, none twice, for any trajectory', async () => {
    const states = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(states, async (names) => {
        const steps = (
          await stepsFound(
            loopScanner,
            names.map((name) => at(name)),
          )
        ).flat();
        expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
        expect(steps.every((step) => step < names.length)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

it('finds actions that change nothing; a wait is not meant to, and a last action has no screen after it', async () => {
  const steps = [at('a'), at('a', { type: 'wait' }), at('a'), at('b')];
  expect(await stepsFound(noEffectScanner, steps)).toEqual([[0]]);
});

it('finds equal pictures of a live device, and draws nothing from unequal ones', async () => {
  const live = (hash: string): TrajectoryStep => ({
    ...at(null),
    screen: screenOf('', { picture: { mediaType: 'image/png', hash, load: async () => new Uint8Array() } }),
  });
  expect(await stepsFound(noEffectScanner, [live('1'), live('1'), live('2')])).toEqual([[0]]);
});

it('finds the lock screen', async () => {
  const locked = screenOf('x', {
    activity: { package: 'com.android.systemui', activity: '.KeyguardBouncer' },
  });
  expect(await stepsFound(keyguardScanner, [at('a'), { ...at('x'), screen: locked }])).toEqual([[1]]);
});

it('finds a pop-up on which two actions change nothing, and not one that is answered', async () => {
  const came = { transition: { rule: 'event', next: 'p', events: [{ id: 'low-battery', happened: true }] } };
  const before = at('a', tapAt(1), came);
  expect(await stepsFound(ignoredPopUpScanner, [before, at('p'), at('p'), at('p', null)])).toEqual([[1, 2]]);
  expect(await stepsFound(ignoredPopUpScanner, [before, at('p'), at('a')])).toEqual([]);
  const asks = screenOf('q', {
    activity: { package: 'com.google.android.permissioncontroller', activity: '.Grant' },
  });
  const dialog = { ...at('q'), screen: asks };
  expect(await stepsFound(ignoredPopUpScanner, [at('a'), dialog, dialog, dialog])).toEqual([[1, 2]]);
});

describe('the scanner of claims', () => {
  it('finds a success declared where nothing was changed', async () => {
    expect(await stepsFound(unseenClaimScanner, [at('a'), at('a', stop('success'))])).toEqual([[1]]);
    expect(await stepsFound(unseenClaimScanner, [at('a'), at('b', stop('success'))])).toEqual([]);
    expect(await stepsFound(unseenClaimScanner, [at('a'), at('a', stop('failure'))])).toEqual([]);
  });

  it('finds figures of an answer that no screen and no instruction has', async () => {
    const seen = { ...at('a'), screen: screenOf('a', showing('Total 42.50', 'Page 12')) };
    const says = (text: string): TrajectoryStep => ({
      ...at('b', { type: 'answer', text, terminal: true }),
      screen: screenOf('b', showing('Bye')),
    });
    expect(await stepsFound(unseenClaimScanner, [seen, says('It is 42.50 on page 12')])).toEqual([]);
    expect(await stepsFound(unseenClaimScanner, [seen, says('It is 43.50')])).toEqual([[1]]);
    // Without a hierarchy nobody knows what the screen showed.
    expect(await stepsFound(unseenClaimScanner, [at('a'), says('It is 43.50')])).toEqual([]);
  });
});

it('finds format errors of one kind that come again', async () => {
  const bad = (kind: 'no_action' | 'refusal'): TrajectoryStep => ({
    ...at('a', null),
    formatError: { kind, message: '', excerpt: '' },
  });
  expect(await stepsFound(repeatedFormatErrorScanner, [bad('no_action'), bad('refusal')])).toEqual([]);
  expect(await stepsFound(repeatedFormatErrorScanner, [bad('no_action'), at('a'), bad('no_action')])).toEqual(
    [[0, 2]],
  );
});

it('finds positions that lie outside their space', async () => {
  const outside = Array.from({ length: 8 }, () => at('a', tapAt(5000, 9000)));
  const inside = Array.from({ length: 8 }, () => at('a', tapAt(500, 900)));
  expect(await scan(coordinateSpanScanner, outside)).toHaveLength(1);
  expect(await scan(coordinateSpanScanner, inside)).toEqual([]);
});
