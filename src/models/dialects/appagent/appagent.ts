import type { PictureRule } from '../../../domain/observation-rule.js';
import { defineReleases } from '../define-releases.js';
import type { Sampling } from '../dialect.js';
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
import { APPAGENT_READER, readPublishedAppAgent } from './published-reader.js';

const FAMILY = 'appagent';
const VENDOR = 'original';

/** How one release of AppAgent types. */
export interface AppAgentRelease {
  /** `text` names the field to type into; else it types into the one that has the focus. */
  readonly textNamesElement: boolean;
  /** In place of the vendor's. */
  readonly sampling?: Sampling;
  readonly picture?: PictureRule;
  /** The answer has no limit. */
  readonly isUnlimited?: true;
}

/**
 * AppAgent's prompt and grammar over numbered elements: four labelled lines, one function call.
 *
 * Source: AppAgent paper and reference code. Wording of prompts is ours.
 */
export const appAgent = defineReleases<AppAgentRelease>({
  family: FAMILY,
  title: 'AppAgent, numbered marks on the screenshot: any model that sees',
  releases: { [VENDOR]: { textNamesElement: false } },
  references: {
    // In all adaptations there are, `text` names the field.
    [APPAGENT_READER]: (text, context, { variant }) =>
      readPublishedAppAgent(text, context, { over: 'elements', textNamesElement: variant !== VENDOR }),
  },
  create: ({ coordinates = { space: 'sent' }, prompts }, release) => {
    const { textNamesElement, picture, isUnlimited } = release;
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
        ...(picture === undefined ? {} : { picture }),
      },
      needsMarks: true,
      history: { steps: 1 },
      prompts: templates,
      sampling: release.sampling ?? { temperature: 0, maxOutputTokens: 300 },
      ...(isUnlimited === undefined ? {} : { isUnlimited }),
      buildRequest: (input) => appAgentRequest(input, templates, templates.text),
      parse: (text, context) => parseAppAgent(text, context, grammar),
      words: (action, sizes) => appAgentCall(action, grammar, sizes),
      line: callLine,
      answer: appAgentAnswer,
    };
  },
});
