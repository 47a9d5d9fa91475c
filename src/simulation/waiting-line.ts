/** Lanes that wait, first come first served. Who left meanwhile is known by their turn. */
export class WaitingLine {
  #lanes: number[] = [];
  #turns: number[] = [];
  #head = 0;

  get isEmpty(): boolean {
    return this.#head === this.#lanes.length;
  }

  add(lane: number, turn: number): void {
    this.#lanes.push(lane);
    this.#turns.push(turn);
  }

  /** The first of those whose turn still holds, taken off; null where nobody waits. */
  take(turns: Int32Array): number | null {
    while (this.#head < this.#lanes.length) {
      const lane = this.#lanes[this.#head] ?? 0;
      const turn = this.#turns[this.#head];
      this.#head += 1;
      this.#tidy();
      if (turns[lane] === turn) return lane;
    }
    return null;
  }

  /** What was taken is forgotten now and then. */
  #tidy(): void {
    if (this.#head < 4_096 || 2 * this.#head < this.#lanes.length) return;
    this.#lanes = this.#lanes.slice(this.#head);
    this.#turns = this.#turns.slice(this.#head);
    this.#head = 0;
  }
}
