const ADDRESS = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/g;

/** How many different e-mail addresses a recorded file holds. They are counted and never shown. */
export function countAddresses(bytes: Uint8Array): number {
  // Latin-1 keeps every byte, and addresses are ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.includes('@') ? new Set(text.match(ADDRESS)).size : 0;
}
