import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { DatasetError } from '../../errors.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { aimOf } from './trace.js';
import { hierarchyReader, trajectoryTrace } from './trajectory-trace.js';

const hierarchies = hierarchyReader({ signal: new AbortController().signal });
const CLICK = tap(pixelPoint(1, 2));

/** A step on a screen of its own; `loads` counts how often its UI hierarchy was asked for. */
function step(id: string, action: Action | null, loads: string[] = []): TrajectoryStep {
  const xml = hierarchyXml([uiNode({ text: id, clickable: 'true', bounds: '[0,0][20,40]' })]);
  const hierarchy = {
    mediaType: 'application/xml',
    load: () => {
      loads.push(id);
      return Promise.resolve(new TextEncoder().encode(xml));
    },
  };
  const activity = { package: 'org.example', activity: `${id}Activity` };
  const screen = { id, size: { width: 100, height: 200 }, activity, picture: null, hierarchy };
  return { screen, state: null, action };
}

function summary(steps: readonly TrajectoryStep[], mode: 'reference' | 'corrected'): string[] {
  return trajectoryTrace({ steps }, { mode, hierarchies }).map(
    ({ activity, action }) => `${activity} ${action.type}`,
  );
}

describe('trajectoryTrace', () => {
  it('leaves a trajectory that ends with its stop as it is', () => {
    const steps = [step('A', CLICK), step('B', stop()), step('C', null)];
    expect(summary(steps, 'reference')).toEqual(['AActivity click', 'BActivity stop']);
    expect(summary(steps, 'corrected')).toEqual(['AActivity click', 'BActivity stop']);
  });

  it('adds a stop on a last screen where nothing was done', () => {
    expect(summary([step('A', CLICK), step('B', null)], 'reference')).toEqual([
      'AActivity click',
      'BActivity stop',
    ]);
    expect(summary([step('A', null)], 'reference')).toEqual(['AActivity stop']);
  });

  it('adds a stop on the screen of the last action only when corrected', () => {
    expect(summary([step('A', CLICK)], 'reference')).toEqual(['AActivity click']);
    expect(summary([step('A', CLICK)], 'corrected')).toEqual(['AActivity click', 'AActivity stop']);
    expect(summary([], 'corrected')).toEqual([]);
  });

  it('leaves out steps on which nothing was done before the end', () => {
    expect(summary([step('A', null), step('B', stop())], 'reference')).toEqual(['BActivity stop']);
  });

  it('loads no screen before it is needed, and each once', async () => {
    const loads: string[] = [];
    const trace = trajectoryTrace(
      { steps: [step('A', CLICK, loads), step('B', stop(), loads)] },
      { mode: 'reference', hierarchies },
    );
    expect(loads).toEqual([]);
    const [first, second] = await Promise.all([trace[1]?.hierarchy(), trace[1]?.hierarchy()]);
    expect(first).toBe(second);
    expect(first?.nodes[0]?.text).toBe('B');
    expect(loads).toEqual(['B']);
  });

  it('finds where an action hits', async () => {
    const element = { type: 'selector', attributes: { bounds: '[10,10][20,21]' } } as const;
    const actions: Action[] = [
      CLICK,
      tap({ x: 500, y: 250, space: 'permille' }),
      { type: 'tap', target: element },
      { type: 'type', text: 'x', target: { type: 'element', element: 0 } },
      { type: 'tap', target: { type: 'element', element: 1 } },
      { type: 'swipe', direction: 'up', from: pixelPoint(3, 4), to: pixelPoint(3, 0) },
      { type: 'key', key: 'BACK' },
    ];
    const trace = trajectoryTrace(
      { steps: [...actions.map((action) => step('A', action)), step('A', stop())] },
      { mode: 'reference', hierarchies },
    );
    const points = await Promise.all(trace.map(async (each) => (await aimOf(each))?.point ?? null));
    expect(points).toEqual([[1, 2], [50, 50], [15, 15], [10, 20], null, [3, 4], null, null]);
  });

  it('says which screen has no UI hierarchy', async () => {
    const bare = { ...step('A', CLICK), screen: { ...step('A', CLICK).screen, hierarchy: null } };
    const [first] = trajectoryTrace({ steps: [bare] }, { mode: 'reference', hierarchies });
    await expect(first?.hierarchy()).rejects.toThrow(DatasetError);
  });
});
