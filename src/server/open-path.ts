/** Whether a path is answered without a token: the page and what it loads, which hold no data, and whether the server lives. */
export function isOpenPath(path: string): boolean {
  return !CLOSED.some((closed) => path === closed || path.startsWith(`${closed}/`));
}

/** What tells of runs, or of how the server fares. */
const CLOSED = ['/api', '/metrics'];
