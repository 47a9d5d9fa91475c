import type { Finding } from '../../../domain/finding.js';
import { shortId, type GraphSubject } from '../../../lint/graph-subject.js';
import { found } from '../../../lint/rules.js';
import type { TasksSubject } from '../../../lint/task-subject.js';

const TODO = /\bTODO\b/;

/** Taps anywhere on a screen, which a world of screenshots begins with. */
export function lintWholeScreenTaps(subject: GraphSubject): Finding[] {
  const { graph, file } = subject;
  return graph.nodes.flatMap((node, index) => {
    const { width, height } = node.screens[0]?.size ?? graph.screenSize;
    return node.edges.flatMap((edge, number) =>
      edge.actions.flatMap((action, place) => {
        if (action.type !== 'click' || action.box === null) return [];
        const [left, top, right, bottom] = action.box;
        // Sides are inclusive: the last pixel is width - 1.
        if (left > 0 || top > 0 || right < width - 1 || bottom < height - 1) return [];
        const to = graph.nodes[edge.target]?.id ?? '';
        const message = `a tap anywhere on ${shortId(node.id)} leads to ${shortId(to)}`;
        const path = [...subject.action(index, number, place), 'box'];
        return [found('world/whole-screen-tap', { file, path, subjects: [node.id, to], message })];
      }),
    );
  });
}

/** Titles of nodes that somebody has yet to write. */
export function lintTodoTitles(subject: GraphSubject): Finding[] {
  const { graph, file } = subject;
  return graph.nodes.flatMap(({ id, title }, index) => {
    if (title === null || !TODO.test(title)) return [];
    const message = `the title of ${shortId(id)} still says TODO`;
    return [
      found('world/todo-left', { file, path: [...subject.node(index), 'title'], subjects: [id], message }),
    ];
  });
}

/** Instructions that somebody has yet to write. */
export function lintTodoInstructions({ file, tasks }: TasksSubject): Finding[] {
  return tasks.flatMap(({ id, path, instructions }) =>
    Object.entries(instructions).flatMap(([language, text]) => {
      // A user may want a list of that name: the mark ends with a colon, or stands in brackets.
      if (!/\bTODO\s*:|\(TODO\b|\[TODO\b/.test(text)) return [];
      const message = `the instruction of task ${id} (${language}) still says TODO`;
      const where = { file, path: [...path, 'instructions', language], subjects: [id] };
      return [found('world/todo-left', { ...where, message })];
    }),
  );
}
