import type { BlockPlace } from '../../src/report/view/episode-columns.js';
import type { ReportEpisode } from '../../src/report/view/report-episode.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { ReportDocument } from './report-document.js';
import type { ReportVerdict } from '../../src/report/view/report-verdict.js';

/** Blocks kept unpacked; one holds a few hundred kilobytes of steps. */
const KEPT_BLOCKS = 6;

/** The packed data inside a report file: `<script>` blocks of its document, of which later ones may still be on their way. */
export class ReportArchive {
  readonly #document: ReportDocument;
  readonly #kept = new Map<number, Promise<readonly unknown[]>>();

  constructor(document: ReportDocument) {
    this.#document = document;
  }

  async index(): Promise<ReportIndex> {
    return unpack<ReportIndex>(await this.#textOf('index'));
  }

  /** Rejects when the file was cut off before it. */
  episode(place: BlockPlace): Promise<ReportEpisode> {
    return this.#entry<ReportEpisode>(place);
  }

  /** Rejects when the file was cut off before it. */
  verdict(place: BlockPlace): Promise<ReportVerdict> {
    return this.#entry<ReportVerdict>(place);
  }

  /** Waits until the whole file has been read; pictures are at its end. */
  async read(): Promise<void> {
    if (this.#document.readyState !== 'loading') return;
    await new Promise((resolve) => {
      this.#document.addEventListener('DOMContentLoaded', resolve, { once: true });
    });
  }

  async #entry<T>([block, place]: BlockPlace): Promise<T> {
    const found = (await this.#block(block))[place];
    if (found === undefined) throw new Error(`entry ${place} of block ${block} is missing from the file`);
    // The writer of the same version put it there.
    return found as T;
  }

  #block(block: number): Promise<readonly unknown[]> {
    const known = this.#kept.get(block);
    if (known !== undefined) {
      this.#kept.delete(block);
      this.#kept.set(block, known);
      return known;
    }
    const fresh = this.#textOf(`block-${block}`).then(unpack<readonly unknown[]>);
    this.#kept.set(block, fresh);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_BLOCKS) break;
      this.#kept.delete(oldest);
    }
    return fresh;
  }

  /** Text of a block; waits for the end of the document when the block has not been read yet. */
  async #textOf(id: string): Promise<string> {
    // Before something follows it, a block's text may be half there.
    const early = this.#document.getElementById(id)?.nextElementSibling ?? null;
    if (early === null) await this.read();
    const block = this.#document.getElementById(id);
    if (block === null) throw new Error(`block ${id} is missing from the file`);
    return block.textContent;
  }
}

/** Base64 of gzip of JSON. */
async function unpack<T>(text: string): Promise<T> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as T;
}
