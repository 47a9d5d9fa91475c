import { resolve } from 'node:path';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { isPromptFolder } from './prompt-folder.js';
import { storedTexts } from './prompt-store.js';
import { textsOfFolder } from './texts-of-folder.js';

/**
 * Official texts from where the user wants them: a folder of a clone, or those that were imported.
 *
 * @throws {UserError} where one of them is not there
 */
export async function namedTexts(
  promptSource: string,
  ids: readonly string[],
  {
    workingDirectory,
    environment,
  }: {
    readonly workingDirectory: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
): Promise<PromptTexts> {
  return isPromptFolder(promptSource)
    ? await textsOfFolder(resolve(workingDirectory, promptSource), ids)
    : await storedTexts(environment, ids);
}
