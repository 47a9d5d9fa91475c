import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Graph } from '../../domain/graph/graph.js';
import type { Task } from '../../domain/task.js';
import { DatasetError } from '../../errors.js';
import { readsHierarchy } from '../../evaluators/tree-rules/reads-hierarchy.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { suiteEntries } from './suite-rules.js';

/** Names that a sentence lists. */
const LISTED = 3;

/** Whether a rule of the task reads UI hierarchies, one that waits for somebody's word included. */
export function taskReadsHierarchies(task: Pick<Task, 'evaluators' | 'milestones'>): boolean {
  return suiteEntries(task).some((entry) => {
    if (entry.type === 'rule') return readsHierarchy(entry.rule);
    if (entry.type !== 'expectation') return false;
    const { expectation } = entry;
    return (
      (expectation.status === 'ready' || expectation.status === 'draft') && readsHierarchy(expectation.rule)
    );
  });
}

/** The screens of a graph that have no UI hierarchy, and whether one has. */
export function screensWithoutHierarchy({ nodes }: Graph): {
  readonly without: readonly string[];
  readonly hasSome: boolean;
} {
  const screens = nodes.flatMap((node) => node.screens);
  const without = screens.filter(({ hierarchy }) => hierarchy === null).map(({ id }) => id);
  return { without, hasSome: without.length < screens.length };
}

/** Up to three names, and how many more there are. */
export function someNames(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).map((name) => JSON.stringify(name));
  return names.length > LISTED ? `${shown.join(', ')} and ${names.length - LISTED} more` : shown.join(', ');
}

/**
 * Warns that rules of tasks read UI hierarchies that screens of the folder's world lack; null where they lack none, and where
 * there is no world that can be read, which is said elsewhere.
 *
 * @param tasks as they stand in the suite's file; they may be broken
 */
export async function hierarchyWarning(
  folder: string,
  tasks: readonly Readonly<Record<string, unknown>>[],
  { signal }: { readonly signal: AbortSignal },
): Promise<string | null> {
  const reading = tasks.filter(({ evaluators }) =>
    // Milestones are on screens; they need no hierarchy.
    taskReadsHierarchies({ evaluators: Array.isArray(evaluators) ? evaluators : [], milestones: [] }),
  );
  const file = join(folder, 'graph.json');
  if (reading.length === 0 || !existsSync(file)) return null;
  const graph = await readGraph(file, { signal }).catch((error: unknown) => {
    if (error instanceof DatasetError) return null;
    throw error;
  });
  if (graph === null) return null;
  const { without, hasSome } = screensWithoutHierarchy(graph);
  if (without.length === 0) return null;
  const ids = reading.map(({ id }) => String(id));
  const whose = hasSome ? 'these screens have none' : 'the world has none';
  return `rules of ${someNames(ids)} read UI hierarchies, and ${whose}: ${someNames(without)}. Episodes there are void. Put NAME.xml, as \`uiautomator dump\` writes it, next to each picture, and name it in graph.json as "hierarchy"`;
}
