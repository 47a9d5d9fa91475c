import type { AndroidSystem } from '../system/android-system.js';
import { installedPackages, packageFile, type InstalledPackage } from '../packages/installed-packages.js';
import { shortComponent } from '../activity/intent.js';
import { ANDROID_SDK } from '../system/properties.js';

/** Packages with version and what their icons start. Source: AOSP `PackageManagerService.dump`, `Settings.dumpLPr`. */
export function dumpPackage(args: readonly string[], system: AndroidSystem): string {
  const name = args.find((argument) => !argument.startsWith('-'));
  const packages = installedPackages(system);
  if (name === undefined || name === 'packages') return `Packages:\n${packages.map(details).join('')}`;
  const found = packages.find((one) => one.name === name);
  if (found === undefined) return `Unable to find package: ${name}\n`;
  return `${resolverTable(found)}Packages:\n${details(found)}\nQueries:\n`;
}

function resolverTable({ launcher }: InstalledPackage): string {
  if (launcher === null) return '';
  return `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        d4e5f60 ${shortComponent(launcher)} filter e5f6071
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"

`;
}

function details(one: InstalledPackage): string {
  const { name, userId, versionCode, versionName, isSystem } = one;
  const file = packageFile(one);
  return `  Package [${name}] (d4e5f60):
    userId=${userId}
    pkg=Package{e5f6071 ${name}}
    codePath=${file.slice(0, file.lastIndexOf('/'))}
    versionCode=${versionCode} minSdk=24 targetSdk=${ANDROID_SDK}
    versionName=${versionName}
    flags=[ ${isSystem ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    timeStamp=2022-06-24 00:00:00
    firstInstallTime=2022-06-24 00:00:00
    lastUpdateTime=2022-06-24 00:00:00
    installerPackageName=null
    pkgFlags=[ ${isSystem ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=0
      runtime permissions:
`;
}
