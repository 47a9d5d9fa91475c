import { TouchstoneError } from '../../errors.js';
import type { Model, ModelContent, ModelRequest } from '../model.js';

/** A picture is larger than the endpoint takes, however it is encoded. */
export class ModelPictureSizeError extends TouchstoneError {
  readonly code = 'MODEL_PICTURE_SIZE';
  readonly fault = 'user';
}

type Picture = Extract<ModelContent, { type: 'image' }>;

/** Qualities of JPEG that are tried, best first; below the last, small text can no longer be read. */
const QUALITIES = [90, 80, 70, 60, 50, 40] as const;

/**
 * A model that is sent no picture of more than `maxBytes` bytes: larger ones are re-encoded as JPEG, at the best quality that
 * fits, in their own size, since another size would move every position. What was done is in the answer's warnings, and the
 * limit in the model's identity.
 *
 * @throws {ModelPictureSizeError} from `generate`, for a picture that fits at no quality
 */
export function limitPictures(model: Model, maxBytes: number): Model {
  // Earlier screens are sent again with every later step.
  const encoded = new WeakMap<Uint8Array, Promise<SmallerPicture>>();
  const smaller = (picture: Picture): Promise<SmallerPicture> => {
    let found = encoded.get(picture.data);
    if (found === undefined) {
      found = encodeWithin(picture, maxBytes);
      encoded.set(picture.data, found);
    }
    return found;
  };
  return {
    identity: { ...model.identity, maxPictureBytes: maxBytes },
    generate: async (request, options) => {
      const notes: string[] = [];
      const limited = await withPictures(request, async (picture, number) => {
        if (picture.data.byteLength <= maxBytes) return picture;
        const { picture: sent, quality } = await smaller(picture);
        notes.push(
          `picture ${number} encoded as JPEG of quality ${quality}: ${picture.data.byteLength} bytes became ${sent.data.byteLength}`,
        );
        return sent;
      });
      options.signal.throwIfAborted();
      const answer = await model.generate(limited, options);
      return notes.length === 0 ? answer : { ...answer, warnings: [...(answer.warnings ?? []), ...notes] };
    },
  };
}

interface SmallerPicture {
  readonly picture: Picture;
  readonly quality: number;
}

async function encodeWithin({ data, mediaType }: Picture, maxBytes: number): Promise<SmallerPicture> {
  const { default: sharp } = await import('sharp');
  for (const quality of QUALITIES) {
    const jpeg = await sharp(data).flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer();
    if (jpeg.byteLength > maxBytes) continue;
    return { picture: { type: 'image', mediaType: 'image/jpeg', data: new Uint8Array(jpeg) }, quality };
  }
  throw new ModelPictureSizeError(
    `A picture (${mediaType}) of ${data.byteLength} bytes is more than the ${maxBytes} that the endpoint takes, at every quality`,
    {
      hint: 'Send smaller pictures (`--picture longest_side:1120`), or raise `maxPictureBytes` in the profile.',
    },
  );
}

/** The request with each of its pictures, counted from 1, as `change` makes it. */
async function withPictures(
  request: ModelRequest,
  change: (picture: Picture, number: number) => Promise<Picture>,
): Promise<ModelRequest> {
  let number = 0;
  const messages: ModelRequest['messages'][number][] = [];
  for (const message of request.messages) {
    const content: ModelContent[] = [];
    for (const part of message.content) {
      if (part.type === 'image') number += 1;
      content.push(part.type === 'image' ? { ...part, ...(await change(part, number)) } : part);
    }
    messages.push({ ...message, content });
  }
  return { ...request, messages };
}
