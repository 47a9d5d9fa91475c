/** Where a command of `input` says its events come from; it makes no difference here. */
export const INPUT_SOURCES: ReadonlySet<string> = new Set([
  'keyboard',
  'dpad',
  'gamepad',
  'touchscreen',
  'mouse',
  'stylus',
  'trackball',
  'touchpad',
  'touchnavigation',
  'joystick',
  'rotaryencoder',
]);

/**
 * What a command line's words do on the glass: `press`: a finger goes down, or moves on; `whole`: one goes up, after what
 * may be half of a double tap; null: they are anything else.
 */
export function touchCommand(words: readonly string[]): 'press' | 'whole' | null {
  const [program, ...rest] = words[0] === 'cmd' ? words.slice(1) : words;
  if (program !== 'input' && program !== '/system/bin/input') return null;
  if (INPUT_SOURCES.has(rest[0] ?? '')) rest.shift();
  if (rest[0] === '-d') rest.splice(0, 2);
  const [command, motion] = rest;
  switch (command) {
    case 'tap':
    case 'swipe':
    case 'draganddrop':
      return 'whole';
    case 'motionevent':
      return touchOfMotion(motion?.toUpperCase());
    default:
      return null;
  }
}

function touchOfMotion(motion: string | undefined): 'press' | 'whole' | null {
  if (motion === 'DOWN' || motion === 'MOVE') return 'press';
  // A lifted finger leaves nothing that could continue.
  return motion === 'UP' ? 'whole' : null;
}

/** The same of the first command of a shell service. */
export function touchOfService(service: string): 'press' | 'whole' | null {
  const line = /^(?:shell(?:,[^:]*)?|exec):\s*(?:\w+=\S*\s+)*([^;&|\n]*)/.exec(service)?.[1];
  // The host quotes what it sends to `exec:`; no word of a touch has anything else to quote.
  return line === undefined ? null : touchCommand(line.replaceAll(/['"]/g, '').trim().split(/\s+/, 12));
}
