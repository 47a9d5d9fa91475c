/**
 * A text of a screen or an agent, as it stands in a judge's prompt: a JSON string in which no tag can begin. Whatever it says, it is quoted, and a model that repeats it gives nothing that a reader of answers takes for an answer.
 */
export function quoteAsData(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}
