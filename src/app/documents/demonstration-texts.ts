import { DEMONSTRATION_TEXTS } from '../../agents/appagent/official-demonstration.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { namedTexts } from '../prompts/named-texts.js';
import type { Settings } from '../settings/setting.js';

/**
 * The official texts in which a model is to learn from demonstrations; undefined where the words are to be Touchstone's.
 *
 * @throws {UserError} where one of them is not there
 */
export async function demonstrationTexts(
  { promptSource }: Pick<Settings, 'promptSource'>,
  options: {
    readonly workingDirectory: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
): Promise<PromptTexts | undefined> {
  return promptSource === 'touchstone'
    ? undefined
    : await namedTexts(promptSource, DEMONSTRATION_TEXTS, options);
}
