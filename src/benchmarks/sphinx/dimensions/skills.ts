import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../../formats/read-json-file.js';
import type { SphinxPair } from '../saved-runs/pair.js';
import { recordingFolder } from '../recordings/recording.js';

const SkillSchema = z
  .object({
    name: z.string(),
    length: z.int(),
    start_index: z.int().nonnegative(),
    end_index: z.int().nonnegative(),
  })
  .transform(({ name, length, start_index: start, end_index: end }) => ({ name, length, start, end }));

/** A named part of a recorded trajectory. */
export interface Skill {
  readonly name: string;
  /** Steps, as the file says; in a few files this disagrees with the indices. */
  readonly length: number;
  /** First and last step, both included, from 0. */
  readonly start: number;
  readonly end: number;
}

/** The parts that a pair's authors cut its trajectory into. @throws {DatasetError} naming file and place */
export function readSkills(
  dataDirectory: string,
  pair: SphinxPair,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Skill[]> {
  return readJsonFile(
    join(recordingFolder(dataDirectory, pair), 'skills.json'),
    z.array(SkillSchema),
    options,
  );
}

/** What is odd about the parts of a trajectory of `steps` steps, the last of which is the stop and belongs to none. */
export function skillDefects(skills: readonly Skill[], steps: number): string[] {
  const defects: string[] = [];
  let next = 0;
  let tiled = true;
  for (const { name, length, start, end } of skills) {
    const counted = end - start + 1;
    if (length !== counted) defects.push(`skill "${name}" says length ${length}, its indices say ${counted}`);
    tiled &&= start === next;
    next = end + 1;
  }
  if (!tiled || next !== steps - 1) defects.push('the skills do not cover each step before the stop once');
  return defects;
}
