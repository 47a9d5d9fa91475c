import type { ScreenContent } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { isWholePicture } from '../../observations/pictures/whole-picture.js';
import type { Capture, Material } from './material.js';

/**
 * Leaves pictures out that are cut off, or are not what their name says any more, with a warning each that names the file: a world
 * would show agents half a screen. What else is known of such a screen stays.
 *
 * @param source as the user named it
 */
export async function leaveOutBrokenPictures<M extends Material>(
  source: string,
  material: M,
  { signal }: { readonly signal: AbortSignal },
): Promise<M> {
  const known = new Map<string, string | null>();
  const warnings: string[] = [];
  const captures: Capture[] = [];
  for (const capture of material.captures) {
    const { picture, pictureContent } = capture;
    if (picture === null || pictureContent === null) {
      captures.push(capture);
      continue;
    }
    let problem = known.get(picture);
    if (problem === undefined) {
      problem = await problemOf(picture, pictureContent, signal);
      known.set(picture, problem);
      const name = `screens/${capture.file ?? `${picture}.png`}`;
      if (problem !== null) warnings.push(`${source}: ${name} ${problem}; this picture is left out`);
    }
    captures.push(problem === null ? capture : { ...capture, picture: null, pictureContent: null });
  }
  if (warnings.length === 0) return material;
  return { ...material, captures, warnings: [...material.warnings, ...warnings] };
}

/** Null where the picture is whole. */
async function problemOf(hash: string, content: ScreenContent, signal: AbortSignal): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = await content.load({ signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return `cannot be read: ${error.message}`;
  }
  if (!isWholePicture(bytes)) return 'is cut off';
  return sha256(bytes) === hash ? null : 'is not the picture that was recorded: its SHA-256 is another';
}
