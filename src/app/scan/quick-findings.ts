import type { RunIdentity } from '../../domain/run.js';
import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import type { Task } from '../../domain/task.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import { screenReader, trajectoryOf } from '../../formats/run/read-episodes.js';
import { SCANNERS } from '../../registry/scanners.js';

/** Touchstone's own scanners that need the journal alone. */
const QUICK = [...SCANNERS.values()].filter(
  ({ readsScreens, asksModel }) => !readsScreens && asksModel !== true,
);
const { signal } = new AbortController();

/** What the scanners that need the journal alone find in an attempt, at once: lists count it. */
export function quickFindings(
  record: AttemptRecord,
  task: Task,
  identity: Pick<RunIdentity, 'agent' | 'benchmark'>,
): readonly EpisodeFinding[] {
  const steps = record.steps.filter(({ observation }) => observation !== null);
  if (steps.length === 0) return [];
  // No scanner here opens a screen.
  const trajectory = trajectoryOf({ steps }, screenReader('', undefined));
  const episode = { task, trajectory, end: record.end, identity, signal };
  return QUICK.flatMap((scanner) => {
    const found = scanner.scan(episode);
    if (found === null || found instanceof Promise) return [];
    return found.map((finding) => ({ scanner: `${scanner.name}@${scanner.version}`, ...finding }));
  });
}
