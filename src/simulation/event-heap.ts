/**
 * Moments in order, equal ones as they came; each with a number that says whose it is and one that says whether it still
 * holds. Grows as needed.
 */
export class EventHeap {
  #times = new Float64Array(1_024);
  #owners = new Int32Array(1_024);
  #turns = new Int32Array(1_024);
  /** How many came before. */
  #orders = new Float64Array(1_024);
  #pushed = 0;
  #size = 0;
  /** Of the moment that `pop` took. */
  time = 0;
  owner = 0;
  turn = 0;

  push(time: number, owner: number, turn: number): void {
    if (this.#size === this.#times.length) this.#grow();
    let place = this.#size;
    this.#size += 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      // All that is there came before.
      if (this.#timeAt(above) <= time) break;
      this.#move(above, place);
      place = above;
    }
    this.#times[place] = time;
    this.#owners[place] = owner;
    this.#turns[place] = turn;
    this.#orders[place] = this.#pushed;
    this.#pushed += 1;
  }

  /** Takes the earliest; false where there is none. */
  pop(): boolean {
    if (this.#size === 0) return false;
    this.time = this.#timeAt(0);
    this.owner = this.#owners[0] ?? 0;
    this.turn = this.#turns[0] ?? 0;
    this.#size -= 1;
    // The last one looks for its place from the top.
    const last = this.#size;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= last) break;
      if (below + 1 < last && this.#isBefore(below + 1, below)) below += 1;
      if (!this.#isBefore(below, last)) break;
      this.#move(below, place);
      place = below;
    }
    this.#move(last, place);
    return true;
  }

  #timeAt(place: number): number {
    return this.#times[place] ?? Infinity;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#timeAt(one), this.#timeAt(other)];
    return a < b || (a === b && (this.#orders[one] ?? 0) < (this.#orders[other] ?? 0));
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#timeAt(from);
    this.#owners[to] = this.#owners[from] ?? 0;
    this.#turns[to] = this.#turns[from] ?? 0;
    this.#orders[to] = this.#orders[from] ?? 0;
  }

  #grow(): void {
    const length = 2 * this.#times.length;
    const [times, owners, turns, orders] = [
      new Float64Array(length),
      new Int32Array(length),
      new Int32Array(length),
      new Float64Array(length),
    ];
    times.set(this.#times);
    owners.set(this.#owners);
    turns.set(this.#turns);
    orders.set(this.#orders);
    [this.#times, this.#owners, this.#turns, this.#orders] = [times, owners, turns, orders];
  }
}
