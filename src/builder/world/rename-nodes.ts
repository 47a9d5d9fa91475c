import type { SuiteFile } from '../../formats/suite/suite-file.js';

/** A task whose node is gone. */
export interface LostNode {
  readonly task: string;
  readonly node: string;
}

/**
 * The suite with the ids that nodes have now, and what its tasks name that is gone.
 *
 * @param renamed by earlier id: the node that shows its screens now
 * @param isThere whether the world still has a node or screen of that id
 */
export function renameNodes(
  suite: SuiteFile,
  renamed: ReadonlyMap<string, string>,
  isThere: (id: string) => boolean,
): { readonly suite: SuiteFile; readonly lost: readonly LostNode[] } {
  const lost: LostNode[] = [];
  const tasks = suite.tasks.map((task) => {
    const nameOf = (id: string): string => {
      const name = isThere(id) ? id : (renamed.get(id) ?? id);
      if (!isThere(name)) lost.push({ task: task.id, node: id });
      return name;
    };
    return renamedIn(task, nameOf) as SuiteFile['tasks'][number];
  });
  return { suite: { ...suite, tasks }, lost };
}

/** Renames where tasks name nodes: where they start, and the screens of milestones. */
function renamedIn(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamedIn(one, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (key === 'start' && typeof inner === 'string') return [key, nameOf(inner)];
      if (key === 'screens' && Array.isArray(inner)) {
        return [key, [...new Set(inner.map((id: unknown) => (typeof id === 'string' ? nameOf(id) : id)))]];
      }
      return [key, renamedIn(inner, nameOf)];
    }),
  );
}
