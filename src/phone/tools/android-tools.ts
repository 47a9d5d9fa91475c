import type { PhoneControls } from '../device/phone-controls.js';
import type { ScreenPictures } from '../screens/screen-pictures.js';
import { SHARED_PICTURES } from '../screens/screen-pictures.js';
import type { FindTool, Tool } from '../shell/tool.js';
import { am } from './am.js';
import type { AndroidProgram, AndroidSystem } from './android-system.js';
import { getprop, setprop } from './getprop.js';
import { ime } from './ime.js';
import { input } from './input.js';
import { systemProperties } from './properties.js';
import { screencap } from './screencap.js';
import { uiautomator } from './uiautomator.js';
import { wm } from './wm.js';

const PROGRAMS: ReadonlyMap<string, AndroidProgram> = new Map(
  Object.entries({ am, getprop, ime, input, screencap, setprop, uiautomator, wm }),
);

/** The programs of Android that a phone has, beside those of its shell. They do to the phone what agents want of it. */
export function androidTools(
  controls: PhoneControls,
  options: { readonly pictures?: ScreenPictures } = {},
): FindTool {
  const system: AndroidSystem = {
    controls,
    pictures: options.pictures ?? SHARED_PICTURES,
    properties: systemProperties(controls),
    pretended: new Set(),
    find,
  };
  function find(name: string): Tool | undefined {
    const program = PROGRAMS.get(name.startsWith('/system/bin/') ? name.slice('/system/bin/'.length) : name);
    if (program === undefined) return undefined;
    return (call) => program(call.words.slice(1), call, system);
  }
  return find;
}
