/**
 * The minutes that are left of a phase of a proof, for progress of the form `17 of 400 …`, at the pace of that phase so far: another
 * total, other words behind it or a smaller count begin one anew. Empty where nothing can be told.
 */
export class TimeLeft {
  #phase = '';
  #from = { done: 0, atMs: 0 };
  #done = 0;

  /** @param atMs milliseconds that never go back */
  told(text: string, atMs: number): string {
    const [, doneText = '', plannedText = '', what = ''] = /^(\d+) of (\d+) (\S*)/.exec(text) ?? [];
    if (doneText === '') return '';
    const [done, planned] = [Number(doneText), Number(plannedText)];
    const phase = `${planned} ${what}`;
    if (phase !== this.#phase || done < this.#done) {
      this.#phase = phase;
      this.#from = { done, atMs };
    }
    this.#done = done;
    const made = done - this.#from.done;
    if (made === 0) return '';
    const leftMs = ((atMs - this.#from.atMs) / made) * (planned - done);
    return `, ${Math.ceil(leftMs / 60_000)} min left`;
  }
}
