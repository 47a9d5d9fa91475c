import type { Benchmark } from '../../benchmarks/benchmark.js';
import { TouchstoneError } from '../../errors.js';
import { FileStore } from '../../formats/run/file-store.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import type { ScreenBytes } from './results-folder.js';

/** A file that was kept with a run; null where it is not there, or not what it should be. */
export async function storedScreen(
  directory: string,
  hash: string,
  part: 'picture' | 'hierarchy',
): Promise<ScreenBytes | null> {
  try {
    return typed(await new FileStore(directory).get(hash), part);
  } catch (error) {
    if (error instanceof TouchstoneError) return null;
    throw error;
  }
}

/** A screen of the world that a run happened in; null where the world has none of that id. */
export async function worldScreen(
  benchmark: Benchmark,
  id: string,
  part: 'picture' | 'hierarchy',
  options: { readonly signal: AbortSignal },
): Promise<ScreenBytes | null> {
  try {
    const content = benchmark.world?.screen(id)?.[part] ?? null;
    return content === null ? null : typed(await content.load(options), part);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof TouchstoneError) return null;
    throw error;
  }
}

/** With the type that the bytes themselves show: what a file says of itself may be wrong, and a browser goes by it. */
function typed(bytes: Uint8Array, part: 'picture' | 'hierarchy'): ScreenBytes | null {
  const picture = pictureMediaType(bytes);
  if (part === 'picture') return picture === null ? null : { mediaType: picture, bytes };
  if (picture !== null) return null;
  const first = bytes.find((byte) => !' \t\r\n\u00EF\u00BB\u00BF'.includes(String.fromCharCode(byte)));
  return { mediaType: first === 0x3c ? 'application/xml' : 'application/json', bytes };
}
