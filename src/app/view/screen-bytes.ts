import type { Benchmark } from '../../benchmarks/benchmark.js';
import { TouchstoneError } from '../../errors.js';
import { FileStore } from '../../formats/run/file-store.js';
import type { ScreenBytes } from './results-folder.js';

/** Beginnings of the pictures that pages show. */
const PICTURES: readonly (readonly [mediaType: string, isOne: (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])],
  ['image/jpeg', (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ['image/gif', (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38])],
  [
    'image/webp',
    (bytes) => startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45]),
  ],
];

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
  const picture = PICTURES.find(([, isOne]) => isOne(bytes));
  if (part === 'picture') return picture === undefined ? null : { mediaType: picture[0], bytes };
  if (picture !== undefined) return null;
  const first = bytes.find((byte) => !' \t\r\n\u00EF\u00BB\u00BF'.includes(String.fromCharCode(byte)));
  return { mediaType: first === 0x3c ? 'application/xml' : 'application/json', bytes };
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
