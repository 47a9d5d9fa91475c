import type { Place } from '../place.js';
import { isSamePage } from './memory.js';

/** Pages that are done with when something else follows: forms, sheets, menus, a splash. BACK does not lead to them. */
const PASSING = new Set([
  'calendar.delete',
  'calendar.edit',
  'calendar.pick',
  'calendar.time',
  'clock.alarm',
  'clock.cities',
  'clock.find',
  'contacts.edit',
  'home.menu',
  'home.shade',
  'mail.compose',
  'mail.reply',
  'mail.selected',
  'maps.save',
  'messages.menu',
  'notes.edit',
  'notes.selected',
  'settings.password',
  'share.sheet',
  'shop.checkout',
  'shop.filter',
  'shop.payment',
  'shop.sort',
  'shop.splash',
]);

/**
 * The pages open above one another after a step to another place, oldest first. A page that is open already is returned to;
 * one that was passing is left out.
 */
export function follow(journey: readonly Place[], next: Place): readonly Place[] {
  const known = journey.findLastIndex((place) => isSamePage(place, next));
  if (known >= 0) return [...journey.slice(0, known), next];
  const kept = journey.findLastIndex(({ page }) => !PASSING.has(page)) + 1;
  return [...(isWithin(journey, next) ? journey : journey.slice(0, kept)), next];
}

/** Whether the next page belongs to what is passing: a date is picked for a form. */
function isWithin(journey: readonly Place[], next: Place): boolean {
  return journey.length > 0 && PASSING.has(next.page);
}
