import { DatasetError } from '../errors.js';
import type { Size } from '../domain/geometry.js';
import type { PictureRule } from '../domain/observation-rule.js';
import { resizedSize } from '../domain/resize-rule.js';
import { pictureSize } from './picture-size.js';

/** A picture in the form in which a model is sent it. */
export interface PreparedPicture {
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** Pixels; null where the file does not say. */
  readonly size: Size | null;
}

const JPEG_QUALITY = 90;

/**
 * The picture as a rule wants it: resized with Lanczos, encoded anew only where size or format change.
 *
 * @throws {DatasetError} for bytes that are no picture, and for shapes that the rule refuses
 */
export async function preparePicture(
  picture: { readonly mediaType: string; readonly data: Uint8Array },
  rule: PictureRule,
  place: { readonly file: string },
): Promise<PreparedPicture> {
  const size = pictureSize(picture.data);
  const mediaType = rule.format === 'png' ? 'image/png' : 'image/jpeg';
  const target = rule.resize === null || size === null ? null : resizedSize(size, rule.resize);
  if (target?.type === 'refused') {
    throw new DatasetError(`the model's processor refuses a picture of ${size?.width} x ${size?.height}`, {
      place,
      hint: 'Its sides differ too much, or nothing would be left of one of them.',
    });
  }
  const wanted = target?.size ?? size;
  const keepsSize = wanted === null || (wanted.width === size?.width && wanted.height === size.height);
  if (keepsSize && (rule.resize === null || picture.mediaType === mediaType)) return { ...picture, size };
  // Loaded on first use: it is heavy, and most runs send pictures as they are.
  const { default: sharp } = await import('sharp');
  try {
    let image = sharp(picture.data);
    if (!keepsSize) image = image.resize({ ...wanted, fit: 'fill', kernel: 'lanczos3' });
    image = rule.format === 'png' ? image.png() : image.flatten().jpeg({ quality: JPEG_QUALITY });
    return { mediaType, data: await image.toBuffer(), size: wanted };
  } catch (error) {
    throw new DatasetError('the picture cannot be decoded', {
      place,
      hint: 'Is the file complete? Touchstone sends PNG and JPEG.',
      cause: error,
    });
  }
}
