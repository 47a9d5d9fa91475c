const ACTS =
  /^(?:input |am |monkey |ime |pm (?:clear|grant|revoke) |settings (?:put|delete) |wm (?:dismiss|user-rotation)|cmd (?!package (?:resolve|list)))/;

/** Whether a line of the device's shell changes something: it is sent once, whatever becomes of the answer. */
export function isAction(line: string): boolean {
  return ACTS.test(line);
}
