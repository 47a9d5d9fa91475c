/** A prompt with `{{name}}` filled in, in one pass: what is filled in is never filled in again. A name without a value stays as it is. */
export function fillPrompt(prompt: string, values: Readonly<Record<string, string>>): string {
  return prompt.replaceAll(/\{\{([a-zA-Z]+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}
