import { defineDialect } from '../../../models/dialects/define-dialect.js';
import { callLine } from '../../../models/dialects/one-line.js';
import { ODYSSEY_NATIVE } from '../action-of-step.js';
import { CLOSED_TURN, closedTurn, MARKS_NOTE } from './odyssey-prompt.js';
import { parseOdyssey, type OdysseyGrammar } from './parse-odyssey.js';
import { odysseyCommand } from './print-odyssey.js';

const FAMILY = 'odyssey_marks';

/**
 * GUIOdyssey's commands over numbered marks: the screenshot and the same with a tag on each element, `CLICK: 17` in answer.
 *
 * Source: GUIOdyssey paper, figure 14, closed models with OmniParser. Wording of the prompt is ours.
 */
export const odysseyMarks = defineDialect({
  family: FAMILY,
  title: 'GUIOdyssey commands over numbered marks: any model that sees',
  variants: [],
  create: ({ coordinates = { space: 'norm', span: 1000 }, prompts }) => {
    const grammar: OdysseyGrammar = { family: FAMILY, marks: true, coordinates };
    const templates = { turn: CLOSED_TURN, note: MARKS_NOTE, ...prompts };
    return {
      // 3: a direction may have a colon behind it.
      version: '3',
      coordinates,
      scroll: 'finger',
      observation: { marked: 'omniparser' },
      needsMarks: true,
      prompts: templates,
      buildRequest: (input) => closedTurn(input, templates, grammar),
      parse: (text, context) => parseOdyssey(text, context, grammar),
      words: (action, sizes) => odysseyCommand(action, grammar, sizes),
      printCall: (action, sizes) => {
        const { native, type } = action;
        const isTouch = type === 'tap' || type === 'long_press';
        // As they were recorded, word for word; a recorded position has no place in this grammar.
        const recorded = native?.family === ODYSSEY_NATIVE && !isTouch ? native.text : undefined;
        if (recorded !== undefined) return recorded;
        const own = native?.family === FAMILY ? native.text : undefined;
        const call = own ?? odysseyCommand(action, grammar, sizes);
        return call === null ? null : callLine(call);
      },
    };
  },
});
