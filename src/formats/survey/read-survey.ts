import { join } from 'node:path';
import { isThere } from '../../files/is-there.js';
import { readEvents, type EventFileEnd } from '../run/journal/read-events.js';
import { JournalDamagedError } from '../run/run-errors.js';
import { SurveyEventSchema, type SurveyCapture, type SurveyStart, type SurveyStep } from './survey-event.js';
import { SURVEY_FILE } from './survey-writer.js';

const TYPES: ReadonlySet<string> = new Set(
  SurveyEventSchema.options.map((option) => option.shape.type.value),
);

/** The captures and steps of a survey; pictures and hierarchies stay in `screens/`. */
export interface Survey {
  /** Absolute. */
  readonly folder: string;
  readonly start: SurveyStart;
  /** By their numbers. */
  readonly captures: readonly SurveyCapture[];
  readonly steps: readonly SurveyStep[];
  /** First capture of each walk. */
  readonly walks: readonly number[];
  /** Why it ended; null where it was cut off or goes on. */
  readonly end: string | null;
}

/** Whether the folder holds a survey. */
export function isSurvey(folder: string): Promise<boolean> {
  return isThere(join(folder, SURVEY_FILE));
}

/**
 * Reads a survey as far as it went.
 *
 * @throws {JournalDamagedError} for a line that is none, and steps between captures that there are not
 */
export async function readSurvey(
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<Survey> {
  const file = join(folder, SURVEY_FILE);
  let start: SurveyStart | null = null;
  const captures: SurveyCapture[] = [];
  const steps: SurveyStep[] = [];
  const walks: number[] = [];
  let end: string | null = null;
  let fileEnd: EventFileEnd | null = null;
  for await (const { event, line } of readEvents(file, {
    schema: SurveyEventSchema,
    known: TYPES,
    first: 'survey-start',
    signal,
    onEnd: (found) => {
      fileEnd = found;
    },
  })) {
    switch (event.type) {
      case 'survey-start':
        start = event;
        break;
      case 'capture':
        if (event.capture !== captures.length) {
          throw new JournalDamagedError('The captures are not in order', { file, line });
        }
        captures.push(event);
        break;
      case 'step':
        if (event.from >= captures.length || event.to >= captures.length) {
          throw new JournalDamagedError('The step leads to a capture that there is not', { file, line });
        }
        steps.push(event);
        break;
      case 'walk':
        walks.push(captures.length);
        break;
      case 'survey-end':
        end = event.reason;
        break;
      case 'note':
      case 'knowledge':
        break;
      default:
        event satisfies never;
    }
  }
  if (start === null || fileEnd === null)
    throw new JournalDamagedError('The file holds nothing whole', { file });
  return { folder, start, captures, steps, walks, end };
}

/** Path of a capture's picture within the folder of its survey; null where it has none. */
export function pictureFile({ picture, file }: SurveyCapture): string | null {
  return picture === null ? null : `screens/${file ?? `${picture}.png`}`;
}

/** Path of a capture's UI hierarchy within the folder of its survey; null where it has none. */
export function hierarchyFile({ hierarchy }: SurveyCapture): string | null {
  return hierarchy === null ? null : `screens/${hierarchy}.xml`;
}
