import { access } from 'node:fs/promises';

/** Whether something is there under this path; whoever reads it finds out what. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
