import type { AndroidProgram, AndroidSystem } from './system/android-system.js';
import { dumpActivity } from './dumpsys/activity.js';
import { dumpAlarm } from './dumpsys/alarm.js';
import { dumpBattery } from './dumpsys/battery.js';
import { dumpDisplay } from './dumpsys/display.js';
import { dumpInputMethod } from './dumpsys/input-method.js';
import { dumpInput } from './dumpsys/input.js';
import { dumpPackage } from './dumpsys/package.js';
import { dumpPower } from './dumpsys/power.js';
import { dumpSurfaceFlinger } from './dumpsys/surface-flinger.js';
import { dumpTelephony } from './dumpsys/telephony-registry.js';
import { dumpWindow } from './dumpsys/window.js';

/** What a service says of itself. */
type Dump = (args: readonly string[], system: AndroidSystem) => string;

const SERVICES: Readonly<Record<string, Dump>> = {
  SurfaceFlinger: dumpSurfaceFlinger,
  activity: dumpActivity,
  alarm: dumpAlarm,
  battery: dumpBattery,
  display: dumpDisplay,
  input: dumpInput,
  input_method: dumpInputMethod,
  package: dumpPackage,
  power: dumpPower,
  'telephony.registry': dumpTelephony,
  window: dumpWindow,
};

/** Services that are there and have nothing to say. */
const SILENT: readonly string[] =
  `accessibility audio connectivity cpuinfo deviceidle diskstats gfxinfo location media_session meminfo
   netstats notification statusbar usagestats user wifi`.split(/\s+/);

/** Names of all services, sorted as the phone sorts them. */
export const SERVICE_NAMES: readonly string[] = [...Object.keys(SERVICES), ...SILENT].sort();

/**
 * `dumpsys [SERVICE [ARGUMENTS]]`, `dumpsys -l`: what the services of the system say, as far as clients read it. All of it
 * comes from the screen on display and the profile of the phone.
 *
 * Source: AOSP `cmds/dumpsys/dumpsys.cpp`.
 */
export const dumpsys: AndroidProgram = async (args, call, system) => {
  const rest = [...args];
  while (rest[0] === '-t' || rest[0] === '-T' || rest[0] === '--priority') rest.splice(0, 2);
  const [name, ...given] = rest;
  if (name === '-l') {
    return `Currently running services:\n${SERVICE_NAMES.map((one) => `  ${one}\n`).join('')}`;
  }
  if (name === undefined) {
    for (const one of SERVICE_NAMES) {
      await call.stdout(`${'-'.repeat(79)}\nDUMP OF SERVICE ${one}:\n${SERVICES[one]?.([], system) ?? ''}`);
    }
    return 0;
  }
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  if (service !== undefined) return service(given, system);
  system.controls.note(SILENT.includes(name) ? 'ignored' : 'unknown_command', `dumpsys ${name}`);
  if (!SILENT.includes(name)) await call.stderr(`Can't find service: ${name}\n`);
  return 0;
};
