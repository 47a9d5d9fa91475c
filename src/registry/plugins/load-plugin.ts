import { resolve } from 'node:path';
import { findPackage, hashPackage } from './find-package.js';
import { loadModule, moduleFile } from './load-module.js';
import type { Plugin } from './plugin.js';
import { readPlugin } from './read-plugin.js';

/** A plug-in, and where it came from. */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  /** As the user named it. */
  readonly named: string;
  /** The module that was loaded, absolute. */
  readonly file: string;
  /** SHA-256 of the module, or of all files of the package. */
  readonly hash: string;
}

const WORDS = {
  what: 'the plug-in',
  hint: 'A plug-in is a module with `export default definePlugin({ … })`; see docs/plugins.md.',
};

/**
 * The plug-in that the user named: a module (`./mine.mjs`) or an installed package.
 *
 * @param check called with its hash before anything of it is run; throws to refuse it
 * @throws {UserError} naming the file and what is wrong with it
 */
export async function loadPlugin(
  named: string,
  workingDirectory: string,
  check: (hash: string) => void = () => undefined,
): Promise<LoadedPlugin> {
  const module = moduleFile(named);
  if (module !== null) {
    const file = resolve(workingDirectory, module.file);
    const { exported, hash } = await loadModule(file, WORDS, check);
    return { plugin: readPlugin(exported, { file, version: hash.slice(0, 12) }), named, file, hash };
  }
  const found = await findPackage(named, workingDirectory);
  const hash = await hashPackage(found);
  check(hash);
  const { exported } = await loadModule(found.file, WORDS);
  const { name, version, file } = found;
  // What is installed says which version it is.
  const plugin = { ...readPlugin(exported, { file, version }), name, version };
  return { plugin, named, file, hash };
}
