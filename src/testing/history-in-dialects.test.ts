import { describe, expect, it } from 'vitest';
import { insertParts } from '../agents/prompting/insert-parts.js';
import { placeHistory } from '../agents/prompting/place-history.js';
import type { PromptStep } from '../models/dialects/dialect.js';
import type { ModelRequest } from '../models/model.js';
import { DIALECTS } from '../registry/dialects.js';
import { buildPromptInput, buildPromptStep } from './models/prompt-input.js';
import { requestPictures, requestText } from './models/listening-model.js';

const VARIANTS = [...DIALECTS.values()].flatMap((family) =>
  (family.variants.length === 0 ? [null] : family.variants).map(
    (variant) => [variant === null ? family.family : `${family.family}@${variant}`, family, variant] as const,
  ),
);

const picture = (name: number) => ({
  mediaType: 'image/png',
  data: Uint8Array.of(name),
  size: { width: 1080, height: 2400 },
});

/** A step with words that are found again; its screenshot bears its number. */
function worded(number: number): PromptStep {
  return buildPromptStep({
    answer: `word${number}`,
    call: `word${number}`,
    thought: `word${number}`,
    summary: `word${number}`,
    sentence: `word${number}`,
    picture: picture(number),
    record: {
      action: { type: 'key', key: 'BACK' },
      screen: { width: 1080, height: 2400 },
      app: null,
      instruction: null,
      isTeacherForced: false,
    },
  });
}

/** What a family is asked with these steps, in words or as screenshots alone. */
function asked(
  [, family, variant]: (typeof VARIANTS)[number],
  history: readonly PromptStep[],
  isWorded: boolean,
): ModelRequest {
  const dialect = family.create({
    ...(variant === null ? {} : { variant }),
    history: { steps: 4, pictures: 3 },
  });
  const input = buildPromptInput({
    history,
    stepsTaken: isWorded ? history.length : 0,
    screenshot: picture(9),
    marked: dialect.observation.marked === null ? null : picture(8),
  });
  const placed = placeHistory(dialect, input, isWorded);
  const request = dialect.buildRequest({ ...input, history: placed.history });
  return insertParts(insertParts(request, placed.words), placed.pictures);
}

const names = (request: ModelRequest): number[] => requestPictures(request).map(([name = 0]) => name);
const current = (request: ModelRequest): number[] => names(request).filter((name) => name > 5);
const earlier = (request: ModelRequest): number[] => names(request).filter((name) => name <= 5);

describe.each(VARIANTS)('a history shown to %s', (...variant) => {
  it('is there as a whole: each action in words, each screenshot once, oldest first', () => {
    const request = asked(variant, [worded(1), worded(2), worded(3)], true);
    const text = requestText(request);
    for (const number of [1, 2, 3]) expect(text).toContain(`word${number}`);
    expect(earlier(request)).toEqual([1, 2, 3]);
    expect(current(request)).toEqual(current(asked(variant, [], false)));
  });

  it('is of actions alone without pictures', () => {
    const request = asked(
      variant,
      [1, 2, 3].map((number) => ({ ...worded(number), picture: null })),
      true,
    );
    for (const number of [1, 2, 3]) expect(requestText(request)).toContain(`word${number}`);
    expect(earlier(request)).toEqual([]);
  });

  it('is of screenshots alone without words, and without turns of which nothing is said', () => {
    const seen = [1, 2].map((number) => buildPromptStep({ picture: picture(number) }));
    const request = asked(variant, seen, false);
    const first = asked(variant, [], false);
    expect(earlier(request)).toEqual([1, 2]);
    expect(request.messages.map(({ role }) => role)).toEqual(first.messages.map(({ role }) => role));
  });

  it('is nothing at a step that is shown none, in the form of a first step', () => {
    expect(asked(variant, [], false)).toEqual(asked(variant, [], true));
  });
});

describe('pictures that a prompt has no place for', () => {
  it('stand before the current one, marked as earlier ones', () => {
    const family = DIALECTS.get('generic_call');
    if (family === undefined) throw new Error('there is no such dialect');
    const request = asked(['generic_call', family, null], [worded(1)], true);
    const [message] = request.messages;
    const images = message?.content.filter((part) => part.type === 'image') ?? [];
    expect(images.map((part) => (part.type === 'image' ? part.isEarlier : null))).toEqual([true, undefined]);
    expect(requestText(request)).toContain('the current one is not among them');
  });
});
