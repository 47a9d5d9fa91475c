import { pythonInt, PythonException } from '../../../domain/graph/python-values.js';

/** The values as Python's `int` reads them; null where it fails on one, or one is not there. */
export function publishedIntegers(values: readonly unknown[]): number[] | null {
  try {
    return values.map((value) => {
      if (value === undefined) throw new PythonException('IndexError', 'list index out of range');
      return pythonInt(value);
    });
  } catch (error) {
    if (error instanceof PythonException) return null;
    throw error;
  }
}
