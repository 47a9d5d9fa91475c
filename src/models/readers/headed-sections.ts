const HEADING = /^[ \t]{0,20}#{2,4}([^\n#]{1,80})#{0,4}[ \t\r]{0,20}$/gm;

/**
 * Sections under headings of the form `### Thought ###`, trimmed, by heading in lower case. Closing marks may be missing.
 * Where a heading comes twice, its last section counts.
 *
 * Source: reference code of Mobile-Agent-v2 and Mobile-Agent-E, for the form of the headings.
 */
export function headedSections(text: string): ReadonlyMap<string, string> {
  const headings = [...text.matchAll(HEADING)];
  return new Map(
    headings.map((heading, index) => [
      (heading[1] ?? '').trim().replace(/ ?:$/, '').toLowerCase(),
      text.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim(),
    ]),
  );
}
