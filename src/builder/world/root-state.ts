import type { Material } from '../material/material.js';

/** The state that HOME leads to: where it led most often, else where most walks begin. */
export function rootState(
  { steps, walks }: Pick<Material, 'steps' | 'walks'>,
  states: readonly number[],
): number {
  const homes = steps.flatMap(({ to, actions }) => {
    const last = actions.at(-1);
    return last?.type === 'key' && last.key === 'HOME' ? [states[to] ?? 0] : [];
  });
  return mostFrequent(homes) ?? mostFrequent(walks.map(({ first }) => states[first] ?? 0)) ?? states[0] ?? 0;
}

function mostFrequent(list: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}
