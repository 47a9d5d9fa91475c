import { describe, expect, it } from 'vitest';
import type { PromptInput } from '../../../models/dialects/dialect.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { ODYSSEY_AGENT_SET } from './odyssey-agent-set.js';

/** Texts with places for pictures, as those of the agent have them. */
const texts: PromptTexts = {
  ...namedTexts(),
  fill: (id, values) => {
    if (id === 'odyssey.question') return `Q <img>${values['img']}</img> ${values["data['question']"]}`;
    if (id === 'odyssey.history.picture') return `|H <img>history: ${values['img']}</img>|`;
    return namedTexts().fill(id, values);
  },
};

function asked(input: Partial<PromptInput>, switches = { imageHistory: 'yes' }): string[] {
  return saidMessages(askOfficially(ODYSSEY_AGENT_SET, input, { texts, switches }));
}

describe('the prompt set of OdysseyAgent', () => {
  const history = [1, 2, 3, 4, 5].map((number) =>
    buildPromptStep({ call: `C${number}`, picture: numberedPicture(number) }),
  );
  const line = (index: number, command: string): string =>
    `[odyssey.history.line hi=${command}; idx+1=${index}]`;

  it('says that there are no earlier steps', () => {
    expect(asked({ instruction: 'a <img></img>' })).toEqual([
      'system: [odyssey.system]',
      'user: Q  | PICTURE 0 |  a <img></img>[odyssey.history.none.picture][odyssey.history.none.actions][odyssey.suffix]',
    ]);
  });

  it('has earlier pictures in their place, and the last four commands numbered from 1', () => {
    const words = [2, 3, 4, 5].map((number, index) => line(index + 1, `C${number}`)).join('');
    expect(asked({ history })[1]).toBe(
      'user: Q  | PICTURE 0 |  Open Settings.|H  | PICTURE 2 | PICTURE 3 | PICTURE 4 | PICTURE 5 | ' +
        `|[odyssey.history.head]${words}[odyssey.suffix]`,
    );
  });

  it('is silent about pictures, and about having no steps, where it has no history of pictures', () => {
    const no = { imageHistory: 'no' };
    expect(asked({}, no)[1]).toBe('user: Q  | PICTURE 0 |  Open Settings.[odyssey.suffix]');
    expect(asked({ history: [buildPromptStep({ answer: 'raw' })] }, no)[1]).toBe(
      `user: Q  | PICTURE 0 |  Open Settings.[odyssey.history.head]${line(1, 'raw')}[odyssey.suffix]`,
    );
  });
});
