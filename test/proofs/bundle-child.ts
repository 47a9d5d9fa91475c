import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeWholeFile } from '../../src/files/write-whole-file.js';

/** Below the checkout, whose packages it finds, and not looked at by git. */
const FOLDER = fileURLToPath(new URL('../../.cache/children', import.meta.url));
const bundled = new Map<string, Promise<string>>();

/**
 * A script and all it imports of this checkout in one file, once a process: started as often as a proof starts it, it would
 * otherwise read and rewrite hundreds of modules each time, which takes seconds.
 *
 * @returns where Node finds it
 */
export function bundleChild(script: string): Promise<string> {
  const known = bundled.get(script);
  if (known !== undefined) return known;
  const made = bundle(script);
  bundled.set(script, made);
  return made;
}

async function bundle(script: string): Promise<string> {
  await using made = await rolldown({
    input: script,
    platform: 'node',
    // As the program is built: packages stay what npm installed.
    external: (id) => !/^[./\0]|^[A-Z]:\\|^@oxc-project\/runtime\//.test(id),
    transform: { target: 'node20' },
    logLevel: 'silent',
  });
  const { output } = await made.generate({ format: 'esm', codeSplitting: false });
  const [{ code }] = output;
  // By its content: processes that bundle the same beside each other write the same file.
  const file = join(
    FOLDER,
    `${basename(script, '.ts')}-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.mjs`,
  );
  await mkdir(FOLDER, { recursive: true });
  await writeWholeFile(file, code);
  return file;
}
