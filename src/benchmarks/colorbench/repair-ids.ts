import type { Graph } from '../../domain/graph/graph.js';
import type { ColorbenchTask } from './read-tasks.js';

/** A page id that the graph lacks, and the one that was meant. */
export interface IdRepair {
  readonly taskId: string;
  /** From 0. */
  readonly milestone: number;
  readonly pageNode: string;
  readonly repaired: string;
}

const HASH = /^(.*_)([0-9a-f]{32})(\.(?:png|jpg))$/;

/**
 * Page ids of milestones that the graph lacks, but for one hexadecimal digit of the app's hash: the mark that a
 * spreadsheet leaves when an id is dragged down a column. What is not unique is left alone.
 */
export function findIdRepairs(tasks: readonly ColorbenchTask[], graph: Graph): readonly IdRepair[] {
  const hashes = new Set<string>();
  for (const { id } of graph.nodes) {
    const hash = HASH.exec(id)?.[2];
    if (hash !== undefined) hashes.add(hash);
  }
  return tasks.flatMap((task) =>
    task.milestones.flatMap(({ pageNodes }, milestone) =>
      (pageNodes ?? []).flatMap((pageNode): IdRepair[] => {
        if (graph.nodeIndex.has(pageNode)) return [];
        const repaired = meantId(pageNode, hashes, graph);
        return repaired === null ? [] : [{ taskId: task.id, milestone, pageNode, repaired }];
      }),
    ),
  );
}

function meantId(pageNode: string, hashes: ReadonlySet<string>, graph: Graph): string | null {
  const [, before, hash, after] = HASH.exec(pageNode) ?? [];
  if (before === undefined || hash === undefined || after === undefined) return null;
  const candidates = [...hashes]
    .filter((known) => differences(known, hash) === 1)
    .map((known) => `${before}${known}${after}`)
    .filter((id) => graph.nodeIndex.has(id));
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

function differences(a: string, b: string): number {
  let count = 0;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) count += 1;
  return count;
}

/** The tasks with repaired ids in addition to the published ones, so that a visit to either counts. */
export function withRepairedIds(
  tasks: readonly ColorbenchTask[],
  repairs: readonly IdRepair[],
): readonly ColorbenchTask[] {
  return tasks.map((task) => {
    const own = repairs.filter(({ taskId }) => taskId === task.id);
    if (own.length === 0) return task;
    const milestones = task.milestones.map((milestone, index) => {
      const added = own.filter((repair) => repair.milestone === index).map(({ repaired }) => repaired);
      if (milestone.pageNodes === null || added.length === 0) return milestone;
      return { ...milestone, pageNodes: [...milestone.pageNodes, ...added] };
    });
    return { ...task, milestones };
  });
}
