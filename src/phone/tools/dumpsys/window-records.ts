import type { PhoneControls } from '../../device/phone-controls.js';
import { componentOf, shortComponent } from '../activity/intent.js';

/** Identities of objects inside the system; clients read past them. */
const WINDOW_HASH = 'a1b2c3d';
const ACTIVITY_HASH = 'b2c3d4e';

/** Number of the one task that there is. */
export const TASK_ID = 1;
export const TASK_HASH = 'c3d4e5f';

type Shown = Pick<PhoneControls, 'component'>;

/** The window in focus. Source: AOSP `WindowState.toString`. */
export function windowRecord({ component }: Shown): string {
  return `Window{${WINDOW_HASH} u0 ${component}}`;
}

/** The activity in front. Source: AOSP `ActivityRecord.toString`. */
export function activityRecord(shown: Shown): string {
  return `ActivityRecord{${ACTIVITY_HASH} u0 ${shortName(shown)} t${TASK_ID}}`;
}

/** Identity of the activity in front. */
export const activityHash = ACTIVITY_HASH;

/** Component of the activity in front, its package not said twice. */
export function shortName({ component }: Shown): string {
  const parts = componentOf(component);
  return parts === null ? component : shortComponent(parts);
}

export function packageName({ component }: Shown): string {
  return component.split('/', 1)[0] ?? '';
}

/** Number of the process that the activity in front runs in. */
export function frontPid(shown: Pick<PhoneControls, 'component' | 'processes'>): number {
  return shown.processes.pidOf(packageName(shown));
}
