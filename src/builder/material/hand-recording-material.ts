import { dirname } from 'node:path';
import type { HandRecording } from '../../formats/recording/read-hand-recording.js';
import { FolderCaptures } from './folder-captures.js';
import type { Capture, Material, WorldStep } from './material.js';

/** A recording made by hand, with what its milestones showed. */
export interface HandRecordingMaterial extends Material {
  /** Screen of each milestone as it was marked, in their order; they are no captures of the walk. */
  readonly marked: readonly Capture[];
  /** By the number of steps that were done: the capture that showed it. */
  readonly after: readonly number[];
}

/** What a person recorded. A screen that changed by itself before the person acted is one that waiting leads to. */
export async function handRecordingMaterial(recording: HandRecording): Promise<HandRecordingMaterial> {
  const files = new FolderCaptures(dirname(recording.file));
  const screens: string[] = [];
  const steps: WorldStep[] = [];
  const after: number[] = [];
  const add = (screen: string): Promise<number> => {
    const event = recording.screens.get(screen);
    screens.push(screen);
    return files.add({
      size: event?.size ?? null,
      activity: event?.activity ?? null,
      picture: event?.picture ?? null,
      hierarchy: event?.hierarchy ?? null,
    });
  };
  for (const [index, { screen, action }] of recording.steps.entries()) {
    const last = screens.at(-1);
    let from = screens.length - 1;
    if (last === undefined) from = await add(screen);
    else if (last !== screen) {
      from = await add(screen);
      steps.push({ from: from - 1, to: from, actions: [{ type: 'wait' }], isIdle: true });
    }
    after.push(from);
    const next = recording.steps[index + 1]?.screen;
    const shown = recording.afters[index] ?? next ?? recording.lastScreen;
    if (shown === null || shown === undefined) continue;
    steps.push({ from, to: await add(shown), actions: [action] });
  }
  after.push(screens.length - 1);
  const captures = files.captures.slice();
  for (const { screen } of recording.milestones) await add(screen);
  const marked = files.captures.slice(captures.length);
  return {
    captures,
    marked,
    steps,
    after,
    walks: captures.length === 0 ? [] : [{ first: 0, of: recording.header.task ?? recording.instruction }],
    size: captures[0]?.size ?? null,
    warnings: files.warnings,
  };
}
