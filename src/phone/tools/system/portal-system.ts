import type { PortalSystem } from '../../portal/portal.js';
import type { AndroidSystem } from './android-system.js';
import { installedPackages } from '../packages/installed-packages.js';

/** What Portal may know of the phone. */
export function portalSystem(system: AndroidSystem, signal: AbortSignal): PortalSystem {
  const { controls } = system;
  return {
    controls,
    signal,
    packages: () =>
      installedPackages(system)
        .filter(({ launcher }) => launcher !== null)
        .map(({ name, isSystem, versionName, versionCode }) => ({
          packageName: name,
          label: controls.profile.apps.find((app) => app.package === name)?.name ?? name,
          versionName,
          versionCode,
          isSystemApp: isSystem,
        })),
  };
}
