import type { Question } from '../../domain/questions/question.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import { extractGroundedActionAsReference } from '../../models/dialects/bracketed/extract-action.js';
import { parseBracketedAction } from '../../models/dialects/bracketed/bracketed-action.js';
import { readOption, readTruth } from '../../models/readers/letter-choice.js';
import type { QuestionPrompts } from './question-prompts.js';

/** Longest text that is sent to be repaired, UTF-16 units. */
const LONGEST = 16_000;

/** Actions that a grounding question takes. */
const CALLS = [
  'click [index]',
  'longclick [index]',
  'text [index] [content]',
  'swipe [index] [direction]',
  'press [back]',
  'press [restart]',
  'press [home]',
  'press [none]',
  'press [enter]',
  'press [stop]',
].join('\n');

/**
 * The text with which a repairing model is asked to put a reply into form; null where the reply has the form that was asked
 * for, or the question's replies are not repaired. It holds the reply and the form, never the question.
 *
 * Source: SPHINX paper, results "Original" and "Repaired", and reference code: any reply that is not exactly one of the
 * letters, or no action in the benchmark's grammar.
 *
 * @param widgets number of elements of the screen
 */
export function repairText(
  question: Question,
  reply: string,
  prompts: QuestionPrompts,
  { widgets }: { readonly widgets: number },
): string | null {
  const answer = reply.slice(0, LONGEST);
  switch (question.type) {
    case 'option':
      return readOption(reply, 'reference').type === 'value'
        ? null
        : fillTemplate(prompts.question_repair_letter, { letters: 'A, B, C and D', answer });
    case 'truth':
      return readTruth(reply, 'reference').type === 'value'
        ? null
        : fillTemplate(prompts.question_repair_letter, { letters: 'T and F', answer });
    case 'grounding':
      return isGroundedAction(reply, widgets)
        ? null
        : fillTemplate(prompts.question_repair_action, { calls: CALLS, answer });
    case 'completion':
    case 'format':
      return null;
    default:
      return question satisfies never;
  }
}

function isGroundedAction(reply: string, widgets: number): boolean {
  const found = extractGroundedActionAsReference(reply);
  if ('error' in found) return false;
  return parseBracketedAction(found.action, { by: 'widget', widgets }, 'reference').type !== 'format_error';
}
