/** Milliseconds between two calls for one run. */
const BETWEEN_MS = 1000;

/** Calls back for a run at once, then at most once a second while more is noted of it: a run at work tells of itself all the time. */
export class RunPace {
  readonly #onChange: (run: string) => void;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #noted = new Set<string>();

  constructor(onChange: (run: string) => void) {
    this.#onChange = onChange;
  }

  note(run: string): void {
    if (this.#waiting.has(run)) this.#noted.add(run);
    else this.#tell(run);
  }

  /** Nothing is called back from now on. */
  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#noted.clear();
  }

  #tell(run: string): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(run);
      if (this.#noted.delete(run)) this.#tell(run);
    }, BETWEEN_MS);
    this.#waiting.set(run, timer);
    this.#onChange(run);
  }
}
