import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { PromptStep } from '../../dialects/dialect.js';
import { between } from '../python-split.js';

/** The call of an earlier step as its answer has it between its tags, else as the dialect writes it. */
export function calledIn({ answer, call }: PromptStep): string {
  const own = answer === null ? null : between(answer, '<tool_call>\n', '\n</tool_call>');
  return pythonStrip(own ?? call ?? '');
}

/** A step's words without line breaks and double quotes. */
export function flatWords(text: string): string {
  return text.replaceAll('\n', '').replaceAll('"', '');
}
