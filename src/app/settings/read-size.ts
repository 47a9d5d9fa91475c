import type { Size } from '../../domain/geometry.js';
import { UserError } from '../../errors.js';

/** Longer than any phone's or tablet's by far. */
const LONGEST_SIDE = 8_000;

/** A size written as `1080x2400`; null where none is given. @throws {UserError} for anything else */
export function readSize(given: unknown, flag: string): Size | null {
  if (typeof given !== 'string') return null;
  const match = /^(\d+)x(\d+)$/i.exec(given.trim());
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  const isSide = (side: number): boolean => side >= 1 && side <= LONGEST_SIDE;
  if (isSide(width) && isSide(height)) return { width, height };
  if (match !== null) {
    throw new UserError(`${flag}: ${given.trim().slice(0, 40)} is no size that a screen has`, {
      hint: `Each side is 1 to ${LONGEST_SIDE}: ${flag} 1080x2400.`,
    });
  }
  throw new UserError(`${flag}: ${JSON.stringify(given)} is no size`, {
    hint: `Write it as width x height: ${flag} 1080x2400.`,
  });
}
