/** What a token says of an element. */
export type TokenKind = 'state' | 'text' | 'focus';

/** Tokens as numbers, with the element that each is about. */
export class Vocabulary {
  readonly #tokens = new Map<string, number>();
  readonly #elements = new Map<string, number>();
  readonly #spots = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #elementOf: number[] = [];
  readonly #kindOf: TokenKind[] = [];
  readonly #texts: (string | null)[] = [];

  get elements(): number {
    return this.#names.length;
  }

  /** Number of an element by its name. */
  element(name: string): number {
    const known = this.#elements.get(name);
    if (known !== undefined) return known;
    this.#elements.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  /** Number of a text that stands somewhere. */
  spot(name: string): number {
    const known = this.#spots.get(name) ?? this.#spots.size;
    this.#spots.set(name, known);
    return known;
  }

  /** Whether an element has a resource id, by which it is the same wherever it stands. */
  isNamed(element: number): boolean {
    return this.elementName(element).includes('#');
  }

  /** Number of a token. */
  token(element: number, kind: TokenKind, value: string, text: string | null): number {
    const key = `${element} ${kind} ${value}`;
    const known = this.#tokens.get(key);
    if (known !== undefined) return known;
    const number = this.#tokens.size;
    this.#tokens.set(key, number);
    this.#elementOf.push(element);
    this.#kindOf.push(kind);
    this.#texts.push(text);
    return number;
  }

  elementOf(token: number): number {
    return this.#elementOf[token] ?? -1;
  }

  elementName(element: number): string {
    return this.#names[element] ?? '';
  }

  kindOf(token: number): TokenKind {
    return this.#kindOf[token] ?? 'state';
  }

  /** Text that the token is about; null for states. */
  textOf(token: number): string | null {
    return this.#texts[token] ?? null;
  }
}
