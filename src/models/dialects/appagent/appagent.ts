import { defineDialect } from '../define-dialect.js';
import { callLine } from '../one-line.js';
import {
  APPAGENT_TURN,
  appAgentRequest,
  ELEMENT_FUNCTIONS,
  ELEMENT_MARKS,
  TEXT_INTO_ELEMENT,
  TEXT_INTO_FOCUS,
} from './appagent-prompt.js';
import type { AppAgentGrammar } from './build-action.js';
import { parseAppAgent } from './parse-appagent.js';
import { appAgentAnswer, appAgentCall } from './print-appagent.js';
import { parseAppAgentAsReference } from './reference-result.js';

const FAMILY = 'appagent';

/**
 * AppAgent's prompt and grammar over numbered elements: four labelled lines, one function call. Variant `sphinx` is SPHINX's
 * adaptation, in which `text` names the field to type into.
 *
 * Source: AppAgent paper and reference code, SPHINX reference code. Wording of prompts is ours.
 */
export const appAgent = defineDialect({
  family: FAMILY,
  title: 'AppAgent, numbered marks on the screenshot: any model that sees',
  variants: ['original', 'sphinx'],
  references: {
    sphinx: (text, context) => parseAppAgentAsReference(text, context, 'explore'),
  },
  create: ({ variant = 'original', coordinates = { space: 'sent' }, prompts }) => {
    const isSphinx = variant === 'sphinx';
    const grammar: AppAgentGrammar = { family: FAMILY, grid: false, textNamesElement: isSphinx };
    const templates = {
      marks: ELEMENT_MARKS,
      functions: ELEMENT_FUNCTIONS,
      text: isSphinx ? TEXT_INTO_ELEMENT : TEXT_INTO_FOCUS,
      turn: APPAGENT_TURN,
      ...prompts,
    };
    return {
      coordinates,
      scroll: 'finger',
      observation: {
        screenshot: false,
        marked: 'appagent',
      },
      history: { steps: 1 },
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 300 },
      buildRequest: (input) => appAgentRequest(input, templates, templates.text),
      parse: (text, context) => parseAppAgent(text, context, grammar),
      words: (action, sizes) => appAgentCall(action, grammar, sizes),
      line: callLine,
      answer: appAgentAnswer,
    };
  },
});
