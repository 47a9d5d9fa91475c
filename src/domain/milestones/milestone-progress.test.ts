import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Milestone, MilestoneGroup } from './milestone.js';
import { choicesOf, MOST_CHOICES } from './milestone-choices.js';
import {
  answerWith,
  arriveAt,
  compileMilestones,
  completionOf,
  countReached,
  isComplete,
  isReached,
  NO_MILESTONES,
} from './milestone-progress.js';

function screen(id: string, ...screens: string[]): Milestone {
  return { id, type: 'screen', abilities: [], screens: screens.length === 0 ? [id] : screens };
}

function group(order: MilestoneGroup['order'], ...children: Milestone[]): Milestone {
  return { id: `${order}-group`, type: 'group', order, abilities: [], children };
}

function visit(milestones: readonly Milestone[], states: readonly string[]): string[] {
  const rules = compileMilestones(milestones);
  const reached = states.reduce((now, state) => arriveAt(rules, now, state), NO_MILESTONES);
  return rules.leaves.filter((_, index) => isReached(reached, index)).map(({ milestone }) => milestone.id);
}

describe('milestone progress', () => {
  it('reaches milestones of the top level in any order', () => {
    expect(visit([screen('a'), screen('b')], ['b', 'a'])).toEqual(['a', 'b']);
  });

  it('ignores a child of an ordered group until its elder siblings are reached', () => {
    expect(visit([group('ordered', screen('a'), screen('b'))], ['b', 'a'])).toEqual(['a']);
    expect(visit([group('ordered', screen('a'), screen('b'))], ['b', 'a', 'b'])).toEqual(['a', 'b']);
  });

  it('wants a whole elder group before the child after it', () => {
    const nested = [group('ordered', group('unordered', screen('a'), screen('b')), screen('c'))];
    expect(visit(nested, ['b', 'c', 'a'])).toEqual(['a', 'b']);
    expect(visit(nested, ['b', 'a', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('holds a nested group back until its turn comes', () => {
    const nested = [group('ordered', screen('a'), group('unordered', screen('b'), screen('c')))];
    expect(visit(nested, ['c', 'a', 'b'])).toEqual(['a', 'b']);
  });

  it('asks of a child of an ordered group nothing that is outside the group', () => {
    const beside = [screen('x'), group('ordered', screen('a'), screen('b')), screen('y')];
    expect(visit(beside, ['a', 'b'])).toEqual(['a', 'b']);
    const within = [group('unordered', screen('x'), group('ordered', screen('a'), screen('b')))];
    expect(visit(within, ['a', 'b'])).toEqual(['a', 'b']);
    const two = [group('ordered', screen('x'), screen('y')), group('ordered', screen('a'), screen('b'))];
    expect(visit(two, ['a', 'b', 'x'])).toEqual(['x', 'a', 'b']);
  });

  it('lets one arrival reach an elder sibling and its younger one', () => {
    expect(visit([group('ordered', screen('a', 'x'), screen('b', 'x'))], ['x'])).toEqual(['a', 'b']);
  });

  it('counts a milestone that names the screen shown and one that names its state', () => {
    const rules = compileMilestones([screen('node'), screen('picture')]);
    expect(countReached(arriveAt(rules, NO_MILESTONES, 'node', 'picture'))).toBe(2);
    expect(countReached(arriveAt(rules, NO_MILESTONES, null, 'picture'))).toBe(1);
    expect(countReached(arriveAt(rules, NO_MILESTONES, 'other', null))).toBe(0);
  });

  it('compares answers trimmed and without regard to case', () => {
    const rules = compileMilestones([{ id: 'q', type: 'answer', abilities: [], accepted: ['Four ', '4'] }]);
    expect(isComplete(rules, answerWith(rules, NO_MILESTONES, '\n FOUR'))).toBe(true);
    expect(isComplete(rules, answerWith(rules, NO_MILESTONES, 'fourteen'))).toBe(false);
  });

  it('gives a leaf without abilities those of the nearest group that has some', () => {
    const inner: Milestone = { ...screen('a'), abilities: ['find'] };
    const outer: Milestone = {
      id: 'g',
      type: 'group',
      order: 'unordered',
      abilities: ['share'],
      children: [inner, screen('b')],
    };
    expect(compileMilestones([outer]).leaves.map((leaf) => leaf.abilities)).toEqual([['find'], ['share']]);
    expect(compileMilestones([outer]).leaves.map((leaf) => leaf.groups)).toEqual([['g'], ['g']]);
  });

  it('never calls a task without milestones complete', () => {
    const rules = compileMilestones([]);
    expect(isComplete(rules, NO_MILESTONES)).toBe(false);
    expect(completionOf(rules, NO_MILESTONES)).toBe(0);
  });

  it('gives no completion for a screen without credit, which must be reached all the same', () => {
    const passed: Milestone = { ...screen('list'), type: 'screen', screens: ['list'], credit: false };
    const rules = compileMilestones([group('ordered', passed, screen('item'), screen('done'))]);
    const after = (...states: string[]) => {
      const reached = states.reduce((now, state) => arriveAt(rules, now, state), NO_MILESTONES);
      return [completionOf(rules, reached), isComplete(rules, reached)];
    };
    expect(after('list')).toEqual([0, false]);
    expect(after('item', 'done')).toEqual([0, false]);
    expect(after('list', 'item')).toEqual([0.5, false]);
    expect(after('list', 'item', 'done')).toEqual([1, true]);
    // Where one that has none is all that is missing, or all there is, it counts.
    const free = compileMilestones([passed, screen('item')]);
    expect(completionOf(free, arriveAt(free, NO_MILESTONES, 'item'))).toBe(0.5);
    const alone = compileMilestones([passed]);
    expect(completionOf(alone, arriveAt(alone, NO_MILESTONES, 'list'))).toBe(1);
  });

  it('takes any one child of alternatives for all of them, also where a younger sibling waits', () => {
    const ends = group('alternatives', group('ordered', screen('a'), screen('b')), screen('c'));
    const rules = compileMilestones([group('ordered', ends, screen('d'))]);
    const after = (...states: string[]) => {
      const reached = states.reduce((now, state) => arriveAt(rules, now, state), NO_MILESTONES);
      return [completionOf(rules, reached), isComplete(rules, reached)];
    };
    // By hand: the group and d are two; half of the longer end is a quarter.
    expect(after('d')).toEqual([0, false]);
    expect(after('a')).toEqual([0.25, false]);
    expect(after('a', 'd')).toEqual([0.25, false]);
    expect(after('a', 'b')).toEqual([0.5, false]);
    expect(after('c')).toEqual([0.5, false]);
    expect(after('c', 'd')).toEqual([1, true]);
    expect(after('a', 'b', 'd')).toEqual([1, true]);
    const shared = compileMilestones([
      group('ordered', group('alternatives', screen('a'), screen('b')), screen('c', 'a')),
    ]);
    expect(isComplete(shared, arriveAt(shared, NO_MILESTONES, 'a'))).toBe(true);
  });

  it('counts alternatives within alternatives by the one that came furthest', () => {
    const inner = group('ordered', group('alternatives', screen('a'), screen('b')), screen('c'), screen('d'));
    const rules = compileMilestones([
      group('alternatives', inner, group('unordered', screen('x'), screen('y'))),
    ]);
    const after = (...states: string[]) =>
      completionOf(
        rules,
        states.reduce((now, state) => arriveAt(rules, now, state), NO_MILESTONES),
      );
    expect(after('b')).toBeCloseTo(1 / 3, 12);
    expect(after('b', 'x')).toBe(0.5);
    expect(after('b', 'c', 'x')).toBeCloseTo(2 / 3, 12);
    expect(after('x', 'y')).toBe(1);
  });

  it('lists the ways to choose, and none where they are too many', () => {
    const ends = group('alternatives', screen('a'), group('alternatives', screen('b'), screen('c')));
    const ids = choicesOf(compileMilestones([ends, screen('d')]))?.map(({ leaves }) =>
      leaves.map(({ milestone }) => milestone.id),
    );
    expect(ids).toEqual([
      ['a', 'd'],
      ['b', 'd'],
      ['c', 'd'],
    ]);
    const plain = compileMilestones([screen('a')]);
    expect(choicesOf(plain)).toEqual([plain]);
    const many = Array.from({ length: 7 }, (_, at) =>
      group('alternatives', screen(`${at}a`), screen(`${at}b`)),
    );
    expect(2 ** many.length).toBeGreaterThan(MOST_CHOICES);
    expect(choicesOf(compileMilestones(many))).toBeNull();
    expect(choicesOf(compileMilestones(many.slice(1)))).toHaveLength(MOST_CHOICES);
  });

  it('is complete exactly where the milestones of one choice are', () => {
    const letters = ['a', 'b', 'c', 'd'];
    const tree = fc.letrec<{ node: Milestone }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(...letters).map((id) => screen(id)),
        fc
          .tuple(
            fc.constantFrom('ordered' as const, 'unordered' as const, 'alternatives' as const),
            fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
          )
          .map(([order, children]) => group(order, ...children)),
      ),
    })).node;
    const states = fc.array(fc.constantFrom(...letters), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 2 }), states, (milestones, visited) => {
        const rules = compileMilestones(milestones);
        const choices = choicesOf(rules);
        fc.pre(choices !== null);
        const done = (one: typeof rules) =>
          isComplete(
            one,
            visited.reduce((now, state) => arriveAt(one, now, state), NO_MILESTONES),
          );
        expect(done(rules)).toBe(choices?.some(done));
      }),
    );
  });

  it('only ever grows, stays in [0, 1], and reaches a hundred leaves in order', () => {
    const names = fc.array(fc.integer({ min: 0, max: 5 }).map(String), { maxLength: 30 });
    const tree = fc.letrec<{ node: Milestone }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('0', '1', '2', '3', '4', '5').map((id) => screen(id)),
        fc
          .constantFrom('0', '1')
          .map((id): Milestone => ({ ...screen(id), type: 'screen', screens: [id], credit: false })),
        fc
          .tuple(
            fc.constantFrom('ordered' as const, 'unordered' as const, 'alternatives' as const),
            fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
          )
          .map(([order, children]) => group(order, ...children)),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), names, (milestones, states) => {
        const rules = compileMilestones(milestones);
        let reached = NO_MILESTONES;
        for (const state of states) {
          const next = arriveAt(rules, reached, state);
          expect(next & reached).toBe(reached);
          expect(completionOf(rules, next)).toBeGreaterThanOrEqual(completionOf(rules, reached));
          expect(completionOf(rules, next)).toBeLessThanOrEqual(1);
          expect(completionOf(rules, next) === 1).toBe(isComplete(rules, next));
          reached = next;
        }
      }),
    );
    const many = Array.from({ length: 100 }, (_, index) => screen(`s${index}`));
    expect(
      visit(
        [group('ordered', ...many)],
        many.map(({ id }) => id),
      ),
    ).toHaveLength(100);
  });
});
