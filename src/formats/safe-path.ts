import { z } from 'zod';

/** Why a path may not be used inside a folder, or null when it may. */
export function unsafePathReason(path: string): string | null {
  if (path === '') return 'the path is empty';
  if (path.includes('\0')) return 'the path holds a NUL character';
  if (path.includes('\\')) return 'paths are written with forward slashes';
  if (path.startsWith('/') || /^[a-zA-Z]:/.test(path))
    return 'the path must be relative to the file’s folder';
  const parts = path.split('/');
  if (parts.includes('..')) return 'the path leaves the folder';
  if (parts.includes('') || parts.includes('.')) return 'the path has an empty part';
  return null;
}

/** Path relative to the folder of the file that names it: forward slashes, below that folder. */
export const FolderPathSchema = z.string().superRefine((path, context) => {
  const reason = unsafePathReason(path);
  if (reason !== null) context.addIssue({ code: 'custom', message: reason });
});
