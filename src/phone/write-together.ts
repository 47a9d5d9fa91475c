import type { ServiceStream } from './service-stream.js';

/**
 * Writes pieces that go together without waiting in between, so that front ends send them in as few packets as they can and
 * nobody has to copy them into one. Resolves once there is room for more.
 */
export async function writeTogether(
  stream: Pick<ServiceStream, 'write'>,
  pieces: readonly Uint8Array[],
): Promise<void> {
  await Promise.all(pieces.map((piece) => stream.write(piece)));
}
