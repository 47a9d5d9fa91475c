import { createHash } from 'node:crypto';
import type { Box, Size } from '../../../domain/geometry.js';
import type { RecordedEpisode, RecordedStep } from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import type { NamedEpisodes } from '../../source-export.js';
import type { OdysseyEpisode, OdysseyStep } from '../episode-file.js';
import { ODYSSEY_CATEGORIES } from '../match/odyssey-tally.js';
import { stepOfAction } from './step-of-action.js';

/** What an annotation says that no recording does. */
export interface RecordingWords {
  /** For episodes without a category of GUIOdyssey; null: `Multi_Apps` from three apps on, else `General_Tool`. */
  readonly category: string | null;
  /** Name of the device, for episodes that name none; null: that of the published device with such a screen. */
  readonly device: string | null;
  /** What becomes of actions that GUIOdyssey has no words for: they take their episode along, or are passed over. */
  readonly wordless: 'leave-out' | 'skip';
}

/** What is known of a step's screen. */
export interface ScreenFacts {
  /** Pixels. */
  readonly size: Size;
  /** Area of the touched element, pixels; null where there is none. */
  readonly area: Box | null;
}

/** Where an episode is from. */
export interface RecordingSource {
  readonly name: string;
  readonly kind: NamedEpisodes['kind'];
}

/** A step that is not written. */
export interface WordlessStep {
  readonly step: number;
  readonly action: string;
  readonly message: string;
}

/** An episode as it is to be written. */
export interface OdysseyRecording {
  readonly episode: OdysseyEpisode;
  /** Of each step, in order. */
  readonly screens: readonly Screen[];
  /** Steps that were passed over. */
  readonly skipped: readonly WordlessStep[];
  /** Whether the category was not recorded. */
  readonly isCategoryAssumed: boolean;
  /** Whether it says that it ends. */
  readonly hasEnd: boolean;
}

/** Screens of the devices that GUIOdyssey was recorded on. Source: GUIOdyssey paper, device table. */
const DEVICES: Readonly<Record<string, string>> = {
  '1440x3120': 'Pixel 7 Pro',
  '1344x2992': 'Pixel 8 Pro',
  '720x1280': 'Small Phone',
  '1080x2400': 'Medium Phone',
  '2208x1840': 'Pixel Fold',
  '2560x1600': 'Pixel Tablet',
};
const LANGUAGE = 'en';
/** Digits of the published ids. */
const ID_DIGITS = 16;
const FROM_APPS = 3;
/** Stands in the first step of published episodes, in other words. */
const AT_FIRST = 'The task has just begun, nothing has been done.';

/**
 * A recorded episode in the form of GUIOdyssey's annotations; what has no words there where that keeps it from being written. Waits
 * are passed over, since nothing is done. An episode that does not say that it ends, and whose last screen is there, ends in
 * COMPLETE.
 *
 * @param facts of each step's screen
 */
export function episodeOfRecording(
  recorded: RecordedEpisode,
  {
    source,
    facts,
    words,
  }: {
    readonly source: RecordingSource;
    readonly facts: readonly ScreenFacts[];
    readonly words: RecordingWords;
  },
): OdysseyRecording | WordlessStep {
  const id = episodeId(recorded.id, source.name);
  const skipped: WordlessStep[] = [];
  const steps: OdysseyStep[] = [];
  const screens: Screen[] = [];
  for (const [index, step] of recorded.steps.entries()) {
    const { size, area } = facts[index] ?? UNKNOWN;
    const said = stepOfAction(step.action, size, area);
    if (typeof said === 'string') {
      const wordless = { step: index, action: step.action.type, message: said };
      if (step.action.type !== 'wait' && words.wordless === 'leave-out') return wordless;
      skipped.push(wordless);
      continue;
    }
    const box = area === null || typeof said.info === 'string' ? [] : boxOf(area, size);
    const at = steps.length;
    steps.push({
      step: at,
      screenshot: screenshotName(id, at),
      ...said,
      ...annotationOf(step, at, source),
      sam2_bbox: box,
    });
    screens.push(step.screen);
  }
  const { lastScreen } = recorded;
  if (!isEnd(steps.at(-1)) && lastScreen !== undefined && wasSolved(recorded)) {
    steps.push({ ...ENDING, step: steps.length, screenshot: screenshotName(id, steps.length) });
    screens.push(lastScreen);
  }
  const category = categoryOf(recorded, words);
  return {
    episode: {
      episode_id: id,
      device_info: deviceInfo(recorded, (facts[0] ?? UNKNOWN).size, words),
      task_info: { ...taskInfo(recorded), category: category.name },
      step_length: steps.length,
      steps,
    },
    screens,
    skipped,
    isCategoryAssumed: category.isAssumed,
    hasEnd: isEnd(steps.at(-1)),
  };
}

const UNKNOWN: ScreenFacts = { size: { width: 1, height: 1 }, area: null };
const ENDING = {
  action: 'COMPLETE',
  info: '',
  ps: '',
  description: '',
  intention: '',
  context: '',
  low_level_instruction: '',
  sam2_bbox: [],
};

/** The name of a step's picture, as the published layout has it. */
function screenshotName(id: string, step: number): string {
  return `${id}_${step}.png`;
}

/** Its own where that is digits alone, else sixteen digits that its source and id always give. */
export function episodeId(id: string, source: string): string {
  if (/^\d+$/.test(id)) return id;
  const hash = createHash('sha256').update(`${source}\n${id}`).digest('hex');
  const number = BigInt(`0x${hash}`) % 10n ** BigInt(ID_DIGITS - 1);
  return `9${number.toString().padStart(ID_DIGITS - 1, '0')}`;
}

/** A line that a model wrote in a run says what it did; those of other sources are calls and numbers. */
function annotationOf(
  { annotation, stepInstruction, summary, thought }: RecordedStep,
  index: number,
  { kind }: RecordingSource,
): Pick<OdysseyStep, 'description' | 'intention' | 'context' | 'low_level_instruction'> {
  return {
    description: annotation?.description ?? '',
    intention: annotation?.intention ?? thought ?? '',
    context: annotation?.context ?? (index === 0 ? AT_FIRST : ''),
    low_level_instruction: stepInstruction ?? (kind === 'run' ? (summary ?? '') : ''),
  };
}

function boxOf([x1, y1, x2, y2]: Box, { width, height }: Size): number[] {
  const [a, b, c, d] = [x1 / width, y1 / height, x2 / width, y2 / height];
  return [a, b, c, d].map((share) => Math.min(Math.max(Math.round(share * 1000), 0), 1000));
}

/** Whether an episode is over with the step. */
export function isEnd(step: OdysseyStep | undefined): boolean {
  return step?.action === 'COMPLETE' || step?.action === 'INCOMPLETE';
}

/** Recordings show how it is done; attempts of a run may have failed. */
function wasSolved({ labels }: RecordedEpisode): boolean {
  const outcome = labels['outcome']?.[0];
  return outcome === undefined || outcome === 'passed';
}

function categoryOf(
  { labels, apps }: RecordedEpisode,
  { category }: RecordingWords,
): { readonly name: string; readonly isAssumed: boolean } {
  const known = labels['category']?.find((label) =>
    (ODYSSEY_CATEGORIES as readonly string[]).includes(label),
  );
  if (known !== undefined) return { name: known, isAssumed: false };
  if (category !== null) return { name: category, isAssumed: false };
  return { name: apps.length >= FROM_APPS ? 'Multi_Apps' : 'General_Tool', isAssumed: true };
}

function deviceInfo(
  { labels }: RecordedEpisode,
  { width: w, height: h }: Size,
  { device }: RecordingWords,
): OdysseyEpisode['device_info'] {
  const name = labels['device']?.[0] ?? device ?? DEVICES[`${w}x${h}`] ?? `${w} x ${h}`;
  return { product: '', release_version: '', sdk_version: '', h, w, device_name: name };
}

function taskInfo({
  instructions,
  rewordedFrom,
  apps,
  labels,
}: RecordedEpisode): Omit<OdysseyEpisode['task_info'], 'category'> {
  const instruction = instructions[LANGUAGE] ?? Object.values(instructions)[0] ?? '';
  const template = labels['metaTask']?.[0];
  return {
    app: [...apps],
    meta_task: template ?? instruction,
    task: rewordedFrom ?? instruction,
    instruction,
  };
}
