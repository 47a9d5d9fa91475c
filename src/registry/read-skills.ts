import { z } from 'zod';
import type { Skills } from '../benchmarks/sphinx/agents/react.js';
import { readJsonFile } from '../formats/read-json-file.js';

const SkillsSchema = z.record(z.string(), z.array(z.string().min(1)));

/**
 * Skills by task id from a file `{"task id": ["first step", …]}`.
 *
 * @throws {DatasetError} naming what is wrong with the file
 */
export async function readSkills(file: string): Promise<Skills> {
  return new Map(Object.entries(await readJsonFile(file, SkillsSchema)));
}
