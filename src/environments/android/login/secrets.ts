import { SECRET } from '../../../formats/android/read-android.js';
import { UserError } from '../../../errors.js';

/** Shorter values would be found in every other word. */
const SHORTEST = 3;

/**
 * What login scripts type, by the environment variables that hold it. Values are nowhere to be seen: what is printed, kept or
 * shown has the name in their place.
 */
export class Secrets {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #used = new Map<string, string>();

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  /** The text with each `{secret:NAME}` replaced by the variable's value. @throws {UserError} where one is not set */
  fill(text: string): string {
    return text.replaceAll(SECRET, (_, name: string) => {
      const value = this.#environment[name];
      if (value === undefined || value === '') {
        throw new UserError(`the login needs the environment variable ${name}, which is not set`, {
          hint: `Set it: export ${name}=…`,
        });
      }
      this.#used.set(value, name);
      return value;
    });
  }

  /** A value that is no environment variable, to be hidden like one. */
  add(name: string, value: string): void {
    if (value !== '') this.#used.set(value, name);
  }

  /** The text with each value that was typed so far replaced by its name, in the forms in which it is sent and shown. */
  readonly redact = (text: string): string => {
    let shown = text;
    const longestFirst = [...this.#used].toSorted(([a], [b]) => b.length - a.length);
    for (const [value, name] of longestFirst) {
      if (value.length < SHORTEST) continue;
      for (const form of formsOf(value)) shown = shown.replaceAll(form, `{secret:${name}}`);
    }
    return shown;
  };
}

/** As it is, in XML, as an argument of `input text`, and in the Base64 of a broadcast. */
function formsOf(value: string): readonly string[] {
  const plain = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = plain.replaceAll('"', '&quot;');
  const xml = [plain, quoted, ...['&#39;', '&apos;'].map((quote) => quoted.replaceAll("'", quote))];
  const forms = [value, ...xml, value.replaceAll(' ', '%s'), Buffer.from(value, 'utf8').toString('base64')];
  return [...new Set(forms)];
}
