import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { readCatalogue } from '../../models/prompt-sources/catalogue/read-catalogue.js';
import { checkCheckout } from '../../models/prompt-sources/checkout/check-checkout.js';
import { sourcedTexts } from './sourced-texts.js';
import { sourcedText, type SourcedText } from './sourced-text.js';

/**
 * The texts of these ids, as they are in a folder with clones.
 *
 * @throws {UserError} naming those that are not there
 * @throws {PromptStructureError} for one whose source was rewritten
 */
export async function textsOfFolder(folder: string, ids: readonly string[]): Promise<PromptTexts> {
  const wanted = (await readCatalogue()).filter(({ id }) => ids.includes(id));
  const found: SourcedText[] = [];
  for (const { prompts, commit } of await checkCheckout([folder], wanted)) {
    for (const checked of prompts) {
      if (checked.status === 'unreadable') throw checked.error;
      if (checked.status !== 'missing') found.push(sourcedText(checked, commit));
    }
  }
  return sourcedTexts(found, { ids, how: `not in ${folder}` });
}
