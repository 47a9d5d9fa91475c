import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../errors.js';

/** Folder of a run that was given by path or by name. @throws {UserError} when neither is there */
export function findRun(name: string, runs: string, workingDirectory: string): string {
  const path = resolve(workingDirectory, name);
  if (existsSync(path)) return path;
  const byName = join(runs, name);
  if (existsSync(byName)) return byName;
  throw new UserError(`there is no run "${name}"`, {
    hint: `Looked for ${path} and ${byName}; \`touchstone list runs\` shows what there is.`,
  });
}
