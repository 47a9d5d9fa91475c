import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { hashFile } from '../../files/hash-file.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { PluginError } from './plugin-error.js';

/** Most files of a package that are hashed. */
const MAX_FILES = 2000;

const PackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  main: z.string().optional(),
  exports: z.unknown().optional(),
});

export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** The module that stands for it, absolute. */
  readonly file: string;
}

/**
 * An installed package by its name, as a module in the working directory would find it. Nothing of it is run.
 *
 * @throws {PluginError} when it is not installed, or says no module
 */
export async function findPackage(name: string, workingDirectory: string): Promise<FoundPackage> {
  if (!/^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(name)) {
    throw new PluginError(`${JSON.stringify(name)} is neither the name of a package nor a module`, {
      hint: 'Name an installed package, or a file such as ./my-plugin.mjs.',
    });
  }
  let above = workingDirectory;
  for (;;) {
    const folder = join(above, 'node_modules', name);
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { version, main, exports } = await readJsonFile(file, PackageSchema);
      const entry = join(folder, entryOf(exports) ?? main ?? 'index.js');
      requireWithin(folder, entry, name);
      return { name, version, folder, file: entry };
    }
    const next = dirname(above);
    if (next === above) break;
    above = next;
  }
  throw new PluginError(`there is no package "${name}" from ${workingDirectory} upwards`, {
    hint: `\`npm install ${name}\` puts it there; a file is named with its path, such as ./my-plugin.mjs.`,
  });
}

/** @throws {PluginError} for an entry that is none of the files that are hashed, behind all links */
function requireWithin(folder: string, entry: string, name: string): void {
  const place = { file: join(folder, 'package.json') };
  const hint = 'Its main module is to be a file of the package itself.';
  if (!existsSync(entry)) {
    throw new PluginError(`the package ${name} has no module ${relative(folder, entry)}`, { place, hint });
  }
  const way = relative(realpathSync(folder), realpathSync(entry)).split(sep);
  if (way[0] === '..' || isAbsolute(way.join(sep)) || way.includes('node_modules')) {
    throw new PluginError(`the module of the package ${name} lies outside of it`, { place, hint });
  }
}

/** The module behind `exports` of a package.json. */
function entryOf(exports: unknown): string | null {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return null;
  const entries = exports as Readonly<Record<string, unknown>>;
  for (const key of ['.', 'node', 'import', 'default']) {
    const found = Object.hasOwn(entries, key) ? entryOf(entries[key]) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * SHA-256 over names and bytes of a package's files, also of those behind links; what is installed within it is left out.
 *
 * @throws {PluginError} for more than 2000 files, and a link to a folder
 */
export async function hashPackage({ name, folder }: FoundPackage): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    const file = relative(folder, join(entry.parentPath, entry.name));
    if (file.split(sep).includes('node_modules')) continue;
    if (entry.isSymbolicLink() && !(await isFile(join(folder, file)))) {
      throw new PluginError(`${file} of the package ${name} is a link to a folder or to nothing`, {
        place: { file: join(folder, file) },
        hint: 'What lies behind it would not be hashed; put the files themselves there.',
      });
    }
    if (entry.isFile() || entry.isSymbolicLink()) files.push(file);
  }
  files.sort();
  if (files.length > MAX_FILES) {
    throw new PluginError(`the package ${name} has more than ${MAX_FILES} files`, {
      place: { file: folder },
    });
  }
  const hash = createHash('sha256');
  for (const file of files) {
    const own = await hashFile(join(folder, file), { maxBytes: FILE_LIMITS.source });
    hash.update(`${file.split(sep).join('/')} ${own}\n`);
  }
  return hash.digest('hex');
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
