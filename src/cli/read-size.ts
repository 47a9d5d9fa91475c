import type { Size } from '../domain/geometry.js';
import { UserError } from '../errors.js';

/** A size written as `1080x2400`; null where none is given. @throws {UserError} for anything else */
export function readSize(given: unknown, flag: string): Size | null {
  if (typeof given !== 'string') return null;
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(given.trim());
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (width > 0 && height > 0) return { width, height };
  throw new UserError(`${flag}: ${JSON.stringify(given)} is no size`, {
    hint: `Write it as width x height: ${flag} 1080x2400.`,
  });
}
