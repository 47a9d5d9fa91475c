import { chooseSwitches } from '../../../models/dialects/choose-switches.js';
import { defineDialect } from '../../../models/dialects/define-dialect.js';
import { PERMILLE } from '../../../models/dialects/coordinate-rules.js';
import { ODYSSEY_NATIVE } from '../action-of-step.js';
import {
  CLOSED_TURN,
  closedTurn,
  COORDINATE_NOTE,
  ODYSSEY_AGENT_PROMPTS,
  odysseyAgentRequest,
} from './odyssey-prompt.js';
import { parseOdyssey, type OdysseyGrammar } from './parse-odyssey.js';
import { odysseyCommand } from './print-odyssey.js';
import { servedAgentRequest } from './served-agent.js';
import { odysseyPublishedReader } from './read-published.js';

const FAMILY = 'odyssey_command';

/**
 * GUIOdyssey's commands by position. Variant `closed` explains them to any model that sees; `odyssey_agent` is the prompt that
 * OdysseyAgent was trained with, with the earlier screenshots as pictures in place of its own history tokens.
 *
 * Source: GUIOdyssey paper, figure 14 and section 4, and reference code.
 */
export const odysseyCommandFamily = defineDialect({
  family: FAMILY,
  title: 'GUIOdyssey commands, positions in 0-1000: OdysseyAgent, and any model that sees',
  variants: ['closed', 'odyssey_agent', 'odyssey_agent_served'],
  references: { guiodyssey: odysseyPublishedReader },
  create: (settings) => {
    const { variant = 'closed', coordinates = PERMILLE, prompts } = settings;
    const isServed = variant === 'odyssey_agent_served';
    const isAgent = variant === 'odyssey_agent' || isServed;
    const grammar: OdysseyGrammar = { family: FAMILY, marks: false, coordinates };
    const { previousActions, images } = chooseSwitches(
      { previousActions: true, images: 'screenshots' },
      settings.switches,
    );
    const switches: Record<string, string | boolean> = isServed ? { images } : { previousActions };
    const pictures = settings.history?.pictures ?? 4;
    const closed = { turn: CLOSED_TURN, note: COORDINATE_NOTE, ...prompts };
    const agent = { ...ODYSSEY_AGENT_PROMPTS, ...prompts };
    const shown = { previousActions, screenshots: pictures > 0 };
    return {
      // 3: a position is any literal that the evaluator reads, and brackets around it close.
      version: '3',
      coordinates,
      scroll: 'finger',
      ...(isAgent ? { history: { steps: 4, pictures }, switches } : {}),
      // The pictures are on the server.
      ...(isServed ? { observation: { screenshot: false } } : {}),
      prompts: isAgent ? agent : closed,
      sampling: isAgent ? { temperature: 0, maxOutputTokens: 30 } : {},
      buildRequest: (input) => {
        if (isServed) return servedAgentRequest(input, agent.system, { images, pictures: shown.screenshots });
        return isAgent ? odysseyAgentRequest(input, agent, shown) : closedTurn(input, closed, grammar);
      },
      parse: (text, context) => parseOdyssey(text, context, grammar),
      words: (action, sizes) => odysseyCommand(action, grammar, sizes),
      // Word for word, as the published prompts have it: tabs, outer spaces and line breaks too.
      printCall: (action, sizes) => {
        const { native } = action;
        const isOwn = native?.family === FAMILY || native?.family === ODYSSEY_NATIVE;
        const own = isOwn ? native.text : undefined;
        return own ?? odysseyCommand(action, grammar, sizes);
      },
    };
  },
});
