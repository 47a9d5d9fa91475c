import { Complaint } from '../answer.js';
import type { Program } from '../program.js';

/** The last part of a path, without an ending where one is given. */
export const basename: Program = async (call) => {
  const words = call.words.slice(1);
  const suffix = words[0] === '-s' ? words.splice(0, 2)[1] : words[1];
  const [path] = words;
  if (path === undefined) throw new Complaint('Needs 1 argument (see "basename --help")');
  const name = path.replace(/\/+$/, '').replace(/^.*\//s, '') || (path ? '/' : '');
  await call.stdout(
    `${suffix && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`,
  );
};

/** A path without its last part. */
export const dirname: Program = async (call) => {
  for (const path of call.words.slice(1)) {
    const trimmed = path.replace(/\/+$/, '');
    const slash = trimmed.lastIndexOf('/');
    await call.stdout(
      `${slash < 0 ? (trimmed || !path ? '.' : '/') : trimmed.slice(0, slash).replace(/\/+$/, '') || '/'}\n`,
    );
  }
};

/** A path without dots and other names of the same folder. */
export const realpath: Program = async (call) => {
  const { files } = call.system;
  let status = 0;
  for (const name of call.words.slice(1).filter((word) => !word.startsWith('-'))) {
    const path = files.resolve(name, call.folder);
    if (call.words[0] === 'readlink' && !call.words.some((word) => /^-[a-z]*[fem]/.test(word))) status = 1;
    else if (typeof files.stat(path) === 'string' && call.words[0] === 'realpath') {
      await call.complain(`${name}: No such file or directory`);
      status = 1;
    } else await call.stdout(`${path}\n`);
  }
  return status;
};
