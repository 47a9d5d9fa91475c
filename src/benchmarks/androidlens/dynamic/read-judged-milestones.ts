import { z } from 'zod';
import type { UnitBox } from '../../../domain/recordings/recorded-milestone.js';
import type { ScreenContent } from '../../../domain/screen.js';
import { DatasetError, type FilePlace } from '../../../errors.js';
import { isRecord } from '../field-mapping.js';
import { readMilestones, type LensMilestone } from '../lens-milestones.js';
import type { JudgedGroup, JudgedMilestone } from './judged-milestones.js';

const TextsSchema = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** What a milestone says beside its sub-target. Other fields are left alone. */
const DetailsSchema = z.object({
  idx: z.int({ error: 'idx is a whole number' }).nonnegative('idx counts from 0').nullish(),
  screenshot: z.string({ error: 'screenshot names a file' }).min(1).nullish(),
  bbox: z
    .tuple([z.number(), z.number(), z.number(), z.number()], {
      error: 'bbox is a list of four numbers, [x1, y1, x2, y2]',
    })
    .nullish(),
  text: z.string({ error: 'text is a text' }).nullish(),
  state: TextsSchema.nullish(),
});

export interface MilestoneSource {
  /** Steps of the recording that the milestones are of; 0 where there is none. */
  readonly steps: number;
  /** Place of a part of the milestones, from their list on. */
  readonly placeAt: (path: readonly (string | number)[]) => FilePlace;
  /** A picture that a milestone names. @throws {DatasetError} where it is missing, or outside of the data */
  readonly picture: (named: string, place: FilePlace) => Promise<ScreenContent>;
  /** The screen that a recorded step leads to, for milestones that name no picture; null where there is none. */
  readonly pictureBehind?: (step: number) => Promise<ScreenContent | null>;
}

/**
 * Milestones as a judge is shown them: sub-target, reference picture, key component with its text and states.
 *
 * Source: AndroidLens paper (supplement), nested sub-targets.
 *
 * @throws {DatasetError} with the place of the milestone that cannot be used
 */
export async function readJudgedMilestones(value: unknown, source: MilestoneSource): Promise<JudgedGroup[]> {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    throw new DatasetError('milestones are a list', { place: source.placeAt([]) });
  }
  const paths = value.flatMap((entry: unknown, at): (readonly number[])[] =>
    Array.isArray(entry) ? entry.map((_, within) => [at, within]) : [[at]],
  );
  const seen = new Set<number>();
  const groups: JudgedGroup[] = [];
  let place = 0;
  for (const { ordered, items } of readMilestones(value, source.steps)) {
    const judged: JudgedMilestone[] = [];
    for (const milestone of items) {
      const path = paths[place] ?? [];
      const read = await readOne(milestone, { ...source, path, index: place });
      place += 1;
      if (seen.has(read.index)) {
        throw new DatasetError(`two milestones have the idx ${read.index}`, {
          place: source.placeAt([...path, 'idx']),
          hint: 'Number them 0, 1, 2, … or leave idx out.',
        });
      }
      seen.add(read.index);
      judged.push(read);
    }
    const [first, ...others] = judged;
    if (first === undefined) continue;
    // Neighbours in a list of their own may come in any order; others are one group each.
    if (ordered) groups.push(...judged.map((one): JudgedGroup => [one]));
    else groups.push([first, ...others]);
  }
  return groups;
}

async function readOne(
  { title, details, steps }: LensMilestone,
  {
    path,
    index,
    placeAt,
    picture,
    pictureBehind,
  }: MilestoneSource & { readonly path: readonly number[]; readonly index: number },
): Promise<JudgedMilestone> {
  if (title.trim() === '') {
    throw new DatasetError('the milestone does not say its sub-target', {
      place: placeAt(path),
      hint: 'Write it as "sub-target", in words.',
    });
  }
  const parsed = DetailsSchema.safeParse(isRecord(details) ? details : {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const within = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
    throw new DatasetError(issue?.message ?? 'the milestone cannot be read', {
      place: placeAt([...path, ...within]),
    });
  }
  const { idx, screenshot, bbox, text, state } = parsed.data;
  if (bbox != null) requireUnitBox(bbox, placeAt([...path, 'bbox']));
  return {
    index: idx ?? index,
    target: title,
    picture:
      screenshot != null
        ? await picture(screenshot, placeAt([...path, 'screenshot']))
        : steps === null
          ? null
          : ((await pictureBehind?.(steps[1])) ?? null),
    box: bbox ?? null,
    text: text == null || text === '' ? null : text,
    states: (state ?? []).filter((one) => one !== ''),
  };
}

/** @throws {DatasetError} for what is no area of a picture */
function requireUnitBox(box: UnitBox, place: FilePlace): void {
  const [left, top, right, bottom] = box;
  const isInside = box.every((one) => one >= 0 && one <= 1);
  if (isInside && left < right && top < bottom) return;
  throw new DatasetError(
    isInside
      ? 'the area of a milestone has its corners in the wrong order, or no size'
      : 'the area of a milestone lies outside of its picture',
    { place, hint: 'bbox is [x1, y1, x2, y2] in shares of the picture, 0–1, with x1 < x2 and y1 < y2.' },
  );
}
