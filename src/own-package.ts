import { existsSync } from 'node:fs';

/** Folder of this package, with a slash at its end: where `package.json`, `worlds/` and `dist/` lie. */
export const OWN_PACKAGE: URL = ownPackage();

/** Found from wherever this module ends up: among the sources, or in a chunk of the build. */
function ownPackage(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('../', folder);
    if (above.href === folder.href) throw new Error(`No package.json above ${import.meta.url}`);
    folder = above;
  }
  return folder;
}
