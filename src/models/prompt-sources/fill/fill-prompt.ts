import { UserError } from '../../../errors.js';
import type { Template } from '../catalogue/prompt-entry.js';
import type { PromptPiece } from './prompt-piece.js';
import { fieldToken, isTokenTemplate, type TokenTemplate } from './split-template.js';

/** An official prompt asks for something that nobody gives. */
export class PromptFillError extends UserError {
  override readonly code = 'PROMPT_FILL';
  override readonly stopsRun = true;
}

/** What filling needs to know of a prompt. */
export interface FillablePrompt {
  readonly template: Template;
  /** Names of the fields, in the order in which the official script fills them. */
  readonly fields: readonly string[];
  readonly pieces: readonly PromptPiece[];
}

export interface FilledPrompt {
  readonly text: string;
  /**
   * Names of values that the official script would change: a backslash that its pattern replacement reads as an escape
   * (`angle`), or the token of a later field in the value, which it fills again. Here every value goes in as it is.
   */
  readonly differs: readonly string[];
}

/**
 * The prompt with its fields filled: values as they are, once, never read as templates.
 *
 * @param values by name of the field
 * @throws {PromptFillError} naming the field without a value
 */
export function fillPrompt(
  { template, fields, pieces }: FillablePrompt,
  values: Readonly<Record<string, string>>,
): FilledPrompt {
  const text = fillPieces(pieces, values);
  return { text, differs: isTokenTemplate(template) ? changedValues(template, fields, values) : [] };
}

/**
 * The text of pieces, fields filled.
 *
 * @throws {PromptFillError} naming the field without a value
 */
export function fillPieces(pieces: readonly PromptPiece[], values: Readonly<Record<string, string>>): string {
  const said = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const value = valueOf(values, piece.name);
    return value === '' ? (piece.otherwise ?? '') : value;
  });
  return said.join('');
}

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value !== undefined) return value;
  throw new PromptFillError(`the prompt asks for ${name}, which nobody fills in`, {
    hint: 'Import the prompt again from the commit that the catalogue names.',
  });
}

/** Of scripts that replace one token after the other, in the order of the fields. */
function changedValues(
  template: TokenTemplate,
  fields: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] {
  return fields.filter((name, index) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    const isEscaped = template === 'angle' && value.includes('\\');
    return isEscaped || fields.slice(index + 1).some((later) => value.includes(fieldToken(template, later)));
  });
}
