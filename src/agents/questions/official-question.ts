import { NUMBERED_TEXTS, ACTION_MARKS, type ObservationRule } from '../../domain/observation-rule.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { PlainQuestion } from '../../domain/questions/question.js';
import type { Observation } from '../../domain/screen.js';
import { WRAPPER } from '../../models/dialects/bracketed/bracketed-parts.js';
import type { ModelRequest } from '../../models/model.js';
import type { OfficialQuestions, QuestionScreen } from '../../models/prompt-sets/official-questions.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { plainText } from '../../observations/accessibility-text.js';
import { lookAt } from '../look-at.js';

/** Official texts in which questions are asked. */
export interface AskedQuestions {
  readonly questions: OfficialQuestions;
  readonly texts: PromptTexts;
}

/**
 * The messages of a question in official texts; null for a question that has none.
 *
 * @throws {TouchstoneError} when a part of the screen that is to be shown cannot be loaded or read
 */
export async function officialQuestion(
  question: PlainQuestion,
  observation: Observation,
  { questions, texts }: AskedQuestions,
  options: { readonly signal: AbortSignal },
): Promise<ModelRequest | null> {
  return questions.request(question, await screenOf(question, observation, options), texts);
}

const NOTHING: QuestionScreen = { text: null, picture: null };

async function screenOf(
  question: PlainQuestion,
  observation: Observation,
  { signal }: { readonly signal: AbortSignal },
): Promise<QuestionScreen> {
  if (question.view === 'plain') {
    const { id, hierarchy } = observation.screen;
    const xml = hierarchy === null ? null : await hierarchy.load({ signal });
    return { ...NOTHING, text: xml === null ? '' : plainText(parseHierarchy(xml, { file: id })) };
  }
  const rule = ruleOf(question.view);
  if (rule === null) return NOTHING;
  const shown = await lookAt(observation, rule, { coordinates: { space: 'sent' }, signal });
  return { text: shown.elementText, picture: shown.marked ?? shown.screenshot };
}

/** What of the screen is loaded; pictures as the published code encodes them. */
function ruleOf(view: Exclude<PlainQuestion['view'], 'plain'>): ObservationRule | null {
  const { picture } = WRAPPER;
  switch (view) {
    case 'none':
    // Asked in the model's own dialect, as an ordinary step.
    case 'native':
      return null;
    case 'screenshot':
      return { picture, screenshot: true, marked: null, text: null };
    case 'tree':
      return { picture, screenshot: false, marked: null, text: NUMBERED_TEXTS.tree };
    case 'marked':
      return { picture, screenshot: false, marked: ACTION_MARKS, text: null };
    default:
      return view satisfies never;
  }
}
