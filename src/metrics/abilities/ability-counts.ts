import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { AbilityCount, TaskAbilityCount } from './ability-rate.js';

/** A milestone of an item: the abilities it calls for, often one, and whether it was reached. */
export interface TaggedMilestone {
  readonly abilities: readonly string[];
  readonly hit: boolean;
}

/** An item with its milestones in the task's order. */
export interface ItemMilestones {
  readonly key: ItemKey;
  readonly milestones: readonly TaggedMilestone[];
}

/**
 * Milestones of each ability that were reached, of those that were called for: every one reached, and of each unfinished
 * item the first one missed, since what comes after it was never called for. A milestone counts for every ability it
 * names. Kept apart by task, whose milestones (and repeats) are not independent. Abilities in the order in which they
 * are first counted.
 *
 * Source: ColorBench paper section 5.1.1 (AC); reference code `parse_result.py`.
 */
export function countAbilities(items: Iterable<ItemMilestones>): AbilityCount[] {
  const abilities = new Map<string, Map<string, { hit: number; total: number; items: string[] }>>();
  for (const { key, milestones } of items) {
    const firstMissed = milestones.findIndex(({ hit }) => !hit);
    const counted = milestones.filter(({ hit }, index) => hit || index === firstMissed);
    for (const [ability, hit] of counted.flatMap(abilitiesOf)) {
      const tasks =
        abilities.get(ability) ?? new Map<string, { hit: number; total: number; items: string[] }>();
      abilities.set(ability, tasks);
      const count = tasks.get(key.item) ?? { hit: 0, total: 0, items: [] };
      tasks.set(key.item, count);
      count.hit += Number(hit);
      count.total += 1;
      const text = itemKeyText(key);
      if (!count.items.includes(text)) count.items.push(text);
    }
  }
  return [...abilities].map(([ability, tasks]) => {
    const byTask = [...tasks].map(([task, count]): TaskAbilityCount => ({ task, ...count }));
    const sum = (field: 'hit' | 'total'): number => byTask.reduce((total, count) => total + count[field], 0);
    return { ability, hit: sum('hit'), total: sum('total'), byTask };
  });
}

function abilitiesOf({ abilities, hit }: TaggedMilestone): (readonly [string, boolean])[] {
  return abilities.map((ability) => [ability, hit] as const);
}
