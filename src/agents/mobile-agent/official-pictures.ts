import type { ModelContent } from '../../models/model.js';
import { PromptInputError } from '../../models/prompt-sets/prompt-input-error.js';
import type { ShownScreen } from '../look-at.js';

/** The screenshot as a part of a message; none where the screen has none. */
export function shownPictures({ screenshot }: ShownScreen): ModelContent[] {
  return screenshot === null
    ? []
    : [{ type: 'image', mediaType: screenshot.mediaType, data: screenshot.data }];
}

/**
 * Width and height of the screenshot, for prompts that state them.
 *
 * @throws {PromptInputError} where nobody knows them
 */
export function shownSize({ screenshot }: ShownScreen): { readonly width: string; readonly height: string } {
  const size = screenshot?.size ?? null;
  if (size !== null) return { width: `${size.width}`, height: `${size.height}` };
  throw new PromptInputError('the official prompt states the size of the picture, and nobody knows it', {
    hint: 'Run with the screenshots of the benchmark, or without --prompt-source.',
  });
}
