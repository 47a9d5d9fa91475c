import { chooseSwitches } from '../dialects/choose-switches.js';
import { DialectSettingsError } from '../dialects/define-dialect.js';
import type { Dialect, DialectSettings } from '../dialects/dialect.js';
import type { OfficialAsking, PromptSet } from './prompt-set.js';
import type { PromptTexts } from './prompt-texts.js';
import { textIds } from './text-ids.js';

/** Official prompts that an agent is to ask in. */
export interface OfficialPrompts {
  readonly set: PromptSet;
  readonly texts: PromptTexts;
  /** The set's own switches, in place of their defaults. */
  readonly switches?: DialectSettings['switches'];
  /** For prompts that name the day; the clock of this machine unless given. */
  readonly now?: () => Date;
}

/**
 * A dialect that is asked in the official texts of a prompt set. Answers are read and earlier calls are written as before;
 * message order and sampling are the set's.
 *
 * @param dialect of the family that the set names, with the set's history, picture, coordinates and switches
 * @throws {DialectSettingsError} for a text that a switch does not take
 */
export function officialDialect(dialect: Dialect, prompts: OfficialPrompts): Dialect {
  const { set, texts, switches, now = () => new Date() } = prompts;
  const ids = textIds(set);
  const own = ownSwitches(set, switches);
  const ofDialect = Object.entries(dialect.switches).map(([name, value]) => [name, `${value}`]);
  const asked: OfficialAsking = {
    texts,
    coordinates: dialect.coordinates,
    history: dialect.history,
    switches: { ...Object.fromEntries(ofDialect), ...own },
    now,
  };
  return {
    ...dialect,
    sampling: set.sampling,
    switches: { ...dialect.switches, ...own },
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
    buildRequest: (input) => set.request(input, asked),
  };
}

function ownSwitches(
  { ownSwitches: own = {} }: PromptSet,
  given: DialectSettings['switches'],
): Readonly<Record<string, string>> {
  const entries = Object.entries(own);
  const defaults = Object.fromEntries(entries.map(([name, { default: word }]) => [name, word]));
  const words = Object.fromEntries(
    entries.flatMap(([name, { words: allowed }]) => (allowed === undefined ? [] : [[name, allowed]])),
  );
  const chosen = chooseSwitches(defaults, given, words);
  for (const [name, { form }] of entries) {
    const text = chosen[name];
    if (form === undefined || text === undefined || form.isOf(text)) continue;
    throw new DialectSettingsError(`the switch "${name}" cannot be ${JSON.stringify(text)}`, {
      hint: form.hint,
    });
  }
  return chosen;
}
