import { join } from 'node:path';
import { readBytes } from '../../../files/read-bytes.js';
import type { Finding } from '../../../domain/finding.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { findApp } from '../../../domain/live/live-app.js';
import { DatasetError } from '../../../errors.js';
import type { LiveFile } from '../../../formats/live/live-file.js';
import { parseLiveFile, readLive } from '../../../formats/live/read-live.js';
import { findingOfError, within } from '../../../lint/file-findings.js';
import { found } from '../../../lint/rules.js';
import type { TasksSubject, TaskSubject } from '../../../lint/task-subject.js';

const LIVE = 'live.json';

/**
 * What is wrong with the live form of a world: `live.json`, the pages that it names, and tasks that name apps or states which
 * are not there. Nothing is opened.
 *
 * @param text of `live.json`
 * @param graph of the recorded form; null where there is none
 */
export async function lintLive(
  folder: string,
  text: string,
  { tasks, graph, signal }: { tasks: TasksSubject | null; graph: Graph | null; signal: AbortSignal },
): Promise<Finding[]> {
  let live: LiveFile;
  try {
    live = parseLiveFile(text, LIVE);
    await readLive(folder, { signal });
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const file = error.place?.file ?? LIVE;
    return [findingOfError(error, file.startsWith(folder) ? within(folder, file) : file, LIVE)];
  }
  if (tasks === null) return [];
  const isMute = graph === null && (await areMute(folder, live));
  return tasks.tasks.flatMap((task) => [
    ...lintApps(task, tasks.file, live, graph),
    ...(isMute ? lintStates(task, tasks.file) : []),
  ]);
}

function lintApps(task: TaskSubject, file: string, live: LiveFile, graph: Graph | null): Finding[] {
  const where = { file, path: task.path, subjects: [task.id] };
  const findings: Finding[] = [];
  if (task.start !== null && findApp(live.apps, task.start) === null) {
    const message = `task ${task.id} starts in "${task.start}", which is no app of live.json`;
    const hint = 'Name an app of live.json, or leave the start out: the home screen.';
    // On the recorded form the start is a node, and the task is void on the live one alone.
    const severity = graph === null ? 'error' : 'warning';
    findings.push(found('task/unknown-start', { ...where, message, hint, severity }));
  }
  for (const app of graph === null ? task.apps : []) {
    if (findApp(live.apps, app) !== null) continue;
    const message = `task ${task.id} names the app "${app}", which live.json has not`;
    findings.push(found('task/unknown-app', { ...where, subjects: [task.id, app], message }));
  }
  return findings;
}

function lintStates(task: TaskSubject, file: string): Finding[] {
  if (task.milestones.every(({ screens }) => screens === null)) return [];
  const message = `task ${task.id} waits for a state, and no app of live.json says its own`;
  return [found('live/no-state', { file, path: task.path, subjects: [task.id], message })];
}

/** Largest page that is looked at, bytes; a larger one cannot be opened as an app. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** Whether no app says its state; where that cannot be seen (an app of a server, a script of its own file), it may. */
async function areMute(folder: string, { apps }: LiveFile): Promise<boolean> {
  for (const { url } of apps) {
    if (/^https?:/i.test(url)) return false;
    const file = join(folder, url.split(/[?#]/, 1)[0] ?? url);
    const bytes = await readBytes(file, { maxBytes: MAX_PAGE_BYTES, within: folder });
    const page = new TextDecoder().decode(bytes);
    if (/\btouchstone\b|<script[^>]*\ssrc\s*=|<iframe|\bimport\b/i.test(page)) return false;
  }
  return true;
}
