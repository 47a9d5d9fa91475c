import type { PhoneControls, PhoneState } from '../device/phone-controls.js';
import { SHARED_PICTURES, type ScreenPictures } from '../screens/screen-pictures.js';
import { statusOf } from '../shell/answer.js';
import type { FindTool, Tool } from '../shell/tool.js';
import { am } from './activity/am.js';
import type { AndroidProgram, AndroidSystem } from './system/android-system.js';
import { appProcess } from './app-process.js';
import { cmd } from './cmd.js';
import { content } from './content.js';
import { deviceConfig } from './system/device-config.js';
import { dumpsys } from './dumpsys.js';
import { getprop, setprop } from './system/getprop.js';
import { getevent, sendevent } from './system/input-events.js';
import { ime } from './input/ime.js';
import { input } from './input/input.js';
import { log, logcat } from './logcat/logcat.js';
import { monkey } from './activity/monkey.js';
import { ifconfig, ip } from './system/network.js';
import { pm } from './packages/pm.js';
import { systemProperties } from './system/properties.js';
import { reboot } from './system/reboot.js';
import { screencap } from './display/screencap.js';
import { screenrecord } from './display/screenrecord.js';
import { service } from './system/service.js';
import { settings } from './system/settings.js';
import { svc } from './system/svc.js';
import { uiautomator } from './display/uiautomator.js';
import { wm } from './display/wm.js';

const PROGRAMS: ReadonlyMap<string, AndroidProgram> = new Map(
  Object.entries({
    am,
    app_process: appProcess,
    app_process32: appProcess,
    app_process64: appProcess,
    cmd,
    content,
    device_config: deviceConfig,
    dumpsys,
    getevent,
    getprop,
    ifconfig,
    ime,
    input,
    ip,
    log,
    logcat,
    monkey,
    pm,
    reboot,
    screencap,
    screenrecord,
    sendevent,
    service,
    setprop,
    settings,
    svc,
    uiautomator,
    wm,
  }),
);

/**
 * The programs of Android that a phone has, besides those of its shell. Agents act on the phone through them.
 *
 * @param phone the one they are on, with which what they set lasts
 * @returns the programs for one command
 */
export function androidPrograms(
  phone: PhoneState,
  options: { readonly pictures?: ScreenPictures } = {},
): (controls: PhoneControls) => FindTool {
  const lasting = {
    pictures: options.pictures ?? SHARED_PICTURES,
    properties: systemProperties(phone),
    pretended: new Set<string>(),
    deviceConfig: new Map<string, string>(),
  };
  return (controls) => {
    const system: AndroidSystem = { ...lasting, controls, find };
    function find(name: string): Tool | undefined {
      const program = PROGRAMS.get(
        name.startsWith('/system/bin/') ? name.slice('/system/bin/'.length) : name,
      );
      if (program === undefined) return undefined;
      return (call) => statusOf(call, () => program(call.words.slice(1), call, system));
    }
    return find;
  };
}
