import type { RunCard } from '../../../src/report/view/run-card.js';

/** Whether every word that was typed is somewhere in what the run is: name, state, why it stopped or cannot be read, note, tags, or its identity as `path=value`. */
export function isRunMatch(run: RunCard, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { id, benchmark, agent, models, mode, state, problem, tags, note, identity } = run;
  const text = [
    id,
    benchmark,
    agent,
    mode,
    state,
    problem ?? '',
    note,
    ...models,
    ...tags,
    ...identity.map(([path, value]) => `${path}=${value}`),
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
