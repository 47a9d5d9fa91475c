import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';

/**
 * Texts that say what they are: `[id]`, and filled `[id name=value; …]`, names in the order of the alphabet. They show which
 * text stands where, without any official wording.
 *
 * @param written texts by id that a set takes apart, and that therefore need a form of their own
 */
export function namedTexts(written: Readonly<Record<string, string>> = {}): PromptTexts {
  return {
    text: (id) => written[id] ?? `[${id}]`,
    fill: (id, values) => {
      const said = Object.entries(values)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`);
      return `[${id} ${said.join('; ')}]`;
    },
    build: (id, scope) => `[${id} ${JSON.stringify(scope)}]`,
    describe: (id) => ({
      repository: 'made/up',
      path: `${id}.py`,
      sha256: '0'.repeat(64),
      blob: '0'.repeat(40),
      commit: null,
      listed: true,
    }),
  };
}
