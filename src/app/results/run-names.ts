import type { RunIndex } from '../../formats/run/run-index.js';
import { agentLabel } from './agent-label.js';

/**
 * Names of different runs in tables: the agent's where that is unique, with the run's id where it is not, and
 * when it began where an id was used again.
 */
export function runNames(indexes: readonly Pick<RunIndex, 'start'>[]): string[] {
  const labels = indexes.map(agentLabel);
  const ids = indexes.map(({ start }) => start.run);
  return indexes.map(({ start }, position) => {
    const label = labels[position] ?? '';
    if (isOnly(labels, label)) return label;
    return isOnly(ids, start.run) ? `${label} [${start.run}]` : `${label} [${start.run}, ${start.at}]`;
  });
}

function isOnly(names: readonly string[], name: string): boolean {
  return names.filter((other) => other === name).length === 1;
}
