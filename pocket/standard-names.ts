import type { AppIntent } from '../src/domain/graph/graph-source.js';

/** How programs that know Android's own apps address one of Pocket's. */
interface StandardNames {
  readonly packages: readonly string[];
  readonly intents: readonly AppIntent[];
}

const MAIN = 'android.intent.action.MAIN';
const VIEW = 'android.intent.action.VIEW';
const SENDTO = 'android.intent.action.SENDTO';

/** The app of a kind (`APP_MAPS`), whichever it is. */
function appOfKind(category: string): AppIntent {
  return { action: MAIN, categories: [`android.intent.category.${category}`] };
}

const NAMES: Readonly<Record<string, StandardNames>> = {
  contacts: {
    packages: ['com.google.android.contacts', 'com.android.contacts'],
    intents: [
      appOfKind('APP_CONTACTS'),
      { action: VIEW, data: ['content://contacts/', 'content://com.android.contacts/contacts'] },
    ],
  },
  messages: {
    packages: ['com.google.android.apps.messaging', 'com.android.messaging'],
    intents: [
      appOfKind('APP_MESSAGING'),
      ...[VIEW, SENDTO].map((action) => ({ action, data: ['sms:', 'smsto:'] })),
    ],
  },
  mail: {
    packages: ['com.google.android.gm', 'com.android.email'],
    intents: [appOfKind('APP_EMAIL'), ...[VIEW, SENDTO].map((action) => ({ action, data: ['mailto:'] }))],
  },
  calendar: {
    packages: ['com.google.android.calendar', 'com.android.calendar'],
    intents: [appOfKind('APP_CALENDAR'), { action: VIEW, data: ['content://com.android.calendar/'] }],
  },
  notes: { packages: ['com.google.android.keep'], intents: [] },
  maps: {
    packages: ['com.google.android.apps.maps'],
    intents: [appOfKind('APP_MAPS'), { action: VIEW, data: ['geo:', 'google.navigation:'] }],
  },
  clock: {
    packages: ['com.google.android.deskclock', 'com.android.deskclock'],
    intents: [{ action: 'android.intent.action.SHOW_ALARMS' }],
  },
  settings: {
    packages: ['com.android.settings'],
    intents: [{ action: 'android.settings.SETTINGS' }],
  },
};

/** Standard names of one of Pocket's apps; the shop and Kite have none. */
export function standardNames(app: string): StandardNames {
  return NAMES[app] ?? { packages: [], intents: [] };
}
