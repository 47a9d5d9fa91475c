import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sidesOf } from '../../../builder/merge/merge-cases.js';
import type { Capture } from '../../../builder/material/material.js';
import { plural } from '../../../domain/text/plural.js';
import { TouchstoneError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { MERGE_REVIEW_FILE, type MergeCase } from '../../../formats/merge-review/merge-review.js';
import { smallWebp } from '../../../observations/pictures/small-webp.js';
import { MERGE_CHOICES, MERGE_QUESTIONS } from '../review/merge-review-form.js';
import { casePageCase, casePageFoot, casePageHead } from '../../../report/cases/case-page.js';

/** Writes what a person should decide into a world's folder: as lines, and as a page with the pictures. Gives both, absolute. */
export async function writeMergeReview(
  cases: readonly MergeCase[],
  {
    out,
    captures,
    signal,
  }: { readonly out: string; readonly captures: readonly Capture[]; readonly signal: AbortSignal },
): Promise<{ readonly review: string; readonly page: string }> {
  const [review, page] = [join(out, MERGE_REVIEW_FILE), join(out, 'review.html')];
  await mkdir(out, { recursive: true });
  await writeWholeFile(page, await reviewPage(cases, captures, signal), { signal });
  await writeWholeFile(review, cases.map((one) => `${JSON.stringify(one)}\n`).join(''), { signal });
  return { review, page };
}

/** Most cases that the page shows; the file has all. */
const MOST_ON_PAGE = 60;

async function reviewPage(
  cases: readonly MergeCase[],
  captures: readonly Capture[],
  signal: AbortSignal,
): Promise<string> {
  const contents = new Map<string, Capture['pictureContent']>(
    captures.flatMap(({ picture, file, pictureContent }) =>
      picture === null || pictureContent === null
        ? []
        : [[`screens/${file ?? `${picture}.png`}`, pictureContent] as const],
    ),
  );
  const pictureOf = async (path: string | undefined): Promise<Uint8Array | null> => {
    const content = path === undefined ? undefined : contents.get(path);
    if (content === undefined || content === null) return null;
    try {
      return (await smallWebp(await content.load({ signal }), { file: path ?? '' })).bytes;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TouchstoneError) return null;
      throw error;
    }
  };
  const waiting = cases.filter(({ decision }) => decision === null);
  const parts = [
    casePageHead(
      'What nobody is sure of',
      `Write a decision into ${MERGE_REVIEW_FILE}, in the line of the same id, and merge again. ${plural(waiting.length, 'case waits', 'cases wait')}.`,
    ),
  ];
  for (const one of waiting.slice(0, MOST_ON_PAGE)) {
    const figures = [];
    for (const { words, look } of sidesOf(one))
      figures.push({ words, picture: await pictureOf(look.picture) });
    parts.push(casePageCase({ id: one.id, title: one.id, text: questionOf(one), note: one.why, figures }));
  }
  return [...parts, casePageFoot()].join('');
}

function questionOf({ type }: MergeCase): string {
  const words = Object.keys(MERGE_CHOICES[type]).map((word) => JSON.stringify(word));
  return `${MERGE_QUESTIONS[type]} decision: ${words.join(' or ')}`;
}
