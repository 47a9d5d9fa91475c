import { join } from 'node:path';
import { z } from 'zod';
import type { Activity } from '../../../domain/screen.js';
import { readJsonFile } from '../../../formats/read-json-file.js';

const ActivitiesSchema = z.array(
  z.tuple([z.string(), z.string()]).transform(([name, activity]): Activity => ({ package: name, activity })),
);

/** The foreground activity of each screen of a folder, from `activities.json`. @throws {DatasetError} */
export function readActivities(
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Activity[]> {
  return readJsonFile(join(folder, 'activities.json'), ActivitiesSchema, options);
}
