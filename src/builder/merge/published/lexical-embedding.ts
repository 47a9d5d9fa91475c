import { hashText } from '../../../domain/random.js';

const DIMENSIONS = 512;

/**
 * A vector of a text, from the pairs of characters in it: texts with the same words are near. It stands in for a model of embeddings
 * where there is none (the published pipeline asks BGE-large-zh-v1.5), so that thresholds mean something else: two wordings of one page
 * are further apart than for such a model.
 */
export function lexicalEmbedding(text: string): readonly number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  const signs = Array.from(text.toLowerCase().replaceAll(/[\s\p{P}]+/gu, ''));
  for (const [index, sign] of signs.entries()) {
    for (const part of [sign, `${sign}${signs[index + 1] ?? ''}`]) {
      const at = (hashText(part)[0] >>> 0) % DIMENSIONS;
      vector[at] = (vector[at] ?? 0) + 1;
    }
  }
  return vector;
}
