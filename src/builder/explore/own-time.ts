/** Time of the explorer's own work in one session, without the phone, the disk and models. */
export class OwnTime {
  #ms = 0;
  /** Steps that it was spent for. */
  steps = 0;

  /** Milliseconds for each step. */
  get msPerStep(): number {
    return this.steps === 0 ? 0 : this.#ms / this.steps;
  }

  /** Does some work, and counts its time. */
  spent<T>(work: () => T): T {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#ms += performance.now() - startedAt;
    }
  }

  /** The same for work that waits. */
  async spentOn<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#ms += performance.now() - startedAt;
    }
  }

  /** Begins anew. */
  clear(): void {
    this.#ms = 0;
    this.steps = 0;
  }
}
