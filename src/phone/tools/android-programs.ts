import type { PhoneControls, PhoneState } from '../device/phone-controls.js';
import type { ScreenPictures } from '../screens/screen-pictures.js';
import { SHARED_PICTURES } from '../screens/screen-pictures.js';
import type { FindTool, Tool } from '../shell/tool.js';
import { am } from './am.js';
import type { AndroidProgram, AndroidSystem } from './android-system.js';
import { appProcess } from './app-process.js';
import { cmd } from './cmd.js';
import { content } from './content.js';
import { dumpsys } from './dumpsys.js';
import { getprop, setprop } from './getprop.js';
import { ime } from './ime.js';
import { input } from './input.js';
import { log, logcat } from './logcat.js';
import { monkey } from './monkey.js';
import { ifconfig, ip } from './network.js';
import { pm } from './pm.js';
import { systemProperties } from './properties.js';
import { screencap } from './screencap.js';
import { screenrecord } from './screenrecord.js';
import { service } from './service.js';
import { settings } from './settings.js';
import { svc } from './svc.js';
import { uiautomator } from './uiautomator.js';
import { wm } from './wm.js';

const PROGRAMS: ReadonlyMap<string, AndroidProgram> = new Map(
  Object.entries({
    am,
    app_process: appProcess,
    app_process32: appProcess,
    app_process64: appProcess,
    cmd,
    content,
    dumpsys,
    getprop,
    ifconfig,
    ime,
    input,
    ip,
    log,
    logcat,
    monkey,
    pm,
    screencap,
    screenrecord,
    service,
    setprop,
    settings,
    svc,
    uiautomator,
    wm,
  }),
);

/**
 * The programs of Android that a phone has, beside those of its shell. They do to the phone what agents want of it.
 *
 * @param phone the one they are on, with which what they set lasts
 * @returns the programs in the hands of one command
 */
export function androidPrograms(
  phone: PhoneState,
  options: { readonly pictures?: ScreenPictures } = {},
): (controls: PhoneControls) => FindTool {
  const lasting = {
    pictures: options.pictures ?? SHARED_PICTURES,
    properties: systemProperties(phone),
    pretended: new Set<string>(),
  };
  return (controls) => {
    const system: AndroidSystem = { ...lasting, controls, find };
    function find(name: string): Tool | undefined {
      const program = PROGRAMS.get(
        name.startsWith('/system/bin/') ? name.slice('/system/bin/'.length) : name,
      );
      if (program === undefined) return undefined;
      return (call) => program(call.words.slice(1), call, system);
    }
    return find;
  };
}
