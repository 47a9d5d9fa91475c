import type { Screen } from '../../domain/screen.js';
import { preparePicture } from './prepare-picture.js';

/** A picture as part of a message to a model. */
interface SentPicture {
  readonly type: 'image';
  readonly mediaType: string;
  readonly data: Uint8Array;
}

/**
 * The screenshot as a model is sent it: as it was recorded, unless its longest side is to be `maxSide` pixels at most. Null where
 * the screen has none.
 *
 * @throws {TouchstoneError} when it cannot be loaded
 */
export async function screenPicture(
  { id, picture }: Screen,
  { signal, maxSide = null }: { readonly signal: AbortSignal; readonly maxSide?: number | null },
): Promise<SentPicture | null> {
  if (picture === null) return null;
  const data = await picture.load({ signal });
  const rule =
    maxSide === null
      ? ({ resize: null, format: 'png' } as const)
      : ({ resize: { algorithm: 'longest_side', maxSide }, format: 'jpeg' } as const);
  const made = await preparePicture({ mediaType: picture.mediaType, data }, rule, { file: id });
  return { type: 'image', mediaType: made.mediaType, data: made.data };
}
