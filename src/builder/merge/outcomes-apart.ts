import type { Action } from '../../domain/action.js';
import { toPixel, type Size } from '../../domain/geometry.js';
import type { Material } from '../material/material.js';
import type { Groups } from './groups.js';
import type { Looks } from './looks.js';
import type { Pair } from './candidates/near-sets.js';

/** A pair of looks that rules are not sure of. */
export interface Grey {
  readonly pair: Pair;
  /** How probable it is that it is one state, 0-1. */
  readonly prior: number;
  readonly why: string;
}

/** How much less probable one state becomes where the same action led to surely different states. */
const APART = 1 / 30;
/** How much more probable where it led to the same. */
const TOGETHER = 1.5;
/** The most that it becomes more probable. */
const MOST_TOGETHER = 2;
/** Side of the squares in which touches count as the same, as part of the screen's width. */
const SQUARE = 0.04;

/** Where nobody knows how large the screen is. */
const PHONE: Size = { width: 1080, height: 2400 };

/** Weighs pairs that rules are not sure of by what was done on both: where the same leads to different states, they are two. */
export function outcomesApart(
  { steps, captures }: Pick<Material, 'steps' | 'captures'>,
  { of }: Looks,
  groups: Groups,
  grey: readonly Grey[],
  areApart: (a: number, b: number) => boolean,
): Grey[] {
  const concerned = new Set(grey.flatMap(({ pair }) => pair).map((place) => groups.find(place)));
  const outcomes = new Map<number, Map<string, number>>();
  for (const { from, to, actions, isIdle } of steps) {
    const [look, next] = [of[from], of[to]];
    if (look === undefined || next === undefined || actions.length > 1 || isIdle === true) continue;
    const root = groups.find(look);
    const key = concerned.has(root) ? actionKey(actions[0], captures[from]?.size ?? PHONE) : null;
    if (key === null) continue;
    const known = outcomes.get(root) ?? new Map<string, number>();
    outcomes.set(root, known);
    if (!known.has(key)) known.set(key, next);
  }
  return grey.map((one) => {
    const [a, b] = one.pair.map((place) => outcomes.get(groups.find(place)));
    if (a === undefined || b === undefined) return one;
    let odds = one.prior / (1 - one.prior);
    let together = 1;
    for (const [key, next] of a) {
      const other = b.get(key);
      if (other === undefined) continue;
      const [root, otherRoot] = [groups.find(next), groups.find(other)];
      const own = new Set(one.pair.map((place) => groups.find(place)));
      // Staying where one is is no outcome that tells anything.
      if (own.has(root) || own.has(otherRoot)) continue;
      if (root === otherRoot) together = Math.min(MOST_TOGETHER, together * TOGETHER);
      else if (areApart(next, other)) odds *= APART;
    }
    odds *= together;
    return { ...one, prior: odds / (1 + odds) };
  });
}

/** The same for actions that a person would take for the same; null for those whose outcome depends on more than the screen. */
export function actionKey(action: Action, size: Size): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point') return null;
      const [x, y] = toPixel(action.target.point, size);
      const side = Math.max(1, SQUARE * size.width);
      return `${action.type} ${Math.floor(x / side)} ${Math.floor(y / side)}`;
    }
    case 'swipe':
      return `swipe ${action.direction ?? ''}`;
    case 'type':
      return `type ${action.text}`;
    case 'key':
      return action.key === 'BACK' || action.key === 'HOME' ? null : `key ${action.key}`;
    default:
      return null;
  }
}
