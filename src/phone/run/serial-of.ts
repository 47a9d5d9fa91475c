import { createHash } from 'node:crypto';

/**
 * Serial of an episode's phone: follows from the episode, and looks like an emulator's, which some agents insist on. Outside
 * the ports that adb servers scan.
 */
export function serialOf(episode: {
  readonly task: string;
  readonly repeat: number;
  readonly seed: number;
}): string {
  const { task, repeat, seed } = episode;
  const hash = createHash('sha256').update(`${task} ${repeat} ${seed}`).digest().readUInt32BE(0);
  return `emulator-${6_000 + 2 * (hash % 20_000)}`;
}
