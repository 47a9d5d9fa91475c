/** A text of a screen, a person or another model as it stands in a prompt: a JSON string in which no tag can begin. */
export function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`);
}
