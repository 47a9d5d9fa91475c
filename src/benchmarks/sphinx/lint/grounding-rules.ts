import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RecordedActionSchema } from '../saved-runs/native-action.js';
import type { Finding } from '../../../domain/finding.js';
import { boxContains } from '../../../domain/geometry.js';
import { parseBounds } from '../../../domain/hierarchy/bounds.js';
import { HierarchyParseError } from '../../../domain/hierarchy/hierarchy-parse-error.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';
import { found } from '../../../lint/rules.js';
import { foundInSphinx } from './rules.js';
import { countAddresses } from './personal-data.js';

const SCREENS = 'lowlevel_tasks';

const TaskSchema = z.object({
  id: z.int().nonnegative(),
  app: z.string().min(1),
  instruction: z.string().min(1),
  groundtruth: RecordedActionSchema,
});
type Task = z.infer<typeof TaskSchema>;

/** What is wrong with `lowlevel_tasks.json` and its screens. `value` is the parsed file. */
export async function lintGrounding(
  folder: string,
  value: unknown,
  file: string,
  options: { signal: AbortSignal },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tasks = tasksIn(value, file, findings);
  const names = new Set(await readdir(join(folder, SCREENS)).catch(() => []));
  const missing: number[] = [];
  for (const { task, index } of tasks) {
    if (!names.has(`${task.id}.xml`)) {
      missing.push(task.id);
      continue;
    }
    findings.push(...(await lintTask(folder, task, { file, path: [index] }, options)));
  }
  if (missing.length > 0) {
    const message = `${missing.length} of ${tasks.length} grounding tasks have no screen in ${SCREENS}`;
    const subjects = missing.map(String);
    findings.push(foundInSphinx('sphinx/missing-screen', { file, path: [], subjects, message }));
  }
  const known = new Set(tasks.map(({ task }) => String(task.id)));
  const orphans = [...names]
    .flatMap((name) => /^(\d+)\.xml$/.exec(name)?.[1] ?? [])
    .filter((id) => !known.has(id));
  if (orphans.length > 0) {
    const message = `${orphans.length} screens of ${SCREENS} belong to no grounding task`;
    findings.push(foundInSphinx('sphinx/orphan-screen', { file: SCREENS, subjects: orphans, message }));
  }
  return findings;
}

function tasksIn(value: unknown, file: string, findings: Finding[]): { task: Task; index: number }[] {
  if (!Array.isArray(value)) {
    const message = 'expected a list of grounding tasks';
    findings.push(found('file/schema', { file, path: [], subjects: [file], message }));
    return [];
  }
  const ids = new Set<number>();
  return (value as readonly unknown[]).flatMap((item, index) => {
    const result = TaskSchema.safeParse(item);
    if (!result.success) {
      const [issue] = result.error.issues;
      const path = [
        index,
        ...(issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part)),
      ];
      const message = issue?.message ?? 'this is no grounding task';
      findings.push(found('file/schema', { file, path, subjects: [`#${index}`], message }));
      return [];
    }
    const task = result.data;
    if (ids.has(task.id)) {
      const message = `the id ${task.id} is given twice`;
      const subjects = [String(task.id)];
      findings.push(found('task/duplicate-id', { file, path: [index, 'id'], subjects, message }));
    }
    ids.add(task.id);
    return [{ task, index }];
  });
}

async function lintTask(
  folder: string,
  { id, groundtruth }: Task,
  where: { readonly file: string; readonly path: readonly number[] },
  { signal }: { signal: AbortSignal },
): Promise<Finding[]> {
  const screen = `${SCREENS}/${id}.xml`;
  const subjects = [String(id)];
  const bytes = await readBytes(join(folder, screen), {
    maxBytes: FILE_LIMITS.hierarchy,
    within: folder,
    signal,
  });
  const findings: Finding[] = [];
  const addresses = countAddresses(bytes);
  if (addresses > 0) {
    const message = `the screen of grounding task ${id} holds ${addresses} e-mail address${addresses === 1 ? '' : 'es'}`;
    findings.push(
      foundInSphinx('sphinx/personal-data', { file: screen, subjects, message, details: { addresses } }),
    );
  }
  let hierarchy: UiHierarchy;
  try {
    hierarchy = parseHierarchy(bytes);
  } catch (error) {
    if (!(error instanceof HierarchyParseError)) throw error;
    const message = `the screen of grounding task ${id} cannot be parsed`;
    return [...findings, found('world/broken-hierarchy', { file: screen, subjects, message })];
  }
  const element = 'element' in groundtruth ? groundtruth.element : null;
  const box = element ? parseBounds(element['bounds'] ?? '') : null;
  if (box === null) return findings;
  if (!hierarchy.nodes.some((node) => node.attribute('bounds') === element?.['bounds'])) {
    const message = `the element of grounding task ${id} is not on its screen`;
    findings.push(foundInSphinx('sphinx/element-not-on-screen', { ...where, subjects, message }));
  }
  if (!hierarchy.widgets.some((widget) => boxContains(box, ...widget.centre))) {
    const message = `no widget has its centre in the target of grounding task ${id}`;
    findings.push(foundInSphinx('sphinx/grounding-out-of-reach', { ...where, subjects, message }));
  }
  return findings;
}
