import { launcherOf } from './apps/launcher.js';
import { calendar } from './apps/calendar.js';
import { clock } from './apps/clock.js';
import { contacts } from './apps/contacts.js';
import { kite } from './apps/kite.js';
import { mail } from './apps/mail.js';
import { maps } from './apps/maps.js';
import { messages } from './apps/messages.js';
import { notes } from './apps/notes.js';
import { settings } from './apps/settings.js';
import { shareOf } from './apps/share.js';
import { shop } from './apps/shop.js';
import type { MiniApp, Page } from './mini-app.js';

/** The phone: its launcher, its apps, and where a page is found. */
export interface World {
  readonly launcher: MiniApp;
  readonly apps: readonly MiniApp[];
  /** @throws {Error} when no app has the page. */
  page(id: string): { readonly app: MiniApp; readonly page: Page };
}

/** Pocket as it is shipped. */
export function pocketWorld(): World {
  const apps = [contacts, messages, mail, calendar, notes, shop, maps, clock, kite, settings];
  const launcher = launcherOf(apps);
  const pages = new Map(
    [launcher, ...apps, shareOf(apps)].flatMap((app) =>
      Object.entries(app.pages).map(([id, page]) => [id, { app, page }]),
    ),
  );
  return {
    launcher,
    apps,
    page: (id) => {
      const found = pages.get(id);
      if (found === undefined) throw new Error(`there is no page ${id}`);
      return found;
    },
  };
}
