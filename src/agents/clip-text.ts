/**
 * As much of the beginning of a text as its JSON form has room for: what agents keep in `decision.memory` is limited in
 * bytes, and a control character takes six of them.
 *
 * @param most bytes of the JSON form, quotes included
 */
export function clipText(text: string, most: number): string {
  // No UTF-16 unit takes more than six bytes, so most texts need no second look.
  if (text.length * 6 + 2 <= most) return text;
  let used = 2;
  let end = 0;
  for (const character of text) {
    used += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (used > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
