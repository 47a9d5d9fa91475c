import { ADB_KEYBOARD_PACKAGE } from '../input/adb-keyboard.js';
import type { AndroidSystem } from '../system/android-system.js';
import type { Component } from '../activity/intent.js';
import { isSystemPackage } from '../../device/well-known-packages.js';
import { PORTAL_PACKAGES } from '../../portal/portal.js';

/** A package that the phone has. */
export interface InstalledPackage {
  readonly name: string;
  readonly isSystem: boolean;
  /** What its icon starts; null for packages without an icon. */
  readonly launcher: Component | null;
  readonly versionName: string;
  readonly versionCode: number;
  readonly userId: number;
}

/** Packages that every phone has, without icons. */
const SYSTEM_PACKAGES = ['android', 'com.android.shell', 'com.android.systemui'];

/** Activity of an app whose own nobody recorded. */
const UNKNOWN_ACTIVITY = '.MainActivity';

const FIRST_APP_ID = 10_100;

/**
 * The packages of the phone: its apps, the system's, and helpers of agents: ADBKeyboard unless it is absent, Portal, and
 * those whose installation was pretended.
 */
export function installedPackages({ controls, pretended }: AndroidSystem): readonly InstalledPackage[] {
  const { profile, options } = controls;
  const found = new Map<string, InstalledPackage>();
  const add = (name: string, isSystem: boolean, activity: string | null): void => {
    if (found.has(name)) return;
    const launcher =
      activity === null ? null : { package: name, activity, className: classOf(name, activity) };
    const userId = isSystem && activity === null ? 1000 : FIRST_APP_ID + found.size;
    found.set(name, { name, isSystem, launcher, versionName: '1.0', versionCode: 1, userId });
  };
  for (const app of profile.apps) add(app.package, app.isSystem, app.activity ?? UNKNOWN_ACTIVITY);
  // Packages by which agents know an app are there, too, and have an icon's activity each.
  for (const app of profile.apps)
    for (const alias of app.aliases ?? []) add(alias, isSystemPackage(alias), UNKNOWN_ACTIVITY);
  for (const name of SYSTEM_PACKAGES) add(name, true, null);
  if (options.adbKeyboard !== 'absent') add(ADB_KEYBOARD_PACKAGE, false, null);
  for (const name of [...PORTAL_PACKAGES, ...pretended]) add(name, false, null);
  return [...found.values()];
}

export function installedPackage(name: string, system: AndroidSystem): InstalledPackage | undefined {
  return installedPackages(system).find((one) => one.name === name);
}

/** Where a package's file would lie; there is none. */
export function packageFile({ name, isSystem }: InstalledPackage): string {
  return isSystem ? `/system/app/${name}/${name}.apk` : `/data/app/${name}/base.apk`;
}

function classOf(packageName: string, activity: string): string {
  return activity.startsWith('.') ? `${packageName}${activity}` : activity;
}
