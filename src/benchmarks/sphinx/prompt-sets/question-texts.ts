import { OPTION_LETTERS, type PlainQuestion } from '../../../domain/questions/question.js';
import { message, userTurn } from '../../../models/dialects/prompt-parts.js';
import type { ModelRequest } from '../../../models/model.js';
import type { OfficialQuestions, QuestionScreen } from '../../../models/prompt-sets/official-questions.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';
import { pythonText } from '../../../models/prompt-sets/python-text.js';

type QuestionOf<T extends PlainQuestion['type']> = Extract<PlainQuestion, { readonly type: T }>;

/**
 * How the benchmark asks about knowledge, completion and grounding. Questions about the form of answers have no official
 * texts.
 *
 * Source: SPHINX reference code, `knowledge_probing.py`, `run_complete.py`, `run_lowlevel.py`.
 */
export const SPHINX_QUESTIONS: OfficialQuestions = {
  texts: [
    'sphinx.knowledge.mcq',
    'sphinx.knowledge.binary',
    'sphinx.knowledge.binary.tail',
    ...['tree', 'action', 'image'].flatMap((view) => [
      `sphinx.completion.${view}.system`,
      `sphinx.completion.${view}.user`,
    ]),
    'sphinx.grounding.system',
    'sphinx.grounding.user.head',
    'sphinx.grounding.user.tree',
    'sphinx.grounding.user.tree.task',
    'sphinx.grounding.user.annotated',
    'sphinx.grounding.user.annotated.task',
  ],
  request: (question, screen, texts) => {
    switch (question.type) {
      case 'option':
        return optionRequest(question, texts);
      case 'truth':
        return truthRequest(question, texts);
      case 'completion':
        return completionRequest(question, screen, texts);
      case 'grounding':
        return groundingRequest(question, screen, texts);
      case 'format':
        return null;
      default:
        return question satisfies never;
    }
  },
};

function optionRequest(question: QuestionOf<'option'>, texts: PromptTexts): ModelRequest {
  const rounds = OPTION_LETTERS.map((letter) => ({
    values: { option: letter, text: question.options[letter] },
  }));
  return userTurn(
    texts.build('sphinx.knowledge.mcq', {
      values: knowledge(question),
      loops: { "option, text in question_data['options'].items()": rounds },
    }),
  );
}

function truthRequest(question: QuestionOf<'truth'>, texts: PromptTexts): ModelRequest {
  const base = texts.fill('sphinx.knowledge.binary', knowledge(question));
  return userTurn(
    texts.fill('sphinx.knowledge.binary.tail', { binary_prompt_base: base, text: question.option }),
  );
}

function knowledge({
  text,
  app,
  category,
}: QuestionOf<'option' | 'truth'>): Readonly<Record<string, string>> {
  return {
    app_name: pythonText(app),
    "question_data['app_cateory']": pythonText(category),
    "question_data['question']": text,
  };
}

function completionRequest(
  { view, goal, done }: QuestionOf<'completion'>,
  { text, picture }: QuestionScreen,
  texts: PromptTexts,
): ModelRequest {
  const name = { none: 'action', plain: 'tree', screenshot: 'image' }[view];
  const asked = texts.fill(`sphinx.completion.${name}.user`, {
    target: goal,
    goal,
    history: done.map((sentence) => `- ${sentence}`).join('\n'),
    ...(view === 'plain' ? { screen: text ?? '' } : {}),
  });
  return {
    messages: [
      message('system', texts.text(`sphinx.completion.${name}.system`)),
      message('user', asked, picture),
    ],
  };
}

function groundingRequest(
  { view, instruction }: QuestionOf<'grounding'>,
  { text, picture }: QuestionScreen,
  texts: PromptTexts,
): ModelRequest {
  const observation =
    view === 'tree'
      ? texts.fill('sphinx.grounding.user.tree', { 'hierarchy.dump_widget_tree()': text ?? '' })
      : texts.text('sphinx.grounding.user.annotated');
  const task = texts.fill(`sphinx.grounding.user.${view === 'tree' ? 'tree' : 'annotated'}.task`, {
    instruction,
  });
  const asked = texts.text('sphinx.grounding.user.head') + observation + task;
  return {
    messages: [message('system', texts.text('sphinx.grounding.system')), message('user', asked, picture)],
  };
}
