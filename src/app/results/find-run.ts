import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';

/** Folder of a run that was given by path or by name. @throws {UserError} when neither is there */
export function findRun(name: string, runs: string, workingDirectory: string): string {
  const path = resolve(workingDirectory, name);
  if (existsSync(path)) return path;
  const byName = join(runs, name);
  if (existsSync(byName)) return byName;
  throw new UserError(`there is no run "${name}"`, {
    hint: `${didYouMean(name, namesBelow(runs))}Looked for ${path} and ${byName}; \`touchstone list runs\` shows what there is.`,
  });
}

/** Names of the runs in a folder, and of what else is there. */
export function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No runs folder yet.
    return [];
  }
}
