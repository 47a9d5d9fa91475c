import type { ObservationRule } from '../../domain/observation-rule.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { OPTION_LETTERS, type PlainQuestion } from '../../domain/questions/question.js';
import type { Observation } from '../../domain/screen.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import { WRAPPER } from '../../models/dialects/bracketed/bracketed-parts.js';
import type { ModelContent, ModelRequest } from '../../models/model.js';
import { plainText } from '../../observations/accessibility-text.js';
import { textParts } from '../prompting/ask-helper.js';
import { lookAt } from '../look-at.js';
import { GROUNDING, type QuestionPrompts } from './question-prompts.js';

/** Pictures of questions are encoded as those of other steps. */
const SCREENSHOT: ObservationRule = {
  screenshot: true,
  marked: null,
  text: null,
  picture: WRAPPER.picture,
};

/**
 * The messages of a question: one user message in a fresh conversation, and a system message where the benchmark has one.
 *
 * Source: SPHINX paper and reference code, knowledge probing, completion judgement and grounding.
 *
 * @throws {TouchstoneError} when a part of the screen that is to be shown cannot be loaded or read
 */
export async function questionRequest(
  question: PlainQuestion,
  observation: Observation,
  prompts: QuestionPrompts,
  options: { readonly language: string; readonly signal: AbortSignal },
): Promise<ModelRequest> {
  switch (question.type) {
    case 'option': {
      const lines = OPTION_LETTERS.map((letter) => `${letter}. ${question.options[letter]}`);
      return userMessage(
        fillTemplate(prompts.question_option, { ...knowledge(question), options: lines.join('\n') }),
      );
    }
    case 'truth':
      return userMessage(
        fillTemplate(prompts.question_truth, { ...knowledge(question), option: question.option }),
      );
    case 'completion':
      return completionRequest(question, observation, prompts, options);
    case 'grounding':
      return groundingRequest(question, observation, prompts, options);
    case 'format':
      return userMessage(fillTemplate(prompts.question_format, { request: question.request }));
    default:
      return question satisfies never;
  }
}

function knowledge({
  text,
  app,
  category,
}: Extract<PlainQuestion, { readonly type: 'option' | 'truth' }>): Record<
  'question' | 'app' | 'category',
  string
> {
  return {
    question: text,
    app: app === null ? '' : `App: ${app}`,
    category: category === null ? '' : `Category: ${category}`,
  };
}

async function completionRequest(
  { view, goal, done }: Extract<PlainQuestion, { readonly type: 'completion' }>,
  observation: Observation,
  prompts: QuestionPrompts,
  { signal }: { readonly signal: AbortSignal },
): Promise<ModelRequest> {
  const [words, pictures] = await shownFor(view, observation, prompts, signal);
  const text = fillTemplate(prompts.question_completion, {
    goal,
    done: done.map((sentence) => `- ${sentence}`).join('\n'),
    screen: words,
  });
  return {
    messages: [
      { role: 'system', content: [{ type: 'text', text: prompts.question_completion_system }] },
      { role: 'user', content: [{ type: 'text', text }, ...pictures] },
    ],
  };
}

async function shownFor(
  view: 'none' | 'plain' | 'screenshot',
  observation: Observation,
  prompts: QuestionPrompts,
  signal: AbortSignal,
): Promise<[words: string, pictures: ModelContent[]]> {
  if (view === 'none') return ['', []];
  if (view === 'plain') {
    const { id, hierarchy } = observation.screen;
    const xml = hierarchy === null ? null : await hierarchy.load({ signal });
    const elements = xml === null ? '' : plainText(parseHierarchy(xml, { file: id }));
    return [fillTemplate(prompts.question_completion_text, { elements }).trimEnd(), []];
  }
  const shown = await lookAt(observation, SCREENSHOT, { coordinates: { space: 'sent' }, signal });
  const { screenshot } = shown;
  const pictures: ModelContent[] =
    screenshot === null ? [] : [{ type: 'image', mediaType: screenshot.mediaType, data: screenshot.data }];
  return [prompts.question_completion_picture, pictures];
}

async function groundingRequest(
  { view, instruction }: Extract<PlainQuestion, { readonly type: 'grounding' }>,
  observation: Observation,
  prompts: QuestionPrompts,
  { language, signal }: { readonly language: string; readonly signal: AbortSignal },
): Promise<ModelRequest> {
  const isText = view === 'tree';
  const dialect = GROUNDING.create({
    variant: isText ? 'tree' : 'annotated_image',
    prompts: {
      system: prompts.question_grounding_system,
      turn: prompts.question_grounding,
      actions: prompts.question_grounding_actions,
      rules: prompts.question_grounding_rules,
      observation: isText ? prompts.question_grounding_text : prompts.question_grounding_picture,
    },
  });
  const shown = await lookAt(observation, dialect.observation, { coordinates: dialect.coordinates, signal });
  const request = dialect.buildRequest({
    ...shown,
    instruction,
    stepInstruction: null,
    language,
    history: [],
    stepsTaken: 0,
    screen: observation.screen.size,
    app: observation.screen.activity?.package ?? null,
    notes: {},
  });
  return { ...dialect.sampling, ...request };
}

function userMessage(text: string): ModelRequest {
  return { messages: [{ role: 'user', content: textParts(text) }] };
}
