import { createHash } from 'node:crypto';
import { writeHierarchy } from '../../domain/hierarchy/write-hierarchy.js';
import type { LiveApp } from '../../domain/live/live-app.js';
import type { Screen, ScreenContent } from '../../domain/screen.js';
import type { LivePhone } from './live-phone.js';
import type { PageReading } from './read-page.js';

/** Package of the home screen. */
export const LAUNCHER = 'com.touchstone.launcher';

/** The screen on display without its picture; without a hierarchy where nothing was read. */
export function readScreen(phone: LivePhone, reading: PageReading | null): Screen {
  // An app may show another one's page, and says so.
  const url = reading === null ? phone.page.url() : reading.url;
  const owner =
    reading?.activity?.package ?? foreignPackage(url, phone.app) ?? phone.app?.package ?? LAUNCHER;
  const xml =
    reading === null ? null : Buffer.from(writeHierarchy([{ package: owner, root: reading.root }]), 'utf8');
  return {
    id: `live-${owner}`,
    size: phone.screen.size,
    activity: reading?.activity ?? { package: owner, activity: activityOf(url, phone.app) },
    picture: null,
    hierarchy: xml === null ? null : contentOf('application/xml', xml),
  };
}

export function contentOf(mediaType: string, bytes: Uint8Array): ScreenContent {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { mediaType, hash, load: async () => bytes };
}

/** A page of another address than the app's, such as behind a link that leads out of it, is no page of the app. */
function foreignPackage(url: string, app: LiveApp | null): string | null {
  if (app === null || !URL.canParse(url) || !URL.canParse(app.url)) return null;
  const [here, home] = [new URL(url), new URL(app.url)];
  const isWeb = /^https?:$/.test(here.protocol) && /^https?:$/.test(home.protocol);
  return !isWeb || siteOf(here) === siteOf(home) ? null : `web.${siteOf(here).replaceAll(/[^\w.]/g, '_')}`;
}

/** Whose page it is: the host without what stands before its last two names, and the port. */
function siteOf({ hostname, port }: URL): string {
  const names = /^[\d.]+$/.test(hostname) ? [hostname] : hostname.split('.').slice(-2);
  return port === '' ? names.join('.') : `${names.join('.')}.${port}`;
}

/**
 * A web app has pages where others have activities: the path, without what a query says. Of a page in a folder of this machine
 * only the file counts.
 */
function activityOf(url: string, app: LiveApp | null): string {
  if (app === null || !URL.canParse(url)) return '.Launcher';
  const { pathname, hash, protocol } = new URL(url);
  const path = protocol === 'file:' ? (pathname.split('/').at(-1) ?? '') : pathname;
  const route = hash.startsWith('#/') ? hash.slice(1).split('?')[0] : path;
  return `.${
    (route ?? '')
      .replaceAll(/[^\w/.-]/g, '_')
      .replace(/^\/+|\/+$/g, '')
      .replaceAll('/', '.') || 'Main'
  }`;
}
