import { describe, expect, it } from 'vitest';
import type { PromptInput } from '../../../models/dialects/dialect.js';
import type { ModelRequest } from '../../../models/model.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { ODYSSEY_AGENT_SETS } from './odyssey-agent-set.js';

/** Texts with places for pictures, as those of the agent have them. */
const texts: PromptTexts = {
  ...namedTexts(),
  fill: (id, values) => {
    if (id === 'odyssey.question') return `Q <img>${values['img']}</img> ${values["data['question']"]}`;
    if (id === 'odyssey.history.picture') return `|H <img>history: ${values['img']}</img>|`;
    return namedTexts().fill(id, values);
  },
};

function asked(
  name: string,
  input: Partial<PromptInput>,
  { switches = {}, pictures = 4 }: { switches?: Record<string, string>; pictures?: number } = {},
): ModelRequest {
  const set = ODYSSEY_AGENT_SETS.find((one) => one.name === name);
  const chosen = { imageHistory: 'yes', ...switches };
  return askOfficially(set, input, { texts, switches: chosen, history: { steps: 4, pictures } });
}

type Asked = Parameters<typeof asked> extends [string, ...infer Rest] ? Rest : never;

const line = (index: number, command: string): string =>
  `[odyssey.history.line hi=${command}; idx+1=${index}]`;
const NONE = '[odyssey.history.none.picture]';

describe('the prompt set of OdysseyAgent that is sent its pictures', () => {
  const said = (...given: Asked): string => saidMessages(asked('odyssey.agent', ...given))[1] ?? '';
  const history = [2, 3, 4, 5].map((number) =>
    buildPromptStep({ call: `C${number}`, picture: numberedPicture(number) }),
  );
  const blind = history.map((step) => ({ ...step, picture: null }));
  const words = `[odyssey.history.head]${[2, 3, 4, 5].map((number, index) => line(index + 1, `C${number}`)).join('')}`;
  const current = 'user: Q  | PICTURE 0 |  Open Settings.';

  it('says that there are no earlier steps', () => {
    expect(saidMessages(asked('odyssey.agent', { instruction: 'a <img></img>' }))).toEqual([
      'system: [odyssey.system]',
      `user: Q  | PICTURE 0 |  a <img></img>${NONE}[odyssey.history.none.actions][odyssey.suffix]`,
    ]);
  });

  it('has earlier pictures in their place, and the commands numbered from 1', () => {
    expect(said({ history })).toBe(
      `${current}|H  | PICTURE 2 | PICTURE 3 | PICTURE 4 | PICTURE 5 | |${words}[odyssey.suffix]`,
    );
  });

  it.each([{ switches: { imageHistory: 'no' } }, { pictures: 0 }])(
    'is silent about pictures, and about having no steps, with %j',
    (choice) => {
      expect(said({}, choice)).toBe(`${current}[odyssey.suffix]`);
      expect(said({ history: blind }, choice)).toBe(`${current}${words}[odyssey.suffix]`);
      expect(said({ history: [buildPromptStep({ answer: 'raw' })] }, choice)).toContain(line(1, 'raw'));
    },
  );

  it('has no place for pictures that are not there, and no line for what is not said', () => {
    expect(said({ history: blind })).toBe(`${current}${NONE}${words}[odyssey.suffix]`);
    const seen = [buildPromptStep({ picture: numberedPicture(7) })];
    expect(said({ history: seen })).toBe(
      `${current}|H  | PICTURE 7 | |[odyssey.history.none.actions][odyssey.suffix]`,
    );
  });
});

describe('the prompt set of OdysseyAgent on a server that has the pictures', () => {
  const ask = (...given: Asked): ModelRequest => asked('odyssey.agent.served', ...given);
  const history = [buildPromptStep({ call: 'C1' })];
  const input = { screenId: '7_1.png', screenshot: null, history };
  const switches = { images: '/data/' };

  it('names the current one twice, as itself and for those before it', () => {
    const request = ask(input, { switches });
    expect(saidMessages(request)[1]).toBe(
      `user: Q <img>/data/7_1.png</img> Open Settings.|H <img>history: /data/7_1.png</img>|` +
        `[odyssey.history.head]${line(1, 'C1')}[odyssey.suffix]`,
    );
    expect(request.pictureTokens).toEqual({ total: 512, history: 256 });
  });

  it('names it once where there are none before it, or none are to be shown', () => {
    const first = ask({ ...input, history: [] }, { switches });
    expect(saidMessages(first)[1]).toContain(`</img> Open Settings.${NONE}`);
    const without = ask(input, { switches, pictures: 0 });
    expect(saidMessages(without)[1]).toContain('</img> Open Settings.[odyssey.history.head]');
    for (const { pictureTokens } of [first, without])
      expect(pictureTokens).toEqual({ total: 256, history: 0 });
  });

  it('refuses a path that takes more than a picture has room for', () => {
    expect(() => ask(input, { switches: { images: 'a'.repeat(240) } })).toThrow('takes');
  });
});
