import type { LiveFront } from '../../domain/live/live-front.js';
import { makeProfile } from '../device/phone-profile.js';
import type { PhoneProfile } from '../phone-world.js';

/** Pixels per 1/160 inch, as Android counts density. */
const BASELINE_DPI = 160;

/** The phone that a live environment is of: its apps and home screen, size, density, zone and language; its clock is right. */
export function profileOfLive(front: Pick<LiveFront, 'apps' | 'screen' | 'home'>, now: number): PhoneProfile {
  const { apps, screen, home } = front;
  const launcher = { package: home.package, name: null, activity: home.activity, isSystem: true };
  const profile = makeProfile(
    {
      size: screen.size,
      apps: [
        ...apps.map(({ name, package: id }) => ({ package: id, name, activity: null, isSystem: false })),
        launcher,
      ],
      hasWaits: false,
      home: home.package,
    },
    {
      density: Math.round(screen.ratio * BASELINE_DPI),
      startsAt: now,
      timeZone: screen.timezone,
      locale: screen.locale,
    },
  );
  return { ...profile, isLive: true };
}
