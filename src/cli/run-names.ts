import type { RunIndex } from '../formats/run/run-index.js';
import { agentLabel } from './run-tables.js';

/** Names of runs in tables: the agent's where that tells them apart, with the run's id where it does not. */
export function runNames(indexes: readonly Pick<RunIndex, 'start' | 'directory'>[]): string[] {
  const labels = indexes.map(agentLabel);
  const ids = indexes.map(({ start }) => start.run);
  return indexes.map(({ directory }, position) => {
    const label = labels[position] ?? '';
    const id = ids[position] ?? '';
    if (isOnly(labels, label)) return label;
    // Copies of one run share its id.
    return isOnly(ids, id) ? `${label} [${id}]` : `${label} [${directory}]`;
  });
}

function isOnly(names: readonly string[], name: string): boolean {
  return names.filter((other) => other === name).length === 1;
}
