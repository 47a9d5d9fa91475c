import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import { APPAGENT_TURN, appAgentRequest, GRID_FUNCTIONS, GRID_MARKS } from './appagent-prompt.js';
import type { AppAgentGrammar } from './build-action.js';
import { parseAppAgent } from './parse-appagent.js';
import { printAppAgentAnswer, printAppAgentCall } from './print-appagent.js';
import { parseAppAgentAsReference } from './reference-result.js';

const FAMILY = 'appagent_grid';
const GRAMMAR: AppAgentGrammar = { family: FAMILY, grid: true, textNamesElement: false };

/**
 * AppAgent's prompt and grammar over the areas of a grid, for the round behind `grid()`. The screenshot that it is given is
 * the one under the grid; `ParseContext.grid` says which cells it has.
 *
 * Source: AppAgent paper and reference code. Wording of prompts is ours. Deviation: the reference's swipe starts at (x, x).
 */
export const appAgentGrid: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'AppAgent, areas of a grid over the screenshot: any model that sees',
  variants: [],
  references: {
    sphinx: (text, context) => parseAppAgentAsReference(text, context, 'grid'),
  },
  create: ({ coordinates = { space: 'sent' }, history, picture, prompts }) => {
    const templates = { marks: GRID_MARKS, functions: GRID_FUNCTIONS, turn: APPAGENT_TURN, ...prompts };
    return {
      family: FAMILY,
      variant: null,
      version: '1',
      coordinates,
      scroll: null,
      observation: {
        screenshot: true,
        marked: null,
        text: null,
        picture: picture ?? { resize: null, format: 'png' },
      },
      history: { steps: 1, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: { temperature: 0, maxOutputTokens: 300 },
      maxActionsPerStep: 1,
      buildRequest: (input) => appAgentRequest(input, templates, ''),
      parse: (text, context) => parseAppAgent(text, context, GRAMMAR),
      printCall: (action, sizes) => printAppAgentCall(action, GRAMMAR, sizes),
      printAnswer: (action, said, sizes) => printAppAgentAnswer(action, said, GRAMMAR, sizes),
    };
  },
});
