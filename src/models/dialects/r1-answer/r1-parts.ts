import type { ModelRequest } from '../../model.js';
import type { DialectParts } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { longLine } from '../one-line.js';
import { pictureFor } from '../picture-for.js';
import { historyLines, stepText, userTurn } from '../prompt-parts.js';
import { parseR1Answer } from './parse-r1-answer.js';
import { printR1List, type R1Offer } from './print-r1-answer.js';

/** Places of the templates: `instruction`, `history`, `step`, `actions`. */
export interface R1Templates {
  readonly turn: string;
  readonly step: string;
}

/** What the families that answer with a list of one entry share. */
export function r1Parts(
  offer: R1Offer,
  templates: R1Templates,
): Pick<DialectParts, Exclude<keyof DialectParts, 'history' | 'sampling' | 'answer' | 'prompts'>> {
  return {
    // 3: words of the grammar without quotes, and texts of UI-R1 and UI-AGILE under other names.
    version: '3',
    coordinates: offer.coordinates,
    scroll: offer.scroll,
    observation: { picture: pictureFor(offer.coordinates) },
    buildRequest: (input) => r1Request(input, templates, offer.actions),
    parse: (text, context) => parseR1Answer(text, context, offer),
    words: (action, sizes) => printR1List(action, offer, sizes),
    line: longLine,
  };
}

/** One user message: the picture, then the text. */
function r1Request(input: PromptInput, templates: R1Templates, actions: readonly string[]): ModelRequest {
  const steps = historyLines(
    input,
    ({ call }, number) => `Step ${number}: ${call ?? 'an answer nobody could read'}`,
  );
  const text = fillTemplate(templates.turn, {
    instruction: input.instruction,
    history: steps.join('; ') || 'None',
    step: stepText(templates.step, input),
    actions: actions.join(', '),
  });
  return userTurn(input.screenshot, text);
}
