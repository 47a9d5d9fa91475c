/**
 * JSON on one line with spaces behind commas and colons, as Python prints it and models are trained on. A `<` that could
 * open a tag is escaped within strings, so that no text can close the tag that the JSON stands in.
 */
export function printJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${printJson(key)}: ${printJson(item)}`);
    return `{${members.join(', ')}}`;
  }
  const text = JSON.stringify(value) ?? 'null';
  return typeof value === 'string' ? escapeTags(text) : text;
}

/** JSON without any space, `<` of possible tags escaped as in `printJson`. */
export function printCompactJson(value: unknown): string {
  return escapeTags(JSON.stringify(value) ?? 'null');
}

/** A `<` occurs within strings only, so it may be escaped wherever it stands. */
function escapeTags(json: string): string {
  return json.replaceAll(/<(?=[/|a-z])/gi, String.raw`\u003c`);
}
