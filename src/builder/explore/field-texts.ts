import type { Action } from '../../domain/action.js';
import {
  isSearch,
  nameOfField,
  type Offer,
  type ScreenSketch,
  type SketchedElement,
} from './screen-sketch.js';

/** Longest text that is taken from a screen to be typed, in characters and words. */
const LONGEST = 40;
const MOST_WORDS = 5;
/** Texts of one field at most. */
const MOST_TEXTS = 60;

/** A kind of field: by what it calls itself, with a text that suits it and what such texts look like where a screen shows one. */
interface FieldKind {
  readonly name: RegExp;
  readonly looks: RegExp | null;
  readonly example: string;
}

const KINDS: readonly FieldKind[] = [
  {
    name: /e-?mail|邮箱|\b(?:to|cc|bcc)\b|recipient/i,
    looks: /^[^\s@]+@[^\s@]+\.\w+$/,
    example: 'alex@example.com',
  },
  { name: /phone|mobile|\btel\b|电话|手机/i, looks: /^\+?[\d\s()-]{6,}$/, example: '5550123' },
  { name: /user ?name|login|account|用户名|账号/i, looks: null, example: 'alex' },
  { name: /zip|postcode|postal|plz|邮编/i, looks: /^\d{4,6}$/, example: '12345' },
  { name: /\bage\b|amount|quantity|qty|count|number|anzahl|数量/i, looks: null, example: '3' },
  { name: /\btime\b|hour|uhrzeit|时间/i, looks: /^\d{1,2}:\d{2}$/, example: '10:00' },
  { name: /\bdate\b|datum|日期/i, looks: null, example: '2026-10-17' },
  { name: /url|website|link/i, looks: null, example: 'https://example.com' },
  { name: /\bpin\b|code|验证码/i, looks: null, example: '1234' },
  { name: /city|town|\bort\b|城市/i, looks: null, example: 'London' },
  { name: /name|姓名/i, looks: null, example: 'Alex Morgan' },
];
/** Words that are made to be typed elsewhere, wherever a text holds them: addresses of mail, numbers of orders, passwords. */
const SALIENT = {
  mail: /[^\s@,;()<>]+@[^\s@,;()<>]+\.\w+/g,
  code: /\b[A-Z]{1,4}-?\d{3,}\b/g,
  secret: /\b(?=\w*[a-z])(?=\w*\d)[a-zA-Z0-9]{7,}\b/g,
} as const;
type Salient = keyof typeof SALIENT;
const PASSWORD = 'Passw0rd!';
const PASSWORD_NAME = /password|passwort|passphrase|mot de passe|contraseña|密码|密碼/i;
const ANYTHING = 'Hello';
/** Nothing is called so: what a search shows that finds nothing. */
const NOTHING = 'zqxv';
/** What names a search, and nothing that could be found. */
const SEARCH = /search|find|query|suche|filter|搜索|查找/i;
/** No name of anything: single characters, numbers, times. */
const NO_NAME = /^.?$|^[\d\s.,:;/%€$£+-]+$/u;

/** Words in the name of a field or of a text that say nothing of what it is about. */
const OF_ANY = new Set(
  'a an and at bar box edit enter field find for here i id in input into is item label of on or query row search text the to view what you your'.split(
    ' ',
  ),
);

/** What a text was on the screen that showed it; smaller goes first. */
const RANK = { entry: 0, title: 1, other: 2, control: 3 } as const;

interface SeenText {
  readonly text: string;
  readonly package: string;
  readonly rank: number;
  /** Words of the ids of what showed it. */
  readonly about: ReadonlySet<string>;
  /** What showed it first, the same for all that is built alike. */
  readonly source: string;
}

/** Texts to type into fields: what a model said, what suits the kind of field, and what the app itself has shown. */
export class FieldTexts {
  readonly #seen = new Map<string, SeenText>();
  readonly #salient: Readonly<Record<Salient, Set<string>>> = {
    mail: new Set(),
    code: new Set(),
    secret: new Set(),
  };
  readonly #known = new Map<string, string[]>();
  /** Texts that the app itself put into a field, by package and field. */
  readonly #held = new Map<string, Set<string>>();
  /** Texts that were typed, by package and field. */
  readonly #typed = new Map<string, Set<string>>();
  readonly #lists = new Map<string, { readonly version: number; readonly texts: readonly string[] }>();
  /** Counts what was added: lists of an older version are made anew. */
  #version = 0;

  /** A screen was seen: what it shows may be what another one's fields take. */
  see({ elements, rows, package: owner, title }: ScreenSketch): void {
    for (const { isField, isEntry, texts, className, holds, classKey, fullKey } of elements) {
      if (isField) {
        this.#hold(`${owner}\n${fullKey}`, holds);
        continue;
      }
      const isControl = /Button|Tab|Switch|CheckBox/.test(className);
      for (const [index, text] of texts.entries()) {
        const first = isEntry || (texts.length > 1 && !isControl) ? RANK.entry : RANK.control;
        this.#add(text, owner, index === 0 ? first : RANK.other, classKey);
      }
    }
    if (elements.some(({ canTap }) => canTap)) this.#add(title, owner, RANK.title, 'title');
    for (const { says, resource, token } of rows) {
      const text = says.split('\u0001')[0] ?? '';
      this.#add(text, owner, RANK.other, token, wordsOf(resource));
      this.#pick(text);
    }
  }

  /** Something is about to be tried: where a field shows a text that was typed, nobody but the explorer put it there. */
  typed({ elements, package: owner }: ScreenSketch, action: Action, offer: Offer | null): void {
    const field = offer?.element == null ? undefined : elements[offer.element];
    if (action.type === 'type' && field?.isField === true)
      addTo(this.#typed, `${owner}\n${field.fullKey}`, action.text);
  }

  /** A model named texts for a field. @param field full key of the element */
  learn(page: string, field: string, texts: readonly string[]): void {
    const key = `${page}\n${field}`;
    this.#known.set(key, [...(this.#known.get(key) ?? []), ...texts]);
    this.#version += 1;
  }

  /** Texts that were seen in an app, the likeliest names of things first. */
  seenIn(owner: string, most: number): readonly string[] {
    const own = [...this.#seen.values()].filter(
      ({ package: of, text }) => of === owner && !NO_NAME.test(text),
    );
    return mixed(own)
      .slice(0, most)
      .map(({ text }) => text);
  }

  /** Texts for a field, the best first; each once. */
  of(page: string, owner: string, field: SketchedElement): readonly string[] {
    const key = `${page}\n${field.fullKey}`;
    const cached = this.#lists.get(key);
    if (cached?.version === this.#version) return cached.texts;
    const texts = [...new Set(this.#listed(page, owner, field))].slice(0, MOST_TEXTS);
    this.#lists.set(key, { version: this.#version, texts });
    return texts;
  }

  /** Whether a text is one that is made to be typed just there: an address of mail in a field for it, or what the app once put there. */
  suits(owner: string, field: SketchedElement, text: string): boolean {
    return (
      this.#suiting(field)?.has(text) === true ||
      this.#held.get(`${owner}\n${field.fullKey}`)?.has(text) === true
    );
  }

  /** Words of other screens that are made for such a field. */
  #suiting(field: SketchedElement): ReadonlySet<string> | null {
    const says = nameOfField(field);
    if (field.isPassword || PASSWORD_NAME.test(says)) return this.#salient.secret;
    if (isSearch(field)) return null;
    const kind = KINDS.find(({ name }) => name.test(says));
    if (kind === undefined) return this.#salient.code;
    return kind.looks?.test('a@b.cd') === true ? this.#salient.mail : null;
  }

  *#listed(page: string, owner: string, field: SketchedElement): Iterable<string> {
    const known = this.#known.get(`${page}\n${field.fullKey}`) ?? [];
    yield* known;
    yield* this.#held.get(`${owner}\n${field.fullKey}`) ?? [];
    const seen = [...this.#seen.values()];
    const says = nameOfField(field);
    const suiting = this.#suiting(field) ?? [];
    if (field.isPassword || PASSWORD_NAME.test(says)) {
      yield PASSWORD;
      yield* suiting;
      return;
    }
    if (!isSearch(field)) {
      const kind = KINDS.find(({ name }) => name.test(says));
      yield kind?.example ?? ANYTHING;
      yield* suiting;
      for (const { text } of seen) if (kind?.looks?.test(text) === true) yield text;
      if (kind?.looks != null) return;
    } else yield NOTHING;
    const names = seen.filter(({ text }) => !NO_NAME.test(text) && !SEARCH.test(text));
    // What is about the same as the field, such as the addresses of persons where a place is looked for.
    const words = wordsOf(says);
    for (const isOwn of [true, false]) {
      for (const { text, package: of, about } of names) {
        if ((of === owner) === isOwn && [...words].some((word) => about.has(word))) yield text;
      }
    }
    const own = names.filter((one) => one.package === owner && one.rank <= RANK.other);
    for (const { text } of mixed(own)) yield text;
    for (const one of names) if (one.package !== owner && one.rank <= RANK.title) yield one.text;
  }

  /** Keeps what a text holds that is typed elsewhere. */
  #pick(text: string): void {
    for (const kind of ['mail', 'code', 'secret'] as const) {
      for (const [one] of text.matchAll(SALIENT[kind])) {
        if (this.#salient[kind].has(one)) continue;
        this.#salient[kind].add(one);
        this.#version += 1;
      }
    }
  }

  #hold(key: string, text: string): void {
    if (text === '' || text.length > LONGEST || this.#typed.get(key)?.has(text) === true) return;
    if (addTo(this.#held, key, text)) this.#version += 1;
  }

  #add(text: string, owner: string, rank: number, source: string, about = NO_WORDS): void {
    if (text === '' || text.length > LONGEST || text.split(/\s+/).length > MOST_WORDS) return;
    const key = `${owner}\n${text}`;
    const known = this.#seen.get(key);
    const isKnown = [...about].every((word) => known?.about.has(word) === true);
    if (known !== undefined && known.rank <= rank && isKnown) return;
    this.#seen.set(key, {
      text,
      package: owner,
      rank: Math.min(rank, known?.rank ?? rank),
      source: known === undefined || rank < known.rank ? source : known.source,
      about: isKnown && known !== undefined ? known.about : new Set([...(known?.about ?? []), ...about]),
    });
    this.#version += 1;
  }
}

/** By rank, and of equal ones one from each source in turn: what a list of one kind does not lead to, that of another may. */
function mixed(texts: readonly SeenText[]): readonly SeenText[] {
  const counts = new Map<string, number>();
  const turns = new Map<SeenText, number>();
  for (const one of texts) {
    const key = `${one.rank} ${one.source}`;
    const turn = counts.get(key) ?? 0;
    counts.set(key, turn + 1);
    turns.set(one, turn);
  }
  return texts.toSorted((a, b) => a.rank - b.rank || (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Words of a name that say what it is about. */
function wordsOf(name: string): Set<string> {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !OF_ANY.has(word)));
}

/** Whether it was not there before. */
function addTo(sets: Map<string, Set<string>>, key: string, text: string): boolean {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  if (set.has(text)) return false;
  set.add(text);
  return true;
}
