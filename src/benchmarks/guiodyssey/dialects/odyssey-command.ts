import { chooseSwitches } from '../../../models/dialects/choose-switches.js';
import { defineDialect } from '../../../models/dialects/define-dialect.js';
import type { DialectFamily } from '../../../models/dialects/define-dialect.js';
import type { Dialect } from '../../../models/dialects/dialect.js';
import {
  CLOSED_TURN,
  closedContent,
  COORDINATE_NOTE,
  ODYSSEY_AGENT_PROMPTS,
  odysseyAgentContent,
} from './odyssey-prompt.js';
import { parseOdyssey } from './parse-odyssey.js';
import type { OdysseyGrammar } from './parse-odyssey.js';
import { odysseyCommand, printOdysseyCommand } from './print-odyssey.js';
import { odysseyPublishedReader } from './read-published.js';

const FAMILY = 'odyssey_command';

/**
 * GUIOdyssey's commands by position. Variant `closed` explains them to any model that sees; `odyssey_agent` is the prompt that
 * OdysseyAgent was trained with, with the earlier screenshots as pictures in place of its own history tokens.
 *
 * Source: GUIOdyssey paper, figure 14 and section 4, and reference code.
 */
export const odysseyCommandFamily: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'GUIOdyssey commands, positions in 0-1000: OdysseyAgent, and any model that sees',
  variants: ['closed', 'odyssey_agent'],
  references: { guiodyssey: odysseyPublishedReader },
  create: (settings) => {
    const { variant = 'closed', coordinates = { space: 'norm', span: 1000 }, picture, prompts } = settings;
    const isAgent = variant === 'odyssey_agent';
    const grammar: OdysseyGrammar = { family: FAMILY, marks: false, coordinates };
    const { previousActions } = chooseSwitches({ previousActions: true }, settings.switches);
    const history = {
      ...(isAgent ? { steps: 4, pictures: 4 } : { steps: null, pictures: 0 }),
      ...settings.history,
    };
    const closed = { turn: CLOSED_TURN, note: COORDINATE_NOTE, ...prompts };
    const agent = { ...ODYSSEY_AGENT_PROMPTS, ...prompts };
    const switches: Dialect['switches'] = isAgent ? { previousActions } : {};
    const shown = { previousActions, screenshots: history.pictures > 0 };
    return {
      family: FAMILY,
      variant,
      version: '1',
      coordinates,
      scroll: 'finger',
      observation: {
        screenshot: true,
        marked: null,
        text: null,
        picture: picture ?? { resize: null, format: 'png' },
      },
      history,
      prompts: isAgent ? agent : closed,
      switches,
      sampling: isAgent ? { temperature: 0, maxOutputTokens: 30 } : {},
      maxActionsPerStep: 1,
      buildRequest: (input) =>
        isAgent
          ? {
              messages: [
                { role: 'system', content: [{ type: 'text', text: agent.system }] },
                { role: 'user', content: odysseyAgentContent(input, agent, shown) },
              ],
            }
          : { messages: [{ role: 'user', content: closedContent(input, closed, grammar) }] },
      parse: (text, context) => parseOdyssey(text, context, grammar),
      printCall: (action, sizes) => printOdysseyCommand(action, grammar, sizes),
      printAnswer: (action, _, sizes) => odysseyCommand(action, grammar, sizes),
    };
  },
});
