/** Takes a secret out of a text. */
export type Redactor = (text: string) => string;

export interface RedactOptions {
  /** Stands in its place; `[key]` unless given. */
  readonly mark?: string;
  /** Whether long parts of it are taken out as well; true unless given. */
  readonly parts?: boolean;
}

/** Shortest part of a key that is taken for it, cut off at either end. */
const SHORTEST_PART = 12;
/** The same in Base64, where each byte takes a third more. */
const SHORTEST_BASE64_PART = 16;
/** Length of the text pieces compared at once; every match of `2 * GRAM - 1` letters contains a whole piece. */
const GRAM = 6;

/** A way to write the secret, and how much of it must stand in a text to be it. */
interface Form {
  readonly text: string;
  readonly shortest: number;
}

/**
 * Takes a secret out of texts, in time linear to them: as it is, URL-encoded, escaped in JSON, in Base64 of either alphabet
 * at any place within what was encoded (`Bearer …`, `user:…`), and parts of 12 letters or more of any of these. Parts of a
 * secret without digits or without letters are left: that is no key but a word, which a text may hold for its own reasons.
 */
export function redactor(secret: string, options: RedactOptions = {}): Redactor {
  const { mark = '[key]', parts = true } = options;
  const forms = formsOf(secret, parts && /\d/.test(secret) && /[A-Za-z]/.test(secret));
  const shortest = Math.min(...forms.map((form) => form.shortest));
  const length = Math.max(1, Math.min(GRAM, Math.floor((shortest + 1) / 2)));
  const places = placesOf(forms, length);
  return (text) => {
    let clean = '';
    let copied = 0;
    for (let at = 0; at + length <= text.length; at += length) {
      const found = longestAt(text, at, {
        places: places.get(text.slice(at, at + length)) ?? [],
        from: copied,
      });
      if (found === null) continue;
      clean += text.slice(copied, found.start) + mark;
      copied = found.end;
      at = found.end - length;
    }
    return copied === 0 ? text : clean + text.slice(copied);
  };
}

interface Place {
  readonly form: Form;
  readonly offset: number;
}

function placesOf(forms: readonly Form[], length: number): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const form of forms) {
    for (let offset = 0; offset + length <= form.text.length; offset += 1) {
      const gram = form.text.slice(offset, offset + length);
      const known = places.get(gram);
      if (known === undefined) places.set(gram, [{ form, offset }]);
      else known.push({ form, offset });
    }
  }
  return places;
}

/** The longest stretch around a place of the text that is part of a form and long enough. */
function longestAt(
  text: string,
  at: number,
  { places, from }: { places: readonly Place[]; from: number },
): { readonly start: number; readonly end: number } | null {
  let longest: { start: number; end: number } | null = null;
  for (const { form, offset } of places) {
    let [start, end] = [at, at];
    const shift = offset - at;
    while (start > from && start + shift > 0 && text[start - 1] === form.text[start + shift - 1]) start -= 1;
    while (end < text.length && end + shift < form.text.length && text[end] === form.text[end + shift])
      end += 1;
    if (end - start < form.shortest) continue;
    if (longest === null || end - start > longest.end - longest.start) longest = { start, end };
  }
  return longest;
}

function formsOf(secret: string, parts: boolean): readonly Form[] {
  const url = encodeURIComponent(secret);
  const plain = [
    secret,
    url,
    url.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', String.raw`\/`),
  ];
  const encoded = [0, 1, 2].flatMap((before) => {
    const base64 = base64Within(secret, before);
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const formOf = (text: string, part: number): Form => ({
    text,
    shortest: parts ? Math.min(part, text.length) : text.length,
  });
  return [
    ...[...new Set(plain)].map((text) => formOf(text, SHORTEST_PART)),
    ...[...new Set(encoded)].map((text) => formOf(text, SHORTEST_BASE64_PART)),
  ];
}

/** The letters of Base64 that the secret alone decides, after so many bytes (modulo 3) of something else. */
function base64Within(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
  const letters = bytes.toString('base64');
  return letters.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
