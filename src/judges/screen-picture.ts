import type { Screen } from '../domain/screen.js';
import type { ModelContent } from '../models/model.js';
import { preparePicture } from '../observations/pictures/prepare-picture.js';

/** Longest side in pixels of a screenshot that a judge is shown, unless it is given another. */
export const JUDGE_PICTURE_SIDE = 1024;

/** The screenshot as a judge's model is sent it; null where the screen has none. @throws {TouchstoneError} when it cannot be loaded */
export async function screenPicture(
  screen: Screen,
  { signal, maxSide = JUDGE_PICTURE_SIDE }: { readonly signal: AbortSignal; readonly maxSide?: number },
): Promise<ModelContent | null> {
  if (screen.picture === null) return null;
  const { mediaType } = screen.picture;
  const bytes = await screen.picture.load({ signal });
  const rule = { resize: { algorithm: 'longest_side', maxSide }, format: 'jpeg' } as const;
  const made = await preparePicture({ mediaType, data: bytes }, rule, { file: screen.id });
  return { type: 'image', mediaType: made.mediaType, data: made.data };
}
