import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedMilestone } from '../../domain/recordings/recorded-milestone.js';
import { FileUnreadableError, isFileError, whyUnreadable } from '../../files/file-errors.js';
import { readLines } from '../run/journal/read-lines.js';
import { NotARecordingError, RecordingDamagedError, RecordingVersionError } from './recording-errors.js';
import {
  RECORDING_EVENT_KINDS,
  RECORDING_VERSION,
  RecordingEventSchema,
  RecordingHeaderSchema,
  type RecordingEvent,
  type RecordingEventOf,
  type RecordingHeader,
} from './recording-event.js';
import { RECORDING_FILE } from './recording-writer.js';

/** Longest line: a long text that was typed, each of its bytes escaped. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** What a person recorded, from its first screen to where it ends. */
export interface HandRecording {
  readonly header: RecordingHeader;
  readonly file: string;
  /** As the person worded it last. */
  readonly instruction: string;
  /** Screens by id. */
  readonly screens: ReadonlyMap<string, RecordingEventOf<'screen'>>;
  readonly steps: readonly RecordingEventOf<'step'>[];
  /** Screen after each step, once it had settled; null where it was not captured any more. */
  readonly afters: readonly (string | null)[];
  /** Screen after the last step; null where it was not captured any more. */
  readonly lastScreen: string | null;
  /** In the order in which they were marked. */
  readonly milestones: readonly RecordedMilestone[];
  /** Null where the recording was cut off. */
  readonly end: RecordingEventOf<'end'> | null;
}

/** Whether a folder holds a recording made by hand. */
export function isHandRecording(folder: string): boolean {
  return existsSync(join(folder, RECORDING_FILE));
}

/**
 * A recording, from the folder that it lies in. A last line that a crash has torn is passed over; kinds that this version
 * does not know are, too.
 *
 * @throws {NotARecordingError} when the folder holds none
 * @throws {RecordingVersionError} when a newer Touchstone wrote it
 * @throws {RecordingDamagedError} with file and line
 */
export async function readHandRecording(
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<HandRecording> {
  const file = join(folder, RECORDING_FILE);
  const { header, events } = await linesOf(file, options.signal);
  const screens = new Map<string, RecordingEventOf<'screen'>>();
  const steps: RecordingEventOf<'step'>[] = [];
  const milestones = new Map<string, RecordedMilestone>();
  let instruction = header.instruction;
  const afters: (string | null)[] = [];
  let lastScreen: string | null = null;
  let end: RecordingEventOf<'end'> | null = null;
  for (const { event, line } of events) {
    const known = (screen: string): void => {
      if (screens.has(screen)) return;
      throw new RecordingDamagedError(`the screen "${screen}" is not in the recording`, { file, line });
    };
    switch (event.kind) {
      case 'screen':
        screens.set(event.screen, event);
        break;
      case 'step':
        known(event.screen);
        steps.push(event);
        afters.push(null);
        lastScreen = null;
        break;
      case 'after':
        known(event.screen);
        lastScreen = event.screen;
        if (afters.length > 0) afters[afters.length - 1] = event.screen;
        break;
      case 'milestone':
        known(event.milestone.screen);
        milestones.set(event.milestone.id, event.milestone);
        break;
      case 'milestone-removed':
        milestones.delete(event.id);
        break;
      case 'instruction':
        instruction = event.instruction;
        break;
      case 'end':
        end = event;
        break;
      case 'mask':
        break;
      default:
        event satisfies never;
    }
  }
  const marked = [...milestones.values()];
  return { header, file, instruction, screens, steps, afters, lastScreen, milestones: marked, end };
}

interface Line {
  readonly event: RecordingEvent;
  readonly line: number;
}

async function linesOf(
  file: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly header: RecordingHeader; readonly events: readonly Line[] }> {
  let header: RecordingHeader | null = null;
  const events: Line[] = [];
  try {
    for await (const batch of readLines(file, { maxLineBytes: MAX_LINE_BYTES, signal })) {
      for (const { buffer, start, end, number: line, ended } of batch) {
        const value = buffer === null ? undefined : valueOf(buffer.toString('utf8', start, end));
        if (header === null) header = headerOf(value, file);
        else if (value !== undefined) push(events, value, { file, line });
        // A line without an end is the last one, and what a crash leaves behind.
        else if (ended) throw new RecordingDamagedError('the line is no event', { file, line });
      }
    }
  } catch (error) {
    if (!(error instanceof FileUnreadableError) && !isFileError(error)) throw error;
    throw notOne(file, whyUnreadable(error), error);
  }
  if (header === null) throw notOne(file, 'it is empty');
  return { header, events };
}

function push(
  events: Line[],
  value: Readonly<Record<string, unknown>>,
  place: { readonly file: string; readonly line: number },
): void {
  const { kind } = value;
  if (typeof kind === 'string' && !RECORDING_EVENT_KINDS.has(kind)) return;
  const parsed = RecordingEventSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).join('.');
    throw new RecordingDamagedError(`the line is no event: ${path} ${issue?.message ?? ''}`.trim(), place);
  }
  events.push({ event: parsed.data, line: place.line });
}

/** The object on a line; undefined where there is none. */
function valueOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Checked: an object that is no list.
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
    return undefined;
  } catch {
    return undefined;
  }
}

function headerOf(value: Readonly<Record<string, unknown>> | undefined, file: string): RecordingHeader {
  const version = value?.['formatVersion'];
  const isOurs = value?.['format'] === 'touchstone-recording';
  if (isOurs && typeof version === 'number' && version > RECORDING_VERSION) {
    throw new RecordingVersionError(version, { file, line: 1 });
  }
  const parsed = RecordingHeaderSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notOne(file, 'its first line is no header of a recording');
}

function notOne(file: string, why: string, cause?: unknown): NotARecordingError {
  return new NotARecordingError(`this is no recording made by hand: ${why}`, {
    place: { file },
    hint: 'Name the folder that `touchstone record start` recorded into.',
    ...(cause === undefined ? {} : { cause }),
  });
}
