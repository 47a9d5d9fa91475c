/** An absolute path of POSIX or Windows with two folders or more, not part of an address or a longer word. */
const ABSOLUTE_PATH =
  /(?<![\w./:\\~-])(?:[A-Za-z]:[\\/]|\/)(?:[^\s\\/:'"`()<>]+[\\/])+([^\s\\/:'"`()<>,;]*)/g;

/** Folders that belong to a phone rather than to the machine of whoever made the report. */
const OF_A_PHONE = /^\/(?:sdcard|storage|data|system|vendor|mnt\/sdcard)\//;

/** Routes that a hint names, such as `GET /api/runs`. */
const ROUTE = /^\/api\//;

/**
 * A message as a page that is passed on may show it: absolute paths cut down to their last name, since the folders of the
 * machine that wrote the page say nothing to who reads it.
 */
export function withoutFolders(text: string): string {
  return text.replaceAll(ABSOLUTE_PATH, (path, last: string) => {
    if (OF_A_PHONE.test(path) || ROUTE.test(path)) return path;
    return last === '' ? (path.split(/[\\/]/).findLast((name) => name !== '') ?? path) : last;
  });
}
