import { BufferedFile } from '../../formats/record-files/buffered-file.js';
import { byteText } from '../../formats/record-files/byte-text.js';
import type { LeftOut, LeftOutReason } from './left-out.js';

/** Those that are printed; the file lists all. */
const SHOWN = 20;

/** How many were left out for a reason, and how many of them did what. */
export interface LeftOutCount {
  readonly reason: LeftOutReason;
  readonly episodes: number;
  readonly steps: number;
  /** Kind of action → left out at one. */
  readonly actions: Readonly<Record<string, number>>;
}

/** Counts what is left out, and lists it in a file of JSON lines; the file appears when finished, and only if it lists something. */
export class LeftOutFile implements AsyncDisposable {
  readonly #counts = new Map<
    LeftOutReason,
    { episodes: number; steps: number; actions: Map<string, number> }
  >();
  readonly #first: LeftOut[] = [];
  readonly #file: BufferedFile;

  private constructor(file: BufferedFile) {
    this.#file = file;
  }

  static async create(file: string): Promise<LeftOutFile> {
    return new LeftOutFile(await BufferedFile.create(file));
  }

  /** The first of them. */
  get first(): readonly LeftOut[] {
    return this.#first;
  }

  readonly add = (leftOut: LeftOut): void => {
    const { reason, step, action } = leftOut;
    const count = this.#counts.get(reason) ?? { episodes: 0, steps: 0, actions: new Map<string, number>() };
    this.#counts.set(reason, count);
    if (step === null) count.episodes += 1;
    else count.steps += 1;
    if (action !== null) count.actions.set(action, (count.actions.get(action) ?? 0) + 1);
    if (this.#first.length < SHOWN) this.#first.push(leftOut);
    this.#file.add(byteText(`${JSON.stringify(leftOut)}\n`));
  };

  counts(): LeftOutCount[] {
    return [...this.#counts].map(([reason, { actions, ...count }]) => ({
      reason,
      ...count,
      actions: Object.fromEntries(actions),
    }));
  }

  /** Whether there is a file. */
  async finish(): Promise<boolean> {
    if (this.#counts.size === 0) return false;
    await this.#file.finish();
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }
}
