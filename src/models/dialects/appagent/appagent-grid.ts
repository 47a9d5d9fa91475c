import { defineDialect } from '../define-dialect.js';
import { callLine } from '../one-line.js';
import { APPAGENT_TURN, appAgentRequest, GRID_FUNCTIONS, GRID_MARKS } from './appagent-prompt.js';
import type { AppAgentGrammar } from './build-action.js';
import { parseAppAgent } from './parse-appagent.js';
import { appAgentAnswer, appAgentCall } from './print-appagent.js';
import { APPAGENT_READER, readPublishedAppAgent } from './published-reader.js';

const FAMILY = 'appagent_grid';
const GRAMMAR: AppAgentGrammar = { family: FAMILY, grid: true, textNamesElement: false };

/**
 * AppAgent's prompt and grammar over the areas of a grid, for the round behind `grid()`. The screenshot that it is given is
 * the one under the grid; `ParseContext.grid` has its cells.
 *
 * Source: AppAgent paper and reference code. Wording of prompts is ours. Deviation: the reference's swipe starts
 * at (x, x); the profile `reference:appagent` does so too.
 */
export const appAgentGrid = defineDialect({
  family: FAMILY,
  title: 'AppAgent, areas of a grid over the screenshot: any model that sees',
  variants: [],
  references: {
    [APPAGENT_READER]: (text, context) =>
      readPublishedAppAgent(text, context, { over: 'grid', textNamesElement: false }),
  },
  create: ({ coordinates = { space: 'sent' }, prompts }) => {
    const templates = { marks: GRID_MARKS, functions: GRID_FUNCTIONS, turn: APPAGENT_TURN, ...prompts };
    return {
      coordinates,
      history: { steps: 1 },
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 300 },
      buildRequest: (input) => appAgentRequest(input, templates, ''),
      parse: (text, context) => parseAppAgent(text, context, GRAMMAR),
      words: (action, sizes) => appAgentCall(action, GRAMMAR, sizes),
      line: callLine,
      answer: appAgentAnswer,
    };
  },
});
