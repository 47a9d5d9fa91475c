import type { Target } from '../../place.js';
import type { Memory } from '../memory.js';

/** The memory with the time at which a timer was started, or without where it was stopped. */
export function startedAt(memory: Memory, { page, state }: Target, now: number): Memory {
  if (page !== 'clock.timer') return memory;
  const { 'timer-at': known, ...rest } = memory;
  if ((state['running'] ?? '') === '') return rest;
  return { ...rest, 'timer-at': known ?? [String(now)] };
}

/** Writes the time that is left into the page; false where no timer runs any more. */
export function showRest(memory: Memory, now: number): boolean {
  const started = Number(memory['timer-at']?.[0] ?? Number.NaN);
  const minutes = Number(memory['timer']?.[0] ?? Number.NaN);
  const value = document.querySelector('[data-id="timer_value"]');
  if (value === null || Number.isNaN(started) || Number.isNaN(minutes)) return false;
  const seconds = Math.max(Math.ceil(minutes * 60 - (now - started) / 1000), 0);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (value.textContent !== text) value.textContent = text;
  return seconds > 0;
}
