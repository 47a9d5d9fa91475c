import { plural } from '../../domain/text/plural.js';
import type { RunIdentity } from '../../domain/run.js';

/** What a run is a fork of, in a sentence for whoever reads its results; null for a run that is none. */
export function forkNote({ fork, repeats }: Pick<RunIdentity, 'fork' | 'repeats'>): string | null {
  if (fork === undefined) return null;
  const changed = Object.entries(fork.changes).map(([name, value]) => `${name}=${value}`);
  const action = fork.action === undefined ? [] : [`${fork.action.type} at that step`];
  const changes = [...action, ...changed];
  const how = changes.length === 0 ? 'nothing changed' : changes.join(', ');
  return `A fork, no result of the benchmark: ${plural(repeats, 'future')} of ${fork.item}, repeat ${fork.repeat + 1}, of run ${fork.run} from step ${fork.step + 1}, with ${how}.`;
}
