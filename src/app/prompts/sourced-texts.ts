import { UserError } from '../../errors.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { readCatalogue } from '../../models/prompt-sources/catalogue/read-catalogue.js';
import { buildPrompt } from '../../models/prompt-sources/fill/build-prompt.js';
import { fillPrompt } from '../../models/prompt-sources/fill/fill-prompt.js';
import type { SourcedText } from './sourced-text.js';

/**
 * These texts, as prompt sets ask for them.
 *
 * @param wanted.ids that must be among them
 * @param wanted.how what is wrong with those that are not, such as `not imported`
 * @throws {UserError} naming those that are not, and their repositories
 */
export async function sourcedTexts(
  found: readonly SourcedText[],
  wanted: { readonly ids: readonly string[]; readonly how: string },
): Promise<PromptTexts> {
  const byId = new Map(found.map((text) => [text.id, text]));
  const missing = wanted.ids.filter((id) => !byId.has(id));
  if (missing.length > 0) throw await missingTexts(missing, wanted.how);
  const textOf = (id: string): SourcedText => {
    const text = byId.get(id);
    if (text === undefined) throw new Error(`no prompt set has named the text ${id}`);
    return text;
  };
  return {
    text: (id) => textOf(id).text,
    fill: (id, values) => fillPrompt(textOf(id), values).text,
    build: (id, scope) => buildPrompt(textOf(id).fragments ?? [], scope),
    describe: (id) => textOf(id),
  };
}

async function missingTexts(ids: readonly string[], how: string): Promise<UserError> {
  const entries = (await readCatalogue()).filter(({ id }) => ids.includes(id));
  const repositories = [...new Set(entries.map(({ repository }) => repository))];
  return new UserError(`official prompts are ${how}: ${ids.join(', ')}`, {
    hint: `Clone ${repositories.join(' and ')} from GitHub, then: touchstone prompts import FOLDER-OF-THE-CLONE. --prompt-source touchstone asks in Touchstone's wording.`,
  });
}
