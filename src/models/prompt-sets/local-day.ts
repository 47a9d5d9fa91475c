import type { OfficialAsking, PromptSwitch } from './prompt-set.js';

/** The switch for the day that a prompt names: `2026-03-01`, or empty for today. */
export const DATE_SWITCH: PromptSwitch = {
  default: '',
  form: {
    isOf: (text) => text === '' || dayNamed(text) !== null,
    hint: 'Write it as 2026-03-01, or leave it out for today.',
  },
};

/** A day as prompts write it, by the clock of this machine unless the switch names another one. */
export interface LocalDay {
  readonly year: string;
  /** Two digits each. */
  readonly month: string;
  readonly day: string;
  /** From 0, Monday. */
  readonly weekday: number;
}

/** The day that a prompt names. */
export function localDay({ switches, now }: Pick<OfficialAsking, 'switches' | 'now'>): LocalDay {
  const day = dayNamed(switches['date'] ?? '') ?? now();
  return {
    year: String(day.getFullYear()).padStart(4, '0'),
    month: String(day.getMonth() + 1).padStart(2, '0'),
    day: String(day.getDate()).padStart(2, '0'),
    weekday: (day.getDay() + 6) % 7,
  };
}

/** English names of the days of a week, Monday first. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

function dayNamed(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date : null;
}
