import { describe, expect, it } from 'vitest';
import { insertParts } from '../agents/prompting/insert-parts.js';
import { placeHistory } from '../agents/prompting/place-history.js';
import type { Dialect, PromptStep } from '../models/dialects/dialect.js';
import type { ModelRequest } from '../models/model.js';
import { officialDialect } from '../models/prompt-sets/official-dialect.js';
import type { PromptSet } from '../models/prompt-sets/prompt-set.js';
import { PROMPT_SETS } from '../registry/prompt-sets.js';
import { requestPictures } from './models/listening-model.js';
import { numberedPicture } from './models/official-asking.js';
import { buildPromptInput, buildPromptStep } from './models/prompt-input.js';
import { namedTexts } from './models/prompt-texts.js';
import { registeredDialect } from './models/registered-dialect.js';

const SETS = [...PROMPT_SETS.values()]
  .filter(({ agents = ['direct'] }) => agents.includes('direct'))
  .map((set) => [set.name, set] as const);

const TEXTS = namedTexts({
  'qwen25.cookbook.query-example': 'A query:  Do this\nDone: Step 1: {"a": 1}; ',
  'aguvis.recipient.force-plan': '<|im_start|>assistant<|recipient|>all\nX',
});

function dialectOf(set: PromptSet): Dialect {
  const [family = '', variant] = set.dialect.split('@');
  const own = registeredDialect(family).create({
    ...(variant === undefined ? {} : { variant }),
    history: { steps: 4, pictures: 3 },
  });
  return officialDialect(own, { set, texts: TEXTS });
}

/** What a model is asked in the official prompts with these steps, in words or as screenshots alone. */
function asked(set: PromptSet, history: readonly PromptStep[], isWorded: boolean): ModelRequest {
  const dialect = dialectOf(set);
  const input = buildPromptInput({
    history,
    stepsTaken: isWorded ? history.length : 0,
    screenshot: dialect.observation.screenshot ? numberedPicture(9) : null,
    marked: dialect.observation.marked === null ? null : numberedPicture(8),
    stepInstruction: 'Next.',
  });
  const placed = placeHistory(dialect, input, isWorded);
  const request = dialect.buildRequest({ ...input, history: placed.history });
  return insertParts(insertParts(request, placed.words), placed.pictures);
}

const earlier = (request: ModelRequest): number[] =>
  requestPictures(request).flatMap(([name = 0]) => (name > 5 ? [] : [name]));

describe.each(SETS)('a history that the user chooses, in the official prompts %s', (_, set) => {
  it('has each screenshot once, oldest first', () => {
    const steps = [1, 2, 3].map((number) =>
      buildPromptStep({
        answer: 'a',
        call: 'b',
        thought: 'c',
        summary: 'd',
        picture: numberedPicture(number),
      }),
    );
    expect(earlier(asked(set, steps, true))).toEqual([1, 2, 3]);
  });

  it('is of screenshots alone, with no turns or lines for what is not said', () => {
    const seen = [1, 2].map((number) => buildPromptStep({ picture: numberedPicture(number) }));
    const request = asked(set, seen, false);
    expect(earlier(request)).toEqual([1, 2]);
    expect(request.messages.map(({ role }) => role)).toEqual(
      asked(set, [], false).messages.map(({ role }) => role),
    );
    expect(JSON.stringify(request)).not.toMatch(/idx\+1|\b1\. *\\n/);
  });
});
