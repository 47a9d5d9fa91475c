import { foldAppName } from '../../domain/graph/build-graph.js';
import type { Finding } from '../../domain/finding.js';
import type { Graph } from '../../domain/graph/graph.js';
import { found } from '../rules.js';
import type { TaskSubject, TasksSubject } from '../task-subject.js';

/** What is wrong with tasks by themselves. `graph` is null where it could not be read. */
export function lintTasks(subject: TasksSubject, graph: Graph | null): Finding[] {
  const { file, tasks } = subject;
  const findings: Finding[] = [];
  const ids = new Set<string>();
  const byInstruction = new Map<string, TaskSubject>();
  const apps = graph === null ? null : knownApps(graph);
  for (const task of tasks) {
    const where = { file, path: task.path, subjects: [task.id] };
    if (ids.has(task.id)) {
      findings.push(found('task/duplicate-id', { ...where, message: `the id ${task.id} is given twice` }));
    }
    ids.add(task.id);
    for (const text of new Set(Object.values(task.instructions).map((value) => value.trim()))) {
      const twin = byInstruction.get(text);
      if (twin !== undefined && text !== '') {
        const subjects = [task.id, twin.id];
        const message = `task ${task.id} has the instruction of task ${twin.id}`;
        findings.push(found('task/duplicate-instruction', { ...where, subjects, message }));
      }
      byInstruction.set(text, task);
    }
    const missing = subject.languages.filter((language) => (task.instructions[language] ?? '').trim() === '');
    if (missing.length > 0) {
      const message = `task ${task.id} has no instruction in ${missing.join(', ')}`;
      findings.push(found('task/missing-language', { ...where, message, details: { missing } }));
    }
    if (task.milestones.length === 0 && !task.hasEvaluators && task.hasObligations !== true) {
      findings.push(
        task.hasProhibitions === true
          ? found('task/prohibitions-alone', {
              ...where,
              message: `task ${task.id} says only what must not be done`,
            })
          : found('task/no-milestone', { ...where, message: `task ${task.id} has no success rule` }),
      );
    }
    if (task.start !== null && graph?.nodeIndex.has(task.start) === false) {
      const message = `task ${task.id} starts on "${task.start}", which is not in the graph`;
      findings.push(found('task/unknown-start', { ...where, message }));
    }
    for (const app of task.apps) {
      if (apps === null || apps.has(foldAppName(app))) continue;
      const message = `task ${task.id} names the app "${app}", which the launcher does not know`;
      findings.push(found('task/unknown-app', { ...where, subjects: [task.id, app], message }));
    }
  }
  return findings;
}

function knownApps(graph: Graph): ReadonlySet<string> {
  const { entries, aliases } = graph.launcher.corrected;
  return new Set([...entries.keys(), ...aliases.keys()]);
}
