/** Text on one line, no longer than a line of a prompt's history should be. */
export function oneLine(text: string): string {
  return flatLine(text).trim().slice(0, LONGEST);
}

/** A call on one line, no longer than that; the space around it is kept. */
export function callLine(call: string): string {
  return flatLine(call).slice(0, LONGEST);
}

/** JSON, and what else is long, on one line. */
export function longLine(call: string): string {
  return flatLine(call).slice(0, 2000);
}

const LONGEST = 500;

function flatLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
