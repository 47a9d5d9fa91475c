import { defineDialect } from '../../../models/dialects/define-dialect.js';
import type { DialectFamily } from '../../../models/dialects/define-dialect.js';
import { CLOSED_TURN, closedContent, MARKS_NOTE } from './odyssey-prompt.js';
import { parseOdyssey } from './parse-odyssey.js';
import type { OdysseyGrammar } from './parse-odyssey.js';
import { odysseyCommand, printOdysseyCommand } from './print-odyssey.js';

const FAMILY = 'odyssey_marks';

/**
 * GUIOdyssey's commands over numbered marks: the screenshot and the same with a tag on each element, `CLICK: 17` in answer.
 *
 * Source: GUIOdyssey paper, figure 14, closed models with OmniParser. Wording of the prompt is ours.
 */
export const odysseyMarks: DialectFamily = defineDialect({
  family: FAMILY,
  title: 'GUIOdyssey commands over numbered marks: any model that sees',
  variants: [],
  create: ({ coordinates = { space: 'norm', span: 1000 }, history, picture, prompts }) => {
    const grammar: OdysseyGrammar = { family: FAMILY, marks: true, coordinates };
    const templates = { turn: CLOSED_TURN, note: MARKS_NOTE, ...prompts };
    return {
      family: FAMILY,
      variant: null,
      version: '1',
      coordinates,
      scroll: 'finger',
      observation: {
        screenshot: true,
        marked: 'omniparser',
        text: null,
        picture: picture ?? { resize: null, format: 'png' },
      },
      history: { steps: null, pictures: 0, ...history },
      prompts: templates,
      switches: {},
      sampling: {},
      maxActionsPerStep: 1,
      buildRequest: (input) => ({
        messages: [{ role: 'user', content: closedContent(input, templates, grammar) }],
      }),
      parse: (text, context) => parseOdyssey(text, context, grammar),
      printCall: (action, sizes) => printOdysseyCommand(action, grammar, sizes),
      printAnswer: (action, _, sizes) => odysseyCommand(action, grammar, sizes),
    };
  },
});
