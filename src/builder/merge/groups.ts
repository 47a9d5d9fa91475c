/** Things that are one, and things that are not: what follows from both is known without asking. */
export class Groups {
  readonly #parent: Int32Array;
  /** By root: roots that are not the same. */
  readonly #apart = new Map<number, Set<number>>();

  constructor(size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, index) => index);
  }

  find(place: number): number {
    let root = place;
    while (this.#parent[root] !== root) root = this.#parent[root] ?? root;
    let at = place;
    while (at !== root) {
      const next = this.#parent[at] ?? root;
      this.#parent[at] = root;
      at = next;
    }
    return root;
  }

  areSame(a: number, b: number): boolean {
    return this.find(a) === this.find(b);
  }

  areApart(a: number, b: number): boolean {
    return this.#apart.get(this.find(a))?.has(this.find(b)) ?? false;
  }

  /** Makes both one. False where they are known to be different: then nothing happens. */
  join(a: number, b: number): boolean {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return true;
    if (this.areApart(x, y)) return false;
    const [root, other] = x < y ? [x, y] : [y, x];
    this.#parent[other] = root;
    const moved = this.#apart.get(other);
    if (moved !== undefined) {
      this.#apart.delete(other);
      for (const third of moved) {
        this.#apart.get(third)?.delete(other);
        this.#note(third, root);
      }
    }
    return true;
  }

  /** Notes that both are different. False where they are one already: then nothing happens. */
  keepApart(a: number, b: number): boolean {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return false;
    this.#note(x, y);
    return true;
  }

  #note(a: number, b: number): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = this.#apart.get(one) ?? new Set<number>();
      this.#apart.set(one, known);
      known.add(other);
    }
  }
}
