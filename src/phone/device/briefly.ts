/** What a client wrote, short enough to be a note. */
export function briefly(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
