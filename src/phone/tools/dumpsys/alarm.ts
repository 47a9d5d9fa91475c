import { localTime } from '../../../domain/clock/local-time.js';
import type { AndroidSystem } from '../system/android-system.js';

/** The time, and that no alarm is set: no world says which are. Source: AOSP `AlarmManagerService.dumpImpl`. */
export function dumpAlarm(_args: readonly string[], { controls }: AndroidSystem): string {
  const { now, uptime, timeZone = 'UTC' } = controls.clock;
  const shown = localTime(now, timeZone).fields.toISOString().replace('T', ' ').slice(0, 19);
  return `Current Alarm Manager state:
  nowRTC=${now}=${shown} nowELAPSED=${uptime}
  mLastTimeChangeClockTime=${now - uptime}
  mLastTimeChangeRealtime=0

  0 pending alarms:
`;
}
