import { UserError } from '../../errors.js';
import type { OfficialPrompts } from '../../models/prompt-sets/official-dialect.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { textIds } from '../../models/prompt-sets/text-ids.js';
import { DIALECTS } from '../../registry/dialects.js';
import { PROMPT_SETS } from '../../registry/prompt-sets.js';
import type { Settings } from '../settings/setting.js';
import { choosePromptSet } from './choose-prompt-set.js';
import { namedTexts } from './named-texts.js';

/** What the official prompts are chosen for. */
export interface AskedModel {
  /** Agent that asks. */
  readonly agent: string;
  /** The agent's own dialect, where the user names none. */
  readonly dialect: string;
  readonly benchmark: string;
}

/**
 * The official prompts as the settings want them; null where the words are to be Touchstone's or the user's own.
 *
 * @throws {UserError} where no set fits, one of its texts is not there, or prompts of the user's own are named as well
 */
export async function officialPrompts(
  { promptSource, promptSet, dialect, prompts }: Settings,
  asked: AskedModel,
  options: {
    readonly workingDirectory: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly sets?: ReadonlyMap<string, PromptSet>;
  },
): Promise<OfficialPrompts | null> {
  if (promptSource === 'touchstone') {
    if (promptSet === null) return null;
    throw new UserError("--prompt-set names official prompts, and the words are to be Touchstone's own", {
      hint: 'Add --prompt-source official.',
    });
  }
  if (Object.keys(prompts).length > 0) {
    throw new UserError('--prompt and --prompt-source exclude each other', {
      hint: 'Leave one of them out: the words are either official or your own.',
    });
  }
  const { sets = PROMPT_SETS } = options;
  const wanted = dialect ?? asked.dialect;
  const set = choosePromptSet(sets, {
    name: promptSet,
    dialect: wanted,
    usualVariant: DIALECTS.get(wanted)?.variants[0] ?? null,
    benchmark: asked.benchmark,
    agent: asked.agent,
  });
  requireAgent(set, asked.agent);
  requireFamily(set, dialect);
  return { set, texts: await namedTexts(promptSource, textIds(set), options) };
}

function requireAgent({ name, agents = ['direct'] }: PromptSet, agent: string): void {
  if (agents.includes(agent)) return;
  throw new UserError(`the official prompts ${name} are not those of the agent ${agent}`, {
    hint: `They are asked by --agent ${agents.join(' or ')}.`,
  });
}

function requireFamily({ name, dialect: own }: PromptSet, named: string | null): void {
  if (named === null || named === own || own.startsWith(`${named}@`)) return;
  throw new UserError(`the official prompts ${name} ask for answers in ${own}, not in ${named}`, {
    hint: `Leave --dialect out, or name ${own}.`,
  });
}
