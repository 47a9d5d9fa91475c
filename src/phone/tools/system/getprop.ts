import type { AndroidProgram } from './android-system.js';

/** `getprop [KEY [DEFAULT]]`: a property, an empty line for one that is not set; all of them without a key. */
export const getprop: AndroidProgram = async (args, call, { properties }) => {
  const [key, fallback = ''] = args.filter((argument) => !/^-[TZ]+$/.test(argument));
  if (key !== undefined) {
    await call.stdout(`${properties.get(key) ?? fallback}\n`);
    return 0;
  }
  const names = [...properties.keys()].sort();
  await call.stdout(names.map((name) => `[${name}]: [${properties.get(name) ?? ''}]\n`).join(''));
  return 0;
};

/** `setprop KEY VALUE`: what begins with `ro.` cannot be changed. */
export const setprop: AndroidProgram = async (args, call, { properties }) => {
  const [key, value] = args;
  if (key === undefined || value === undefined) {
    await call.stderr('usage: setprop NAME VALUE\n');
    return 1;
  }
  if (properties.size > 10_000 || (key.startsWith('ro.') && properties.has(key))) {
    await call.stderr(`Failed to set property '${key}' to '${value}'.\nSee dmesg for error reason.\n`);
    return 1;
  }
  properties.set(key, value);
  return 0;
};
