import { Failure } from '../../shell/answer.js';
import type { AndroidProgram } from './android-system.js';

/** `getprop [KEY [DEFAULT]]`: a property, an empty line for one that is not set; all of them without a key. */
export const getprop: AndroidProgram = async (args, call, { properties }) => {
  const [key, fallback = ''] = args.filter((argument) => !/^-[TZ]+$/.test(argument));
  if (key !== undefined) return `${properties.get(key) ?? fallback}\n`;
  const names = [...properties.keys()].sort();
  return names.map((name) => `[${name}]: [${properties.get(name) ?? ''}]\n`).join('');
};

/** `setprop KEY VALUE`: what begins with `ro.` cannot be changed. */
export const setprop: AndroidProgram = async (args, call, { properties }) => {
  const [key, value] = args;
  if (key === undefined || value === undefined) throw new Failure('usage: setprop NAME VALUE\n');
  if (properties.size > 10_000 || (key.startsWith('ro.') && properties.has(key)))
    throw new Failure(`Failed to set property '${key}' to '${value}'.\nSee dmesg for error reason.\n`);
  properties.set(key, value);
};
