/** First bytes of the formats that are sent to models; null stands for any byte. */
const STARTS: readonly (readonly [mediaType: string, start: readonly (number | null)[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
];

/** Media type of a picture file, from its first bytes, not its name; null for formats that we do not know. */
export function pictureMediaType(bytes: Uint8Array): string | null {
  const known = STARTS.find(([, start]) =>
    start.every((byte, index) => byte === null || bytes[index] === byte),
  );
  return known?.[0] ?? null;
}
