import { z } from 'zod';
import { ForbiddenKindSchema } from '../../domain/task-fields/forbidden-kind.js';
import type { ModelQuestion } from '../../models/asking/model-question.js';
import type { ModelContent, ModelRequest } from '../../models/model.js';
import { readChecked, reads, unreadable, type Reading } from '../../models/readers/reading.js';
import type { ScreenSketch } from './screen-sketch.js';

/** What a model knows of a screen. Elements are numbers of the sketch. */
export interface ScreenKnowledge {
  readonly purpose: string;
  readonly elements: readonly { readonly element: number; readonly does: string; readonly risk?: string }[];
  readonly texts: readonly { readonly element: number; readonly text: string }[];
}

const AnswerSchema = z.object({
  purpose: z.string().default(''),
  elements: z
    .array(
      z.object({
        element: z.int(),
        does: z.string().default(''),
        risk: z.string().nullish(),
      }),
    )
    .default([]),
  texts: z.array(z.object({ element: z.int(), text: z.string() })).default([]),
});

/** Elements that are listed at most, and texts of a field that are taken at most. */
const MOST_ELEMENTS = 60;
const MOST_TEXTS = 20;

export interface KnowledgeQuestionOptions {
  /** Names the screen in the record of calls. */
  readonly subject: string;
  readonly picture: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
  /** Texts that other screens of the app have shown. */
  readonly seen: readonly string[];
}

/** Asks what a screen is for, what its elements do, and what to type into its fields. */
export function knowledgeQuestion(
  sketch: ScreenSketch,
  options: KnowledgeQuestionOptions,
): ModelQuestion<ScreenKnowledge> {
  return {
    role: 'explorer',
    purpose: `knowledge of ${options.subject}`,
    request: requestOf(sketch, options),
    read: (text) => readKnowledge(text, sketch),
    retries: 1,
  };
}

function requestOf(
  { title, elements }: ScreenSketch,
  { picture, seen }: KnowledgeQuestionOptions,
): ModelRequest {
  const listed = elements.slice(0, MOST_ELEMENTS).map((one, number) => {
    const kind = one.isField ? (one.isPassword ? 'password field' : 'field') : one.canTap ? 'button' : 'area';
    const words = JSON.stringify(one.isField ? one.hint : one.label);
    return `${number} | ${kind} | ${words} | ${one.resource}`;
  });
  const lines = [
    'A program gets to know a mobile app by trying it out. Tell it about the screen below.',
    `Title: ${JSON.stringify(title)}`,
    'Elements (number | kind | words | id):',
    ...listed,
    ...(seen.length === 0 ? [] : ['Texts that other screens of the app show:', JSON.stringify(seen)]),
    'Answer with one JSON object and nothing else:',
    '{"purpose": "what the screen is for",',
    ' "elements": [{"element": number, "does": "what it does", "risk": "pay" | "delete" | "send" | "call" | null}],',
    ' "texts": [{"element": number of a field, "text": "a text that leads on"}]}',
    'Risk is for what cannot be taken back. Name several texts for a field where several lead to different things, such as names to search for.',
  ];
  const content: ModelContent[] = [{ type: 'text', text: lines.join('\n') }];
  if (picture !== null) content.push({ type: 'image', mediaType: picture.mediaType, data: picture.bytes });
  return { messages: [{ role: 'user', content }], temperature: 0 };
}

/** Reads the answer; what it says of elements that there are not is left out. */
export function readKnowledge(
  answer: string,
  { elements }: Pick<ScreenSketch, 'elements'>,
): Reading<ScreenKnowledge> {
  return readChecked(answer, (text) => {
    const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
    if (start < 0 || end < start) return unreadable('the answer holds no JSON object');
    let value: unknown;
    try {
      value = JSON.parse(text.slice(start, end + 1));
    } catch {
      return unreadable('the answer is no JSON');
    }
    const read = AnswerSchema.safeParse(value);
    if (!read.success) return unreadable('the JSON has another form than asked for');
    const { purpose, elements: said, texts } = read.data;
    const counts = new Map<number, number>();
    return reads({
      purpose,
      elements: said
        .filter(({ element }) => elements[element] !== undefined)
        .map(({ element, does, risk }) => {
          const kind = ForbiddenKindSchema.safeParse(risk);
          return { element, does, ...(kind.success ? { risk: kind.data } : {}) };
        }),
      texts: texts.filter(({ element, text: typed }) => {
        const count = counts.get(element) ?? 0;
        counts.set(element, count + 1);
        return elements[element]?.isField === true && typed.trim() !== '' && count < MOST_TEXTS;
      }),
    });
  });
}
