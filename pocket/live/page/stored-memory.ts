import type { Memory } from '../memory.js';

const KEY = 'pocket';

/** What the phone remembers, in the storage that all its pages share. */
export function readMemory(): Memory {
  // Nothing but `writeMemory` writes there.
  return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Memory;
}

export function writeMemory(memory: Memory): void {
  localStorage.setItem(KEY, JSON.stringify(memory));
}

/** Calls back when another page has changed it. */
export function onMemoryChange(changed: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) changed();
  });
}
