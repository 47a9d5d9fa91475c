/** Memory of the phone, in KiB; the same on every phone and at any time. */
export const MEMORY = {
  MemTotal: 3_825_468,
  MemFree: 1_312_520,
  MemAvailable: 2_204_416,
  Buffers: 40_216,
  Cached: 1_102_340,
  SwapCached: 0,
  SwapTotal: 2_097_148,
  SwapFree: 2_097_148,
} as const;

/** Processors of the phone. */
export const PROCESSORS = 8;

/** `/proc/meminfo` as Linux prints it. */
export function memoryFile(): string {
  return Object.entries(MEMORY)
    .map(([name, size]) => `${`${name}:`.padEnd(15)} ${String(size).padStart(8)} kB\n`)
    .join('');
}

/** `/proc/cpuinfo` as Linux prints it on 64-bit ARM. */
export function processorsFile(hardware: string): string {
  const one = (number: number): string =>
    [
      `processor\t: ${number}`,
      'BogoMIPS\t: 38.40',
      'Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp',
      'CPU implementer\t: 0x41',
      'CPU architecture: 8',
      'CPU variant\t: 0x1',
      'CPU part\t: 0xd05',
      'CPU revision\t: 0',
      '',
      '',
    ].join('\n');
  return `${Array.from({ length: PROCESSORS }, (_, number) => one(number)).join('')}Hardware\t: ${hardware}\n`;
}
