import { tap, type Action } from '../../domain/action.js';
import { pixelPoint, type Point, type Size } from '../../domain/geometry.js';
import type { BlindPolicy, BlindTask, BlindWorld } from './blind-policy.js';
import { randomDive } from './random-dive.js';
import { saidTexts } from './said-texts.js';

/** Random dives into the apps that the task names, and into any. */
const DIVES = 8;
const DIVES_ANYWHERE = 4;
/** Cells of the grids, columns by rows. */
const COARSE = [3, 6] as const;
const FINE = [5, 8] as const;

/**
 * Scripts that ignore the screen: what a benchmark gives them, it gives to nobody's skill. Deterministic by seed, and each a
 * fixed list of actions for a task.
 */
export function blindPolicies({ seed }: { readonly seed: number }): readonly BlindPolicy[] {
  return [
    { name: 'opens each app in turn', actions: (_, { apps }) => apps.map(open) },
    eachAppAndTargets(1),
    eachAppAndTargets(3),
    { name: 'taps a coarse grid', actions: (_, { size }) => grid(size, COARSE).map(tap) },
    { name: 'taps a fine grid', actions: (_, { size }) => grid(size, FINE).map(tap) },
    inItsApps('taps a grid in its apps', (world) => grid(world.size, COARSE), 'once'),
    inItsApps('taps a grid in its apps, opened each time', (world) => grid(world.size, COARSE), 'each'),
    { name: 'taps the commonest targets', actions: (_, world) => world.targets(null).map(tap) },
    inItsApps('taps the commonest targets of its apps', (world, app) => world.targets(app), 'once'),
    inItsApps(
      'taps the commonest targets of its apps, opened each time',
      (world, app) => world.targets(app),
      'each',
    ),
    { name: 'types the instruction', actions: (task, world) => typing([task.instruction], task, world) },
    {
      name: 'types what the instruction quotes',
      actions: (task, world) => typing(saidTexts(task.instruction), task, world),
    },
    ...Array.from({ length: DIVES }, (_, dive) => randomDive({ seed, dive, into: 'its apps' })),
    ...Array.from({ length: DIVES_ANYWHERE }, (_, dive) => randomDive({ seed, dive, into: 'any app' })),
  ];
}

function open(app: string): Action {
  return { type: 'open_app', app };
}

function eachAppAndTargets(count: number): BlindPolicy {
  return {
    name: `opens each app, taps its ${count === 1 ? 'commonest target' : `${count} commonest targets`}`,
    actions: (_, world) =>
      world.apps.flatMap((app) => [open(app), ...world.targets(app).slice(0, count).map(tap)]),
  };
}

/** Taps points in each of the task's apps, its share of the budget in each; `each`: the app is opened before every tap. */
function inItsApps(
  name: string,
  points: (world: BlindWorld, app: string) => readonly Point[],
  opened: 'once' | 'each',
): BlindPolicy {
  return {
    name,
    actions: ({ apps, budget }, world) => {
      const share = Math.floor(budget / Math.max(apps.length, 1));
      return apps.flatMap((app) => {
        const taps = points(world, app).map(tap);
        const actions =
          opened === 'once' ? [open(app), ...taps] : taps.flatMap((action) => [open(app), action]);
        return actions.slice(0, share);
      });
    },
  };
}

/** In each of the task's apps, tries target after target: taps it, types the texts, submits. */
function typing(texts: readonly string[], { apps, budget }: BlindTask, world: BlindWorld): Action[] {
  const where = apps.length === 0 ? world.apps : apps;
  const share = Math.floor(budget / Math.max(where.length, 1));
  return where.flatMap((app) => {
    const tries = world
      .targets(app)
      .flatMap((point): Action[] => [
        tap(point),
        ...texts.map((text): Action => ({ type: 'type', text })),
        { type: 'key', key: 'ENTER' },
      ]);
    return [open(app), ...tries].slice(0, share);
  });
}

/** Middles of the cells of a grid over the screen, row by row. */
function grid({ width, height }: Size, [columns, rows]: readonly [number, number]): Point[] {
  return Array.from({ length: columns * rows }, (_, cell) =>
    pixelPoint(
      Math.trunc((((cell % columns) + 0.5) * width) / columns),
      Math.trunc(((Math.trunc(cell / columns) + 0.5) * height) / rows),
    ),
  );
}
