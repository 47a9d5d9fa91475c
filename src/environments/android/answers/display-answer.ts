import { answerFault, isCommand, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/** Reads size, density and rotation. An override is the logical size; neither line turns with the screen. */
export function readDisplay(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  if (isCommand(answer, 'wm size')) return readSize(said);
  if (isCommand(answer, 'wm density', 'getprop ro.sf.lcd_density')) return readDensity(said);
  return readRotation(said);
}

/** Ids of displays for `screencap -d`: text, since they exceed what a number holds exactly. */
export function readDisplayIds(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  const displays = [...said.matchAll(/^[ \t]*Display (\d{1,20}) \(/gm)].map((match) => match[1] ?? '');
  return displays.length > 0 ? { displays } : answerFault('output-unreadable', said);
}

/** Id of the display of the active viewport of display 0, in `dumpsys display`; null where none says. */
export function readActiveDisplay(text: string): string | null {
  for (const [, viewport = ''] of text.matchAll(/DisplayViewport\{([^}\n]{0,2000})/g)) {
    const isShown = /\bisActive=true\b/.test(viewport) && /\bdisplayId=0\b/.test(viewport);
    const [, id] = /\buniqueId='?local:(\d{1,20})\b/.exec(viewport) ?? [];
    if (isShown && id !== undefined) return id;
  }
  return null;
}

function readSize(said: string): AnswerReading {
  const physical = sizeAfter(said, 'Physical');
  const size = sizeAfter(said, 'Override') ?? physical;
  if (size === null) return answerFault('output-unreadable', said);
  return { size, physical: physical ?? size };
}

function sizeAfter(said: string, name: string): readonly [number, number] | null {
  const [, width, height] = new RegExp(`^[ \\t]*${name} size: (\\d{1,6})x(\\d{1,6})`, 'm').exec(said) ?? [];
  return width === undefined ? null : [Number(width), Number(height)];
}

function readDensity(said: string): AnswerReading {
  const [, density] =
    /Override density: (\d{1,5})/.exec(said) ??
    /Physical density: (\d{1,5})/.exec(said) ??
    /^(\d{1,5})$/m.exec(said.trim()) ??
    [];
  return density === undefined ? answerFault('output-unreadable', said) : { density: Number(density) };
}

/** Quarter turns from the natural orientation, 0 to 3. */
function readRotation(said: string): AnswerReading {
  const [, turns] =
    /\b(?:SurfaceOrientation|InputDeviceOrientation): ([0-3])\b/.exec(said) ??
    /\bmCurrentRotation=\s*([0-3])\b/.exec(said) ??
    [];
  if (turns !== undefined) return { rotation: Number(turns) };
  const [, degrees] = /\bmCurrentRotation=\s*ROTATION_(0|90|180|270)\b/.exec(said) ?? [];
  if (degrees !== undefined) return { rotation: Number(degrees) / 90 };
  const [, viewport] = /\borientation=([0-3])\b/.exec(said) ?? [];
  return viewport === undefined ? answerFault('output-unreadable', said) : { rotation: Number(viewport) };
}
