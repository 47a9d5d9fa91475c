import type { Screen } from '../../domain/screen.js';
import type { ModelContent } from '../../models/model.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';

/**
 * The screenshot as a model is sent it, its longest side `maxSide` pixels at most; as it was recorded where that is null. Null where the
 * screen has none.
 *
 * @throws {TouchstoneError} when it cannot be loaded
 */
export async function screenPicture(
  { id, picture }: Screen,
  { signal, maxSide }: { readonly signal: AbortSignal; readonly maxSide: number | null },
): Promise<ModelContent | null> {
  if (picture === null) return null;
  const data = await picture.load({ signal });
  const rule =
    maxSide === null
      ? ({ resize: null, format: 'png' } as const)
      : ({ resize: { algorithm: 'longest_side', maxSide }, format: 'jpeg' } as const);
  const made = await preparePicture({ mediaType: picture.mediaType, data }, rule, { file: id });
  return { type: 'image', mediaType: made.mediaType, data: made.data };
}
