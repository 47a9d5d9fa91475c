import type { Benchmark } from '../../benchmarks/benchmark.js';

/** Grey values of a picture, shrunk to one fixed size. */
type Fingerprint = Uint8Array;

const COARSE = { width: 45, height: 98 };
const FINE = { width: 270, height: 585 };
/** Screens that are compared finely. */
const FINALISTS = 12;
/** Difference of one pixel that counts in full; what is drawn over a picture must not drown small true differences. */
const CAP = 48;
/** Finest mean difference, in grey values, beyond which a picture is none of the known. */
const UNKNOWN = 14;

/**
 * Screens somebody has seen before, known again by what they look like: after resizing, JPEG, and with marks on them.
 */
export class PictureMemory {
  readonly #pictures: readonly { readonly id: string; readonly bytes: Uint8Array }[];
  readonly #coarse: readonly Fingerprint[];
  readonly #fine = new Map<number, Promise<Fingerprint>>();

  private constructor(
    pictures: readonly { readonly id: string; readonly bytes: Uint8Array }[],
    coarse: readonly Fingerprint[],
  ) {
    this.#pictures = pictures;
    this.#coarse = coarse;
  }

  /** Reads the pictures of these screens once. */
  static async learn(
    screens: readonly string[],
    benchmark: Pick<Benchmark, 'world'>,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<PictureMemory> {
    const seen = await Promise.all(
      screens.map(async (id) => {
        const picture = benchmark.world?.screen(id)?.picture ?? null;
        return picture === null ? [] : [{ id, bytes: await picture.load({ signal }) }];
      }),
    );
    const pictures = seen.flat();
    return new PictureMemory(
      pictures,
      await Promise.all(pictures.map(({ bytes }) => fingerprint(bytes, COARSE))),
    );
  }

  /** Screens that look like the picture, several where they look alike; none where it resembles none. */
  async recognise(bytes: Uint8Array): Promise<readonly string[]> {
    const coarse = await fingerprint(bytes, COARSE);
    const finalists = this.#coarse
      .map((known, index) => ({ index, distance: distanceBetween(known, coarse) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, FINALISTS);
    const fine = await fingerprint(bytes, FINE);
    const compared = await Promise.all(
      finalists.map(async ({ index }) => ({
        id: this.#pictures[index]?.id ?? '',
        distance: distanceBetween(await this.#fineOf(index), fine),
      })),
    );
    const least = Math.min(...compared.map(({ distance }) => distance));
    if (least / (FINE.width * FINE.height) > UNKNOWN) return [];
    return compared.flatMap(({ id, distance }) => (distance === least ? [id] : []));
  }

  #fineOf(index: number): Promise<Fingerprint> {
    let fine = this.#fine.get(index);
    if (fine === undefined) {
      fine = fingerprint(this.#pictures[index]?.bytes ?? new Uint8Array(), FINE);
      this.#fine.set(index, fine);
    }
    return fine;
  }
}

async function fingerprint(
  bytes: Uint8Array,
  size: { readonly width: number; readonly height: number },
): Promise<Fingerprint> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize({ ...size, fit: 'fill' })
    .flatten()
    .greyscale()
    .raw()
    .toBuffer();
}

function distanceBetween(a: Fingerprint, b: Fingerprint): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    const difference = Math.abs((a[index] ?? 0) - (b[index] ?? 0));
    sum += difference > CAP ? CAP : difference;
  }
  return sum;
}
