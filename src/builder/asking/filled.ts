/**
 * A prompt with its placeholders filled, in one pass: what is filled in is never filled in again.
 *
 * @param values by the name of the placeholder, which stands as a word of its own in the prompt
 */
export function filled(prompt: string, values: Readonly<Record<string, string>>): string {
  const names = new RegExp(String.raw`\b(?:${Object.keys(values).join('|')})\b`, 'g');
  return prompt.replaceAll(names, (name) => values[name] ?? name);
}
