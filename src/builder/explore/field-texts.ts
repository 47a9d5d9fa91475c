import type { ScreenSketch, SketchedElement } from './screen-sketch.js';

/** Longest text that is taken from a screen to be typed, in characters and words. */
const LONGEST = 40;
const MOST_WORDS = 5;

/** Kinds of fields by what they call themselves, with a text that suits them. */
const KINDS: readonly (readonly [pattern: RegExp, texts: readonly string[]])[] = [
  [/e-?mail|邮箱/i, ['alex@example.com']],
  [/user ?name|login|account|用户名|账号/i, ['alex']],
  [/phone|mobile|tel\b|电话|手机/i, ['5550123']],
  [/zip|postcode|postal|plz|邮编/i, ['12345']],
  [/\bage\b|amount|quantity|qty|count|number|anzahl|数量/i, ['3']],
  [/\btime\b|uhrzeit|时间/i, ['10:00']],
  [/\bdate\b|datum|日期/i, ['2026-10-17']],
  [/url|website|link/i, ['https://example.com']],
  [/\bpin\b|code|验证码/i, ['1234']],
  [/city|town|ort\b|城市/i, ['London']],
  [/name|姓名/i, ['Alex Morgan']],
];
const PASSWORDS = ['Passw0rd!'];
const ANY = ['Hello'];
const SEARCH = /search|find|query|suche|filter|搜索|查找/i;

/** A text that a screen showed. */
interface SeenText {
  readonly text: string;
  readonly package: string;
  /** Smaller ones go first: 0 for what entries of lists are called. */
  readonly rank: number;
}

/** Texts to type into fields: what a model said, what suits the kind of field, and what the app itself has shown. */
export class FieldTexts {
  readonly #seen = new Map<string, SeenText>();
  readonly #known = new Map<string, string[]>();

  /** A screen was seen: what it shows may be what another one's fields take. */
  see({ elements, rows, package: owner }: ScreenSketch): void {
    for (const { isField, isEntry, texts } of elements) {
      if (isField) continue;
      for (const [index, text] of texts.entries()) this.#add(text, owner, isEntry ? Math.min(index, 2) : 1);
    }
    for (const { says } of rows) this.#add(says.split('\u0001')[0] ?? '', owner, 2);
  }

  /** A model named texts for a field. @param field full key of the element */
  learn(page: string, field: string, texts: readonly string[]): void {
    const key = `${page}\n${field}`;
    this.#known.set(key, [...(this.#known.get(key) ?? []), ...texts]);
  }

  /** Texts that were seen in an app, those of entries of lists first. */
  seenIn(owner: string, most: number): readonly string[] {
    const own = [...this.#seen.values()].filter((one) => one.package === owner);
    return own.sort((a, b) => a.rank - b.rank).slice(0, most).map(({ text }) => text);
  }

  /** Texts for a field, the best first. */
  *of(page: string, owner: string, field: SketchedElement): Iterable<string> {
    yield* this.#known.get(`${page}\n${field.fullKey}`) ?? [];
    const says = [field.resource.replaceAll(/[_-]/g, ' '), field.hint, field.label].join(' ');
    if (field.isPassword) yield* PASSWORDS;
    else if (!SEARCH.test(says)) {
      const kind = KINDS.find(([pattern]) => pattern.test(says));
      yield* kind?.[1] ?? ANY;
    }
    const seen = [...this.#seen.values()];
    for (const rank of [0, 1, 2]) {
      for (const one of seen) if (one.package === owner && one.rank === rank) yield one.text;
    }
    for (const rank of [0, 1]) {
      for (const one of seen) if (one.package !== owner && one.rank === rank) yield one.text;
    }
  }

  #add(text: string, owner: string, rank: number): void {
    if (text === '' || text.length > LONGEST || text.split(/\s+/).length > MOST_WORDS) return;
    const key = `${owner}\n${text}`;
    const known = this.#seen.get(key);
    if (known === undefined || known.rank > rank) this.#seen.set(key, { text, package: owner, rank });
  }
}
