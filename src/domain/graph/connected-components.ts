/**
 * Strongly connected components of a directed graph given by the successors of each node, as lists of nodes. Without
 * recursion, so any depth will do.
 *
 * Source: Tarjan 1972.
 */
export function connectedComponents(successors: readonly (readonly number[])[]): number[][] {
  const order = successors.map(() => -1);
  const low = successors.map(() => 0);
  const isOpen = successors.map(() => false);
  const open: number[] = [];
  const components: number[][] = [];
  let visits = 0;

  const enter = (node: number): { node: number; edge: number } => {
    order[node] = visits;
    low[node] = visits;
    visits += 1;
    open.push(node);
    isOpen[node] = true;
    return { node, edge: 0 };
  };
  const close = (node: number): void => {
    if (low[node] !== order[node]) return;
    const component = open.splice(open.lastIndexOf(node));
    for (const member of component) isOpen[member] = false;
    components.push(component);
  };

  for (const start of successors.keys()) {
    if (order[start] !== -1) continue;
    const frames = [enter(start)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node } = frame;
      const next = successors[node]?.[frame.edge];
      frame.edge += 1;
      if (next === undefined) {
        close(node);
        frames.pop();
        const parent = frames.at(-1)?.node;
        if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
      } else if (order[next] === -1) {
        frames.push(enter(next));
      } else if (isOpen[next] === true) {
        low[node] = Math.min(low[node] ?? 0, order[next] ?? 0);
      }
    }
  }
  return components;
}
