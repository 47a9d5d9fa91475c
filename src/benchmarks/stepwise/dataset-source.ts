import type { Screen } from '../../domain/screen.js';
import type { RecordedSource } from './stepwise-items.js';

/** The episodes of a dataset, from files of any form. */
export interface DatasetSource extends Pick<RecordedSource, 'ids'>, AsyncDisposable {
  /** SHA-256 (hex) of what can change a score. */
  readonly hash: string;
  /** Episodes that `ids` names. */
  readonly count: number;
  /** What could not be read, and what else a user should know. */
  readonly warnings: readonly string[];
  /** A screen by its id; null when no episode has it. */
  screen(id: string): Screen | null;
}

/** Episode of a screen, and its place in it, from 0. */
export interface ScreenPlace {
  readonly episode: string;
  readonly index: number;
}

/** Name of a screen: its episode and its place in it. */
export function screenIdAt(episode: string, index: number): string {
  return `${episode}_${index}`;
}

/** Episode and place of a screen's name; null when it is none. */
export function parseScreenId(id: string): ScreenPlace | null {
  const parts = /^(.+)_(\d{1,6})$/.exec(id);
  return parts === null ? null : { episode: parts[1] ?? '', index: Number(parts[2]) };
}
