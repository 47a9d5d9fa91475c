import type { Finding } from '../../domain/finding.js';
import { found } from '../rules.js';
import type { TasksSubject } from '../task-subject.js';

/** Bytes a folder name may have on most Linux file systems. */
const LONGEST_NAME = 255;
const UNSAFE = /[/:*?"<>|~\\]/g;

/** Instructions that the published scorer makes folder names of, and cannot. */
export function lintFolderNames(subject: TasksSubject): Finding[] {
  const findings: Finding[] = [];
  for (const task of subject.tasks) {
    const [text = ''] = Object.values(task.instructions);
    const where = { file: subject.file, path: task.path, subjects: [task.id] };
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > LONGEST_NAME) {
      const message = `the instruction of task ${task.id} is ${bytes} bytes of UTF-8, more than the ${LONGEST_NAME} a folder name may have`;
      findings.push(found('task/long-name', { ...where, message, details: { bytes } }));
    }
    const characters = [...new Set(text.match(UNSAFE) ?? [])];
    if (characters.length > 0) {
      const message = `the instruction of task ${task.id} holds ${characters.join(' ')}`;
      findings.push(found('task/unsafe-name', { ...where, message, details: { characters } }));
    }
  }
  return findings;
}
