import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { OWN_PACKAGE } from '../../own-package.js';
import { jsonText, worldSchemaFiles } from './world-schemas.js';
import type { InitFile } from './write-init-files.js';

const STARTER = fileURLToPath(new URL('worlds/starter', OWN_PACKAGE));

/** A small world with pictures, to be changed into one's own: two apps, two tasks. @param name of the world */
export async function starterWorld(
  name: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly InitFile[]> {
  const named = async (file: string): Promise<InitFile> => {
    const value = JSON.parse(await readTextFile(join(STARTER, file), { signal })) as Record<string, unknown>;
    return { path: file, content: jsonText({ ...value, name }) };
  };
  const screens = (await readdir(join(STARTER, 'screens'))).toSorted();
  return [
    await named('graph.json'),
    await named('suite.json'),
    ...worldSchemaFiles(),
    ...(await Promise.all(
      screens.map(async (file) => ({
        path: `screens/${file}`,
        content: await readBytes(join(STARTER, 'screens', file), { maxBytes: FILE_LIMITS.picture, signal }),
      })),
    )),
  ];
}
