import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Skills } from '../agents/react/react.js';
import { readJsonFile } from '../formats/read-json-file.js';

const SkillsSchema = z.record(z.string(), z.array(z.string().min(1)));

/**
 * Skills by task id from a file `{"task id": ["first step", …]}`, and the SHA-256 (hex) of what it says.
 *
 * @throws {DatasetError} naming what is wrong with the file
 */
export async function readSkills(file: string): Promise<{ readonly skills: Skills; readonly hash: string }> {
  const skills = await readJsonFile(file, SkillsSchema);
  const hash = createHash('sha256').update(JSON.stringify(skills)).digest('hex');
  return { skills: new Map(Object.entries(skills)), hash };
}
