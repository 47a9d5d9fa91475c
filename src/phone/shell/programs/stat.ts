import { FAULT_TEXT } from '../../files/fault-text.js';
import { readOptions } from './read-options.js';
import { modeText, timeText } from './stat-text.js';
import type { FileStat } from '../../files/virtual-files.js';
import type { Program } from '../program.js';

const FULL =
  '  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: %B\t%F\nDevice: 1h/1d\t Inode: %i\t Links: %h\nAccess: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nAccess: %x\nModify: %y\nChange: %z';

/** Says what is known of files, by a format where one is given. */
export const stat: Program = async (call) => {
  const options = readOptions(call, 'c:Lft format=c');
  const { files } = call.system;
  for (const name of options.arguments) {
    const found = files.stat(files.resolve(name, call.folder));
    if (typeof found === 'string') {
      await call.complain(`'${name}': ${FAULT_TEXT[found]}`);
    } else
      await call.stdout(
        `${formatted(options.value('c') ?? FULL, name, found, call.system.clock.timeZone)}\n`,
      );
  }
};

function formatted(format: string, name: string, stat: FileStat, zone?: string): string {
  const { text, offset } = timeText(stat.mtime, zone);
  const time = `${text}.000000000 ${offset}`;
  const values: Readonly<Record<string, string | number>> = {
    n: name,
    N: name,
    s: stat.size,
    b: Math.ceil(stat.size / 512),
    B: 512,
    o: 4096,
    F: stat.type === 'folder' ? 'directory' : stat.size ? 'regular file' : 'regular empty file',
    f: stat.mode.toString(16),
    a: (stat.mode & 0o7777).toString(8),
    A: modeText(stat.mode),
    u: 0,
    U: 'root',
    g: 1015,
    G: 'sdcard_rw',
    h: 1,
    i: 1,
    d: 1,
    D: 1,
    m: '/',
    t: 0,
    T: 0,
    x: time,
    y: time,
    z: time,
    X: stat.mtime,
    Y: stat.mtime,
    Z: stat.mtime,
    '%': '%',
  };
  return format.replace(/%([a-zA-Z%])/g, (whole, letter: string) => String(values[letter] ?? whole));
}
