import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { AppNameSchema } from '../saved-runs/pair.js';

/** One instruction and the apps it is given on. */
const TaskInfoSchema = z.object({
  id: z.int().nonnegative(),
  description: z.string().min(1),
  apps: z.array(AppNameSchema),
});
export type TaskInfo = z.infer<typeof TaskInfoSchema>;

/**
 * The tasks of a split: `all` (244 pairs of task and app) or `no-login` (the 163 of them whose app needs no account).
 *
 * @throws {DatasetError} naming file and place
 */
export function readTaskInfo(
  dataDirectory: string,
  split: 'all' | 'no-login',
  options: { readonly signal?: AbortSignal } = {},
): Promise<TaskInfo[]> {
  const file = join(dataDirectory, split === 'all' ? 'task_info_all.json' : 'task_info.json');
  return readJsonFile(file, z.array(TaskInfoSchema), options);
}
