import type { Action } from '../../domain/action.js';
import type { Material } from '../material/material.js';
import { isBack } from '../world/write-action.js';
import { actionKey } from './outcomes-apart.js';
import type { Looks } from './looks.js';
import type { Size } from '../../domain/geometry.js';

/** One action on one state, with where it led. */
export interface ActionOutcomes {
  /** The action, as its first time. */
  readonly action: Action;
  /** By state arrived at: the looks that it was done on, one entry each time. */
  readonly looksByTarget: ReadonlyMap<number, readonly number[]>;
}

/** A state whose actions lead now here, now there, more than chance explains. */
export interface Dispersed {
  readonly state: number;
  /** How probable so much dispersion is in a state that is one, 0-1. */
  readonly p: number;
  /** Actions that led to several states, the most telling first. */
  readonly actions: readonly ActionOutcomes[];
  /** Looks of the state in groups within which the actions lead the same way; one group where the looks do not tell. */
  readonly groups: readonly (readonly number[])[];
}

/** How probable a state that is one may be called dispersed. */
const FALSE_ALARMS = 0.02;
/** Of outcomes, how many lead elsewhere by chance at least, before anything is known: an advertisement, a call. */
const LEAST_CHANCE = 0.002;
/** Weight of that, in outcomes. */
const PRIOR_WEIGHT = 200;
const PHONE: Size = { width: 1080, height: 2400 };

/**
 * States that are probably several: the same action on them leads to different states more often than it does on screens that look exactly the
 * same, where only chance can lead elsewhere. BACK and HOME are left out, since they depend on the way.
 *
 * @param states state of each capture
 */
export function dispersedStates(
  { steps, captures }: Pick<Material, 'steps' | 'captures'>,
  { of }: Pick<Looks, 'of'>,
  states: readonly number[],
): readonly Dispersed[] {
  const byState = new Map<number, Map<string, { action: Action; targets: Map<number, number[]> }>>();
  for (const { from, to, actions, isIdle } of steps) {
    const [state, target, look] = [states[from], states[to], of[from]];
    const [action] = actions;
    if (state === undefined || target === undefined || look === undefined) continue;
    if (actions.length > 1 || isIdle === true || isBack(action)) continue;
    const key = actionKey(action, captures[from]?.size ?? PHONE);
    if (key === null) continue;
    const ofState =
      byState.get(state) ?? new Map<string, { action: Action; targets: Map<number, number[]> }>();
    byState.set(state, ofState);
    const outcome = ofState.get(key) ?? { action, targets: new Map<number, number[]>() };
    ofState.set(key, outcome);
    outcome.targets.set(target, [...(outcome.targets.get(target) ?? []), look]);
  }
  const chance = chanceOf(byState);
  const found: Dispersed[] = [];
  for (const [state, outcomes] of byState) {
    const repeated = [...outcomes.values()].filter(({ targets }) => countOf(targets) > 1);
    const { p, telling } = surprise(repeated, chance);
    if (p > FALSE_ALARMS) continue;
    found.push({
      state,
      p,
      actions: telling.map(({ action, targets }) => ({ action, looksByTarget: targets })),
      groups: groupsOf(telling.map(({ targets }) => targets)),
    });
  }
  return found.toSorted((a, b) => a.p - b.p || a.state - b.state);
}

type Targets = ReadonlyMap<number, readonly number[]>;

function countOf(targets: Targets): number {
  let count = 0;
  for (const looks of targets.values()) count += looks.length;
  return count;
}

/** How many outcomes are not the most frequent one. */
function strayOf(targets: Targets): number {
  let most = 0;
  for (const looks of targets.values()) most = Math.max(most, looks.length);
  return countOf(targets) - most;
}

/** How often the same action on the very same look leads elsewhere than mostly. */
function chanceOf(byState: ReadonlyMap<number, ReadonlyMap<string, { readonly targets: Targets }>>): number {
  let [stray, all] = [0, 0];
  for (const outcomes of byState.values()) {
    for (const { targets } of outcomes.values()) {
      const byLook = new Map<number, Map<number, number>>();
      for (const [target, looks] of targets) {
        for (const look of looks) {
          const counts = byLook.get(look) ?? new Map<number, number>();
          byLook.set(look, counts);
          counts.set(target, (counts.get(target) ?? 0) + 1);
        }
      }
      for (const counts of byLook.values()) {
        const sum = [...counts.values()].reduce((a, b) => a + b, 0);
        // What was done once says nothing.
        if (sum < 2) continue;
        stray += sum - Math.max(...counts.values());
        all += sum;
      }
    }
  }
  return (stray + LEAST_CHANCE * PRIOR_WEIGHT) / (all + PRIOR_WEIGHT);
}

/** How probable what a state's actions did is by chance: by the most telling of them, or by all together. */
function surprise<T extends { readonly targets: Targets }>(
  outcomes: readonly T[],
  chance: number,
): { readonly p: number; readonly telling: readonly T[] } {
  const scored = outcomes
    .map((outcome) => {
      const { targets } = outcome;
      return { outcome, stray: strayOf(targets), p: atLeast(strayOf(targets), countOf(targets), chance) };
    })
    .toSorted((a, b) => a.p - b.p);
  const single = Math.min(1, (scored[0]?.p ?? 1) * Math.max(1, scored.length));
  const stray = scored.reduce((sum, one) => sum + one.stray, 0);
  const all = outcomes.reduce((sum, { targets }) => sum + countOf(targets), 0);
  const together = atLeast(stray, all, chance);
  const telling = scored.filter((one) => one.stray > 0).map(({ outcome }) => outcome);
  return { p: Math.min(1, 2 * Math.min(single, together)), telling };
}

/** Probability of at least so many of `count` independent events that each have the given one. */
export function atLeast(events: number, count: number, probability: number): number {
  if (events <= 0) return 1;
  let below = 0;
  // Terms by their logarithms: factorials of a few hundred overflow.
  let term = count * Math.log1p(-probability);
  for (let k = 0; k < events; k += 1) {
    below += Math.exp(term);
    term += Math.log(count - k) - Math.log(k + 1) + Math.log(probability) - Math.log1p(-probability);
  }
  if (1 - below > 1e-9) return 1 - below;
  // What is left is too small to be a difference: its first terms are summed themselves.
  let rest = 0;
  for (let k = events; k <= Math.min(count, events + 50); k += 1) {
    rest += Math.exp(term);
    term += Math.log(count - k) - Math.log(k + 1) + Math.log(probability) - Math.log1p(-probability);
  }
  return Math.min(1, rest);
}

/** Looks that the actions lead the same way from; looks that led elsewhere by the same action are never together. */
function groupsOf(outcomes: readonly Targets[]): number[][] {
  const led = new Map<number, Map<number, Set<number>>>();
  for (const [action, targets] of outcomes.entries()) {
    for (const [target, looks] of targets) {
      for (const look of looks) {
        const own = led.get(look) ?? new Map<number, Set<number>>();
        led.set(look, own);
        own.set(action, (own.get(action) ?? new Set<number>()).add(target));
      }
    }
  }
  const groups: { readonly looks: number[]; readonly led: Map<number, Set<number>> }[] = [];
  // Those that tell most first, so that groups begin with what is known best.
  const ordered = [...led].toSorted(([a, x], [b, y]) => y.size - x.size || a - b);
  for (const [look, own] of ordered) {
    const fits = groups
      .map((group) => ({ group, score: agreement(group.led, own) }))
      .filter(({ score }) => score >= 0)
      .toSorted((a, b) => b.score - a.score);
    const best = fits[0]?.group;
    if (best === undefined) {
      groups.push({
        looks: [look],
        led: new Map([...own].map(([action, targets]) => [action, new Set(targets)])),
      });
      continue;
    }
    best.looks.push(look);
    for (const [action, targets] of own) {
      const known = best.led.get(action) ?? new Set<number>();
      best.led.set(action, known);
      for (const target of targets) known.add(target);
    }
  }
  return groups.map(({ looks }) => looks.toSorted((a, b) => a - b));
}

/** How many actions lead the same way; -1 where one leads elsewhere. */
function agreement(
  group: ReadonlyMap<number, ReadonlySet<number>>,
  look: ReadonlyMap<number, ReadonlySet<number>>,
): number {
  let agreed = 0;
  for (const [action, targets] of look) {
    const known = group.get(action);
    if (known === undefined) continue;
    if ([...targets].every((target) => !known.has(target))) return -1;
    agreed += 1;
  }
  return agreed;
}
