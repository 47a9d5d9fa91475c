import { resolve } from 'node:path';
import { isModule } from '../../registry/plugins/load-module.js';
import { schemeOf } from '../../files/open-object-store.js';
import { isPromptFolder } from '../prompts/prompt-folder.js';
import type { Settings } from './setting.js';

/** Settings that name one file or folder. */
const PATHS = ['data', 'elements', 'cache', 'record', 'replay', 'prices', 'profile'] as const;

/** Settings of a call with their files made absolute: they lie where it is given, not where the run was begun. */
export function fromHere(given: Partial<Settings>, workingDirectory: string): Partial<Settings> {
  const here = (path: string): string => resolve(workingDirectory, path);
  const module = (name: string): string => (isModule(name) ? here(name) : name);
  const paths = PATHS.flatMap((key) => {
    const path = given[key];
    return typeof path === 'string' ? [[key, here(path)]] : [];
  });
  const { files, agent, plugins, dialect, roleDialects, roleProfiles, prompts, promptSource } = given;
  return {
    ...given,
    ...Object.fromEntries(paths),
    ...(typeof files === 'string' && schemeOf(files) === null ? { files: here(files) } : {}),
    ...(agent === undefined ? {} : { agent: module(agent) }),
    ...(plugins === undefined ? {} : { plugins: plugins.map(module) }),
    ...(typeof dialect === 'string' ? { dialect: module(dialect) } : {}),
    ...(roleDialects === undefined ? {} : { roleDialects: mapValues(roleDialects, module) }),
    ...(roleProfiles === undefined ? {} : { roleProfiles: mapValues(roleProfiles, here) }),
    ...(prompts === undefined ? {} : { prompts: mapValues(prompts, here) }),
    ...(promptSource === undefined || !isPromptFolder(promptSource)
      ? {}
      : { promptSource: here(promptSource) }),
  };
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
