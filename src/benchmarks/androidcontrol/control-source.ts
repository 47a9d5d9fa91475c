import type { Screen } from '../../domain/screen.js';
import type { RecordedSource } from '../stepwise/stepwise-items.js';

/** Episodes of AndroidControl, from TFRecord files or from a JSON conversion. */
export interface ControlSource extends RecordedSource, AsyncDisposable {
  /** Whether screens come with their UI hierarchy. */
  readonly hasTrees: boolean;
  /** SHA-256 (hex) of what can change a score. */
  readonly hash: string;
  /** Episodes that `ids` names. */
  readonly count: number;
  /** What could not be read, and what else a user should know. */
  readonly warnings: readonly string[];
  /** A screen by its id; null when no episode has it. */
  screen(id: string): Screen | null;
}

/** Name of a screen: its episode and its place in it, from 0. */
export function controlScreenId(episode: string, index: number): string {
  return `${episode}_${index}`;
}

/** Episode and place of a screen's name; null when it is none. */
export function parseControlScreenId(
  id: string,
): { readonly episode: string; readonly index: number } | null {
  const parts = /^(.+)_(\d{1,6})$/.exec(id);
  return parts === null ? null : { episode: parts[1] ?? '', index: Number(parts[2]) };
}
