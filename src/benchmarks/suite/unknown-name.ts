import type { Milestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';
import type { GraphWorld } from '../../environments/graph/graph-world.js';

/**
 * Why nobody can do a task in this world, as a sentence: it starts nowhere, or a screen milestone names no state and no
 * screen that there is. null when every name it needs is in the graph.
 */
export function unknownName(task: Task, world: GraphWorld): string | null {
  const isNode = (id: string): boolean => world.graph.nodeIndex.has(id);
  if (task.start !== undefined && !isNode(task.start)) {
    return `task "${task.id}" starts on "${task.start}", which is not in the graph`;
  }
  const waiting: Milestone[] = [...task.milestones].toReversed();
  for (let milestone = waiting.pop(); milestone !== undefined; milestone = waiting.pop()) {
    if (milestone.type === 'group') waiting.push(...milestone.children.toReversed());
    if (milestone.type !== 'screen') continue;
    if (milestone.screens.some((id) => isNode(id) || world.hasScreen(id))) continue;
    const names = milestone.screens.map((id) => `"${id}"`).join(', ');
    const are = milestone.screens.length === 1 ? 'is' : 'are';
    return `task "${task.id}": milestone "${milestone.id}" needs ${names}, which ${are} not in the graph`;
  }
  return null;
}
