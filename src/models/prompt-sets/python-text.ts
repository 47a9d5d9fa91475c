/** What Python's `str` prints of a text or of nothing. */
export function pythonText(value: string | null): string {
  return value ?? 'None';
}
