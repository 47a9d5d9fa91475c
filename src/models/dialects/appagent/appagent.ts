import { defineReleases } from '../define-releases.js';
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

const FAMILY = 'appagent';

/** How one release of AppAgent types. */
export interface AppAgentRelease {
  /** `text` names the field to type into; else it types into the one that has the focus. */
  readonly textNamesElement: boolean;
}

/**
 * AppAgent's prompt and grammar over numbered elements: four labelled lines, one function call.
 *
 * Source: AppAgent paper and reference code. Wording of prompts is ours.
 */
export const appAgent = defineReleases<AppAgentRelease>({
  family: FAMILY,
  title: 'AppAgent, numbered marks on the screenshot: any model that sees',
  releases: { original: { textNamesElement: false } },
  create: ({ coordinates = { space: 'sent' }, prompts }, { textNamesElement }) => {
    const grammar: AppAgentGrammar = { family: FAMILY, grid: false, textNamesElement };
    const templates = {
      marks: ELEMENT_MARKS,
      functions: ELEMENT_FUNCTIONS,
      text: textNamesElement ? TEXT_INTO_ELEMENT : TEXT_INTO_FOCUS,
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
