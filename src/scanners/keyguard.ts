import { defineScanner } from './scanner.js';

/** Activities of lock screens, as devices report them. Source: android-driver.md, window focus. */
const LOCK_SCREEN = /keyguard|lockscreen|bouncer/i;

/** Steps on a locked phone: what was done there reached no app. */
export const keyguardScanner = defineScanner({
  name: 'keyguard',
  version: '1',
  title: 'steps on the lock screen',
  readsScreens: false,
  scan({ trajectory }) {
    const locked = trajectory.steps.flatMap(({ screen: { activity } }, place) =>
      activity !== null && LOCK_SCREEN.test(`${activity.package}/${activity.activity}`) ? [place] : [],
    );
    if (locked.length === 0) return [];
    return [{ message: `The lock screen is up in ${locked.length} of the steps`, steps: locked }];
  },
});
