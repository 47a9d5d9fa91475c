/** The serial of an emulator, or the next of those after it that nobody has. */
export function nextFreeSerial(serial: string, taken: ReadonlySet<string>): string {
  let free = serial;
  while (taken.has(free)) free = free.replace(/\d+$/, (digits) => String(Number(digits) + 2));
  return free;
}
