import { createHash } from 'node:crypto';

/**
 * Serial of an episode's phone: follows from the episode, and looks like an emulator's, which some agents insist on. Its
 * number is no port, so no adb server finds it by itself, and large enough for the tasks of a benchmark to differ.
 */
export function serialOf(episode: {
  readonly task: string;
  readonly repeat: number;
  readonly seed: number;
}): string {
  const { task, repeat, seed } = episode;
  const hash = createHash('sha256').update(`${task} ${repeat} ${seed}`).digest().readUInt32BE(0);
  return `emulator-${100_000 + 2 * (hash % 1_000_000_000)}`;
}
