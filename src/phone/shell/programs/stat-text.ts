/** Permissions as `ls -l` shows them: `-rw-rw----`. */
export function modeText(mode: number): string {
  const type = { 0o040000: 'd', 0o020000: 'c' }[mode & 0o170000] ?? '-';
  const letters = Array.from('rwxrwxrwx', (letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  return type + letters.join('');
}

/** A time in seconds as `YYYY-MM-DD hh:mm:ss`, UTC. */
export function timeText(seconds: number): string {
  const date = new Date(Math.max(-8.64e12, Math.min(8.64e12, seconds)) * 1000);
  return date.toISOString().replace('T', ' ').slice(0, 19);
}
