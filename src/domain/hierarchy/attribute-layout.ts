/**
 * Which attribute stands where in a node's list of values. The nodes of a dump share a handful of layouts, so that a node
 * itself keeps nothing but its values.
 */
export class AttributeLayout {
  readonly #positions: ReadonlyMap<string, number>;

  /** @param positions attribute name → index in a node's values, in file order */
  constructor(positions: ReadonlyMap<string, number>) {
    this.#positions = positions;
  }

  positionOf(name: string): number | undefined {
    return this.#positions.get(name);
  }

  /** Attribute names in file order, each with its position. */
  entries(): Iterable<[name: string, position: number]> {
    return this.#positions.entries();
  }
}
