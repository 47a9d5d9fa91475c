import type { Size } from '../../domain/geometry.js';
import type { PromptInput } from '../dialects/dialect.js';
import { coordinateSpan, type CoordinateRule } from '../dialects/reading/resolve-position.js';
import { PromptInputError } from './prompt-input-error.js';

/**
 * Pixels of the picture that answers count, which prompts state as the screen's resolution.
 *
 * @throws {PromptInputError} where they follow from the size of a picture that nobody knows
 */
export function countedSize({ screenshot, screen }: PromptInput, coordinates: CoordinateRule): Size {
  const size = coordinateSpan(coordinates, { screen: screen ?? screenshot?.size ?? null });
  if (size !== null) return size;
  throw new PromptInputError('the official prompt states the size of the picture, and nobody knows it', {
    hint: 'Run with the screenshots of the benchmark, or without --prompt-source.',
  });
}
