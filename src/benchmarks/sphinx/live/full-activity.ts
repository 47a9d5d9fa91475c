import type { Activity } from '../../../domain/screen.js';

/**
 * The whole class of an activity, as SPHINX's rules and recordings have it; phones give it without its package
 * (`.MainActivity`). Null where nobody knows it.
 */
export function fullActivity(activity: Activity | null | undefined): string | null {
  if (!activity) return null;
  return activity.activity.startsWith('.') ? activity.package + activity.activity : activity.activity;
}
