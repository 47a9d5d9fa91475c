import type { BlockPlace } from '../view/episode-columns.js';
import type { ReportEpisode } from '../view/report-episode.js';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportVerdict } from '../view/report-verdict.js';

/** Blocks kept unpacked; one holds a few hundred kilobytes of steps. */
const KEPT_BLOCKS = 6;

/** The packed data inside the report file. */
export interface Archive {
  index(): Promise<ReportIndex>;
  /** Rejects when the file was cut off before them. */
  episode(place: BlockPlace): Promise<ReportEpisode>;
  verdict(place: BlockPlace): Promise<ReportVerdict>;
}

/** Reads what the writer packed into `<script>` blocks of the document; later blocks may still be on their way. */
export function openArchive(document: Document): Archive {
  const kept = new Map<number, Promise<readonly unknown[]>>();

  function blockOf(block: number): Promise<readonly unknown[]> {
    const known = kept.get(block);
    if (known !== undefined) {
      kept.delete(block);
      kept.set(block, known);
      return known;
    }
    const fresh = textOf(document, `block-${block}`).then(unpack<readonly unknown[]>);
    kept.set(block, fresh);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_BLOCKS) break;
      kept.delete(oldest);
    }
    return fresh;
  }

  async function entry<T>([block, place]: BlockPlace): Promise<T> {
    const found = (await blockOf(block))[place];
    if (found === undefined) throw new Error(`entry ${place} of block ${block} is missing from the file`);
    // The writer of the same version put it there.
    return found as T;
  }

  return {
    index: async () => unpack<ReportIndex>(await textOf(document, 'index')),
    episode: (place) => entry<ReportEpisode>(place),
    verdict: (place) => entry<ReportVerdict>(place),
  };
}

/** Text of a block; waits for the end of the document when the block has not been read yet. */
async function textOf(document: Document, id: string): Promise<string> {
  // Before something follows it, a block's text may be half there.
  const early = document.getElementById(id)?.nextElementSibling ?? null;
  if (early === null && document.readyState === 'loading') {
    await new Promise((resolve) => {
      document.addEventListener('DOMContentLoaded', resolve, { once: true });
    });
  }
  const block = document.getElementById(id);
  if (block === null) throw new Error(`block ${id} is missing from the file`);
  return block.textContent;
}

/** Base64 of gzip of JSON. */
async function unpack<T>(text: string): Promise<T> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as T;
}
