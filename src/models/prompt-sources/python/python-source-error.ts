import { DatasetError } from '../../../errors.js';

/** A file that is no Python, or none that is read here. */
export class PythonSourceError extends DatasetError {
  override readonly code = 'PYTHON_SOURCE';
}

/** @param line from 1 */
export function pythonError(file: string, line: number, message: string): PythonSourceError {
  return new PythonSourceError(message, {
    place: { file, line },
    hint: 'The file is not as the catalogue knows it: take the commit that the catalogue names.',
  });
}
