import { UserError } from '../../errors.js';

/** A prompt of the user's own cannot be used. */
export class PromptTemplateError extends UserError {
  override readonly code = 'PROMPT_TEMPLATE';
  override readonly stopsRun = true;
}

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;

/**
 * The template with each `{{name}}` replaced by its value, once: values are never read as templates. A line that is
 * nothing but a placeholder disappears with an empty value.
 *
 * @throws {PromptTemplateError} naming the placeholders there are
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const valueOf = (name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    throw new PromptTemplateError(`the prompt asks for {{${name}}}, which nobody fills in`, {
      hint: `It may use ${Object.keys(values)
        .map((known) => `{{${known}}}`)
        .join(', ')}.`,
    });
  };
  return template
    .replaceAll(/^[ \t]*\{\{([a-z_]+)\}\}[ \t]*\n/gm, (line, name: string) =>
      valueOf(name) === '' ? '' : line,
    )
    .replaceAll(PLACEHOLDER, (_, name: string) => valueOf(name));
}
