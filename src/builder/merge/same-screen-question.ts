import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { ModelContent } from '../../models/model.js';
import type { ModelQuestion } from '../../models/asking/model-question.js';
import { readChecked, reads, unreadable, type Reading } from '../../models/readers/reading.js';
import { TouchstoneError } from '../../errors.js';
import type { Look } from './looks.js';

/** Role whose model says whether two screens are one. */
export const MATCHER_ROLE = { name: 'matcher', does: 'says whether two screens are the same state' } as const;

/** Most texts of a screen that are shown, and most characters of each. */
const MOST_TEXTS = 60;
const LONGEST_TEXT = 80;

const TASK = `Two screens of one app follow. Decide whether they are the same state of the app.
They are the same when a person could do the same things on both with the same results. What passes by itself does not count: clocks, counters of unread things, dates that are relative to now, advertisements and recommended content.
They are different when another item is open, another option is chosen, a text was typed, or something was added or removed.
Answer with one word: SAME or DIFFERENT.`;

/** Asks whether two looks are one state, with their pictures and texts. */
export async function sameScreenQuestion(
  [first, second]: readonly [Look, Look],
  { draw, signal }: { readonly draw: number; readonly signal: AbortSignal },
): Promise<ModelQuestion<boolean>> {
  return {
    role: MATCHER_ROLE.name,
    purpose: `same screen ${first.id} ${second.id}${draw === 0 ? '' : ` again ${draw}`}`,
    request: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: TASK },
            ...(await screenParts('First screen', first, signal)),
            ...(await screenParts('Second screen', second, signal)),
          ],
        },
      ],
      temperature: 0,
    },
    read: readSame,
    retries: 1,
  };
}

/** What an answer says: true for the same. */
export function readSame(text: string): Reading<boolean> {
  return readChecked(text, (answer) => {
    const words = answer.toUpperCase().match(/\b(?:SAME|DIFFERENT)\b/g) ?? [];
    const said = new Set(words);
    if (said.size === 1) return reads(said.has('SAME'));
    // A model that thinks aloud says both, and its answer last, on a line of its own.
    const last = /(?:^|\n)\W*(SAME|DIFFERENT)\W*$/i.exec(answer)?.[1];
    return last === undefined
      ? unreadable('the answer says neither SAME nor DIFFERENT')
      : reads(last.toUpperCase() === 'SAME');
  });
}

async function screenParts(title: string, { capture }: Look, signal: AbortSignal): Promise<ModelContent[]> {
  const { pictureContent, hierarchyContent, activity } = capture;
  const bytes = await pictureContent?.load({ signal });
  const texts = hierarchyContent === null ? null : textsOf(await hierarchyContent.load({ signal }));
  const lines = [
    `${title}:`,
    ...(activity === null ? [] : [`activity: ${activity.package}/${activity.activity}`]),
    ...(texts === null ? [] : [`texts: ${texts.map((text) => JSON.stringify(text)).join(', ')}`]),
  ];
  return [
    { type: 'text', text: lines.join('\n') },
    ...(bytes === undefined
      ? []
      : [{ type: 'image' as const, mediaType: pictureContent?.mediaType ?? 'image/png', data: bytes }]),
  ];
}

function textsOf(xml: Uint8Array): string[] {
  try {
    const texts: string[] = [];
    for (const node of parseHierarchy(xml).nodes) {
      const text = node.text === '' ? node.description : node.text;
      if (text !== '' && node.isVisible && texts.length < MOST_TEXTS) texts.push(text.slice(0, LONGEST_TEXT));
    }
    return texts;
  } catch (error) {
    if (error instanceof TouchstoneError) return [];
    throw error;
  }
}
