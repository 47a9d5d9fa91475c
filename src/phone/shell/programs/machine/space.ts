import { FAULT_TEXT } from '../../../files/fault-text.js';
import type { VirtualFiles } from '../../../files/virtual-files.js';
import { readOptions } from '../read-options.js';
import type { Program } from '../../program.js';

const BLOCK = 4096;

/** File systems of the phone: device, size in KiB, used, and where it is mounted. */
const MOUNTED = [
  ['/dev/block/dm-6', 870_696, 868_052, '/'],
  ['tmpfs', 1_912_732, 1_448, '/dev'],
  ['/dev/block/dm-10', 24_570_740, 6_183_376, '/data'],
  ['/dev/fuse', 24_570_740, 6_183_376, '/storage/emulated'],
] as const;

/** `df [-h] [FILE…]`. Source: toybox `df`. */
export const df: Program = async (call) => {
  const options = readOptions(call, 'HPkhit:a');
  const isShort = options.has('h') || options.has('H');
  const rows: (typeof MOUNTED)[number][] = options.arguments.length ? [] : [...MOUNTED];
  for (const name of options.arguments) {
    const path = call.system.files.resolve(name, call.folder);
    const stat = call.system.files.stat(path);
    if (typeof stat === 'string') await call.complain(`'${name}': ${FAULT_TEXT[stat]}`);
    else rows.push(mountOf(path));
  }
  const size = (kilobytes: number): string => (isShort ? shortSize(kilobytes * 1024) : String(kilobytes));
  const head = [
    'Filesystem',
    isShort ? 'Size' : '1K-blocks',
    'Used',
    isShort ? 'Avail' : 'Available',
    'Use%',
  ];
  const cells = rows.map(([device, total, used, place]) => {
    const share = `${Math.ceil((100 * used) / total)}%`;
    return [device, size(total), size(used), size(total - used), share, place];
  });
  const widths = head.map((title, column) =>
    Math.max(
      column === 0 ? (isShort ? 15 : 14) : 0,
      ...[head, ...cells].map((row) => (row[column] ?? title).length),
    ),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, column) => {
        if (column === 5) return text;
        return column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
      })
      .join(' ');
  await call.stdout([[...head, 'Mounted on'], ...cells].map((row) => `${line(row)}\n`).join(''));
};

function mountOf(path: string): (typeof MOUNTED)[number] {
  const place = path.startsWith('/sdcard') ? '/storage/emulated' : path;
  const [root, ...others] = MOUNTED;
  return others.find(([, , , mount]) => place === mount || place.startsWith(`${mount}/`)) ?? root;
}

/** `du [-abchkms] [-d DEPTH] [FILE…]`. Source: toybox `du`. */
export const du: Program = async (call) => {
  const options = readOptions(call, 'd:abchkKLHlmsx');
  const depth = options.has('s') ? 0 : Number(options.value('d') ?? Number.POSITIVE_INFINITY);
  const print = async (bytes: number, name: string): Promise<void> => {
    const unit = options.has('m') ? 1024 * 1024 : options.has('K') ? 512 : options.has('b') ? 1 : 1024;
    await call.stdout(`${options.has('h') ? shortSize(bytes) : Math.ceil(bytes / unit)}\t${name}\n`);
  };
  const { files } = call.system;
  let total = 0;
  for (const name of options.arguments.length ? options.arguments : ['.']) {
    const path = files.resolve(name, call.folder);
    const stat = files.stat(path);
    if (typeof stat === 'string') {
      await call.complain(`${name}: ${FAULT_TEXT[stat]}`);
      continue;
    }
    for (const entry of sizes(files, path, { isApparent: options.has('b') })) {
      if (entry.depth === 0) total += entry.bytes;
      if (entry.depth > depth || (entry.isFile && entry.depth > 0 && !options.has('a'))) continue;
      await print(entry.bytes, name.replace(/\/$/, '') + entry.below || '/');
    }
  }
  if (options.has('c')) await print(total, 'total');
};

interface Sized {
  /** Path below where it was begun; empty there. */
  readonly below: string;
  readonly depth: number;
  /** With everything in it. */
  bytes: number;
  readonly isFile: boolean;
}

/** Every file and folder from a path on, what is in a folder before the folder. Folders may be nested beyond any stack. */
function* sizes(
  files: VirtualFiles,
  path: string,
  { isApparent }: { readonly isApparent: boolean },
): Generator<Sized> {
  const start = (below: string, depth: number): { readonly entry: Sized; readonly names: string[] } => {
    const stat = files.stat(path + below);
    const names = files.list(path + below);
    const size = typeof stat === 'string' ? 0 : stat.size;
    const bytes = isApparent ? size : Math.ceil(size / BLOCK) * BLOCK;
    const isFile = typeof names === 'string';
    return { entry: { below, depth, bytes, isFile }, names: isFile ? [] : [...names].reverse() };
  };
  const open = [start('', 0)];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const name = last.names.pop();
    if (name !== undefined) {
      open.push(start(`${last.entry.below}/${name}`, last.entry.depth + 1));
      continue;
    }
    open.pop();
    yield last.entry;
    const above = open.at(-1);
    if (above !== undefined) above.entry.bytes += last.entry.bytes;
  }
}

/** A size with its unit, as toybox shortens it: at most three digits, one behind the point below ten. */
export function shortSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1000; unit += 1) value /= 1024;
  const shown = unit > 0 && value < 10 ? value.toFixed(1) : String(Math.round(value));
  return `${shown}${['', 'K', 'M', 'G', 'T'][unit] ?? ''}`;
}
