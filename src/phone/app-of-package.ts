import type { PhoneApp, PhoneProfile } from './phone-world.js';

/** The app that a package starts: its own, or one that other packages open, too. */
export function appOfPackage({ apps }: Pick<PhoneProfile, 'apps'>, name: string): PhoneApp | undefined {
  return apps.find((app) => app.package === name) ?? apps.find((app) => app.aliases?.includes(name));
}
