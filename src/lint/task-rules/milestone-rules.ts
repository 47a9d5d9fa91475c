import type { Finding } from '../../domain/finding.js';
import { isReached, arriveAt, NO_MILESTONES } from '../../domain/milestones/milestone-progress.js';
import type { Graph } from '../../domain/graph/graph.js';
import { shortId } from '../graph-subject.js';
import { found } from '../rules.js';
import type { TaskSubject, TasksSubject } from '../task-subject.js';

/** What the rules about milestones need to know of a graph. */
export interface MilestoneWorld {
  readonly graph: Graph;
  /** Node of a state or screen id. */
  readonly nodeOf: ReadonlyMap<string, number>;
  /** Nodes that can be reached from where a task starts. */
  reachedFrom(start: number): ReadonlySet<number>;
}

/** Milestones that cannot be met, are met for nothing, or meet each other. */
export function lintMilestones(subject: TasksSubject, world: MilestoneWorld): Finding[] {
  return subject.tasks.flatMap((task) => {
    const start = startOf(task, world.graph);
    const reached = start === null ? null : world.reachedFrom(start);
    return [
      ...(start === null ? [] : lintStart(subject, task, world.graph, start)),
      ...task.milestones.flatMap((_, index) => lintMilestone(subject, task, index, world, reached)),
    ];
  });
}

/** Node a task starts on; null when there is none of that name. */
export function startOf(task: TaskSubject, graph: Graph): number | null {
  return task.start === null ? graph.root : (graph.nodeIndex.get(task.start) ?? null);
}

function lintStart(subject: TasksSubject, task: TaskSubject, graph: Graph, start: number): Finding[] {
  const node = graph.nodes[start];
  if (node === undefined) return [];
  // Whichever screen shows: a milestone that only some of them meet is met for nothing all the same.
  const reached = node.screens.reduce(
    (now, screen) => now | arriveAt(task.rules, NO_MILESTONES, node.id, screen.id),
    NO_MILESTONES,
  );
  return task.milestones.flatMap(({ path }, index) => {
    if (!isReached(reached, index)) return [];
    const message = `task ${task.id}: milestone ${index + 1} is met by the start, ${shortId(node.id)}`;
    const where = { file: subject.file, path, subjects: [task.id], details: { milestone: index } };
    return [found('task/milestone-on-start', { ...where, message })];
  });
}

function lintMilestone(
  subject: TasksSubject,
  task: TaskSubject,
  index: number,
  world: MilestoneWorld,
  reached: ReadonlySet<number> | null,
): Finding[] {
  const { file } = subject;
  const milestone = task.milestones[index];
  if (milestone === undefined) return [];
  const name = `task ${task.id}: milestone ${index + 1}`;
  const where = { file, path: milestone.path, details: { milestone: index } };
  if (milestone.screens === null) {
    if (subject.countsAnswers) return [];
    const message = `${name} wants an answer`;
    return [found('task/milestone-answer', { ...where, subjects: [task.id], message })];
  }
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { id, path } of milestone.screens) {
    if (seen.has(id)) {
      const message = `${name} lists ${shortId(id)} twice`;
      findings.push(found('task/repeated-screen', { ...where, path, subjects: [task.id, id], message }));
    } else if (!world.nodeOf.has(id)) {
      const repair = nearestId(id, world.nodeOf);
      findings.push(
        found('task/milestone-absent', {
          file,
          path,
          subjects: [task.id, id],
          message: `${name} names ${shortId(id)}, which is not in the graph`,
          details: { milestone: index, suggestedRepair: repair },
          ...(repair !== null && { hint: `Did you mean ${repair}?` }),
        }),
      );
    }
    seen.add(id);
  }
  const known = [...seen].flatMap((id) => world.nodeOf.get(id) ?? []);
  if (known.length > 0 && reached !== null && !known.some((node) => reached.has(node))) {
    const message = `${name} is on ${[...seen].map(shortId).join(', ')}, which nothing leads to`;
    findings.push(found('task/milestone-unreachable', { ...where, subjects: [task.id, ...seen], message }));
  }
  const elder = task.milestones.findIndex(
    (other, at) => at < index && other.screens?.some(({ id }) => seen.has(id)) === true,
  );
  if (elder >= 0) {
    const message = `${name} shares a state with milestone ${elder + 1}`;
    const details = { milestone: index, elder };
    findings.push(found('task/shared-screen', { ...where, subjects: [task.id], message, details }));
  }
  return findings;
}

/** The only known id that differs by one character put in, left out or changed; null when there is none or several. */
function nearestId(id: string, known: ReadonlyMap<string, number>): string | null {
  let nearest: string | null = null;
  for (const candidate of known.keys()) {
    if (!isOneChangeApart(candidate, id)) continue;
    if (nearest !== null) return null;
    nearest = candidate;
  }
  return nearest;
}

/** Whether one text becomes the other by one character put in, left out or changed. */
function isOneChangeApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  return short.slice(start + (long.length === short.length ? 1 : 0)) === long.slice(start + 1);
}
