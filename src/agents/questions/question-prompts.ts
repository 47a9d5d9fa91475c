import { bracketedGrounding } from '../../models/dialects/bracketed/bracketed-grounding.js';

/** How questions about grounding are asked; their answers are matched as they stand. */
export const GROUNDING = bracketedGrounding({ family: 'grounding', title: 'grounding questions' });

const ON_TEXT = GROUNDING.create({ variant: 'tree' }).prompts;
const ON_PICTURE = GROUNDING.create({ variant: 'annotated_image' }).prompts;

/**
 * Prompts of questions by name; each may be replaced by the user's own (`--prompt NAME=FILE`). The wording is ours.
 *
 * Source: SPHINX paper, section 3, for what is asked and the form of the answers.
 */
export const QUESTION_PROMPTS = {
  question_option: `This is a question about a mobile app.
{{app}}
{{category}}
Question: {{question}}

{{options}}

One of the four options is right. Answer with its letter, A, B, C or D, and with nothing else.`,
  question_truth: `This is a question about a mobile app.
{{app}}
{{category}}
Question: {{question}}

Proposed answer: {{option}}

Is the proposed answer right? Answer with T if it is and with F if it is not, and with nothing else.`,
  question_completion_system: `You test the user interfaces of mobile apps. You are told the goal of a test, what has been done so far and what the
screen shows now, and you decide whether the goal of the test has been reached.`,
  question_completion: `GOAL:
{{goal}}

ACTIONS SO FAR:
{{done}}

{{screen}}

An element that the screen shows may not have been touched yet. As long as one that the goal needs is still untouched, the
goal has not been reached.
Has the goal been reached? Answer YES or NO.`,
  question_completion_text: `CURRENT SCREEN:
{{elements}}`,
  question_completion_picture: `The picture is the current screen.`,
  question_grounding_system: ON_TEXT['system'] ?? '',
  question_grounding: ON_TEXT['turn'] ?? '',
  question_grounding_actions: ON_TEXT['actions'] ?? '',
  question_grounding_rules: ON_TEXT['rules'] ?? '',
  question_grounding_text: ON_TEXT['observation'] ?? '',
  question_grounding_picture: ON_PICTURE['observation'] ?? '',
  question_format: `{{request}}`,
  question_repair_letter: `Somebody was asked for one of the letters {{letters}} and gave the answer below. Write the one letter that the answer means,
and nothing else.

The answer:
{{answer}}`,
  question_repair_action: `A program reads an action from a text. The text below does not have the form that the program expects. Write the action that
the text means as one of these, between triple backticks, and nothing else. Change no number and no word of it.

{{calls}}

The text:
{{answer}}`,
} as const;

export type QuestionPrompts = Readonly<Record<keyof typeof QUESTION_PROMPTS, string>>;
