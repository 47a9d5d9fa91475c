import type { Size } from '../../domain/geometry.js';
import type { PictureRule } from '../../domain/observation-rule.js';
import { resizedSize, type ResizeRule } from '../../domain/coordinates/resize-rule.js';
import type { FilePlace } from '../../errors.js';
import { madeKey, MadePictures } from './made-pictures.js';
import { refuseHuge, withPicture } from './open-picture.js';
import { PictureError } from './picture-error.js';
import { pictureMediaType } from './picture-media-type.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';

/** A picture in the form in which a model is sent it. */
export interface PreparedPicture {
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** Pixels; null where the file does not state it. */
  readonly size: Size | null;
}

const JPEG_QUALITY = 90;
/** What all agents of a process keep of pictures encoded anew: some hundred of a phone's. */
const PREPARED = new MadePictures<PreparedPicture>({ maxBytes: 64 * 1024 * 1024 });
const PNG = 'image/png';
const JPEG = 'image/jpeg';

/**
 * The picture as a rule wants it: resized with Lanczos, encoded anew only where that changes something. A picture that
 * keeps its size keeps its bytes, unless the rule wants a JPEG of something else: turning a JPEG into a PNG would only
 * make it larger.
 *
 * @throws {PictureError} for bytes that are no picture where they have to be decoded, for pictures larger than any screen,
 * and for shapes that the rule refuses
 */
export async function preparePicture(
  picture: { readonly mediaType: string; readonly data: Uint8Array },
  { resize, format, quality = JPEG_QUALITY }: PictureRule,
  place: FilePlace,
): Promise<PreparedPicture> {
  const { data: bytes } = picture;
  refuseHuge(bytes, place);
  const mediaType = format === 'png' ? PNG : JPEG;
  const recorded = pictureMediaType(bytes) ?? picture.mediaType;
  const size = pictureSize(bytes) ?? (resize === null ? null : await decodedSize(bytes, place));
  const wanted = size === null || resize === null ? size : sizeAfter(size, resize, place);
  const keepsSize = wanted === null || (wanted.width === size?.width && wanted.height === size.height);
  if (keepsSize && (recorded === mediaType || recorded === JPEG)) {
    return { mediaType: recorded, data: bytes, size };
  }
  return await PREPARED.get(madeKey(bytes, wanted, keepsSize, format, quality), async () => {
    const data = await withPicture(bytes, place, (decoded) => {
      const resized = keepsSize ? decoded : decoded.resize({ ...wanted, fit: 'fill', kernel: 'lanczos3' });
      return (
        format === 'png' ? resized.png() : resized.flatten({ background: '#fff' }).jpeg({ quality })
      ).toBuffer();
    });
    return { mediaType, data, size: wanted };
  });
}

/** Of a format whose header we do not read. */
async function decodedSize(bytes: Uint8Array, place: FilePlace): Promise<Size> {
  const { width, height } = await withPicture(bytes, place, (picture) => picture.metadata());
  return { width, height };
}

function sizeAfter(size: Size, rule: ResizeRule, place: FilePlace): Size {
  const result = resizedSize(size, rule);
  if (result.type === 'size') return result.size;
  throw new PictureError(`the model's processor refuses a picture of ${size.width} x ${size.height}`, {
    place,
    hint:
      result.reason === 'aspect_ratio'
        ? 'One side is more than 200 times the other.'
        : 'Nothing would be left of one of its sides.',
  });
}
