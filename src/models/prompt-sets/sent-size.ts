import type { Size } from '../../domain/geometry.js';
import type { PromptInput } from '../dialects/dialect.js';
import { PromptInputError } from './prompt-input-error.js';

/**
 * Pixels of the picture as it is sent, else of the screen; prompts state them.
 *
 * @throws {PromptInputError} where neither is known
 */
export function sentSize({ screenshot, marked, screen }: PromptInput): Size {
  const size = screenshot?.size ?? marked?.size ?? screen;
  if (size !== null && size !== undefined) return size;
  throw new PromptInputError('the official prompt states the size of the picture, and nobody knows it', {
    hint: 'Run with the screenshots of the benchmark, or without --prompt-source.',
  });
}
