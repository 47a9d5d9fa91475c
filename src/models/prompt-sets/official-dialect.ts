import type { Dialect } from '../dialects/dialect.js';
import type { PromptSet } from './prompt-set.js';
import type { PromptTexts } from './prompt-texts.js';

/** Official prompts that an agent is to ask in. */
export interface OfficialPrompts {
  readonly set: PromptSet;
  readonly texts: PromptTexts;
}

/**
 * A dialect that is asked in the official texts of a prompt set. Answers are read and earlier calls are written as before;
 * message order and sampling are the set's.
 *
 * @param dialect of the family that the set names, with the set's history, picture and switches
 */
export function officialDialect(dialect: Dialect, { set, texts }: OfficialPrompts): Dialect {
  const ids = [...set.texts, ...(set.agentTexts ?? [])];
  return {
    ...dialect,
    sampling: set.sampling,
    prompts: Object.fromEntries(set.texts.map((id) => [id, texts.text(id)])),
    promptSource: {
      kind: 'official',
      set: set.name,
      texts: Object.fromEntries(
        ids.map((id) => {
          const { repository, path, sha256, listed } = texts.describe(id);
          return [id, { repository, path, sha256, listed }];
        }),
      ),
    },
    promptOrigins: Object.fromEntries(
      ids.map((id) => {
        const { commit, blob } = texts.describe(id);
        return [id, { commit, blob }];
      }),
    ),
    buildRequest: (input) => set.request(input, { texts, coordinates: dialect.coordinates }),
  };
}
