import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../../../formats/run/canonical-json.js';
import type { ScreenRecord } from '../../../formats/run/journal/event.js';
import { RequestWriter } from '../../../formats/run/requests/request-writer.js';
import type { SentRequest } from '../../../formats/run/requests/sent-request.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readPrompt } from './read-prompt.js';

const KEY = { item: 'a', repeat: 0, attempt: 1 };

function screen(id: string, hash: string | null): ScreenRecord {
  const picture = { mediaType: 'image/png', hash, stored: hash !== null };
  return { id, size: null, activity: null, picture, hierarchy: null };
}

function image(content: string) {
  return { type: 'image', mediaType: 'image/png', sha256: sha256(content) } as const;
}

describe('the prompt of a call', () => {
  it('has its messages in order, and of its pictures those that are screens', async () => {
    await using folder = await temporaryFolder();
    const content = [
      image('stored'),
      { type: 'text', text: '<b>what now?' } as const,
      image('of a world'),
      image('marked'),
    ];
    const sent: SentRequest = {
      messages: [
        { role: 'system', content: [] },
        { role: 'user', content },
      ],
      seed: 4,
    };
    const hash = sha256(canonicalJson(sent));
    new RequestWriter(folder.path, KEY, 1).add(hash, sent);
    const loaded: string[] = [];
    const options = {
      signal: new AbortController().signal,
      screens: [screen('s1', sha256('stored')), screen('w1', null), screen('w2', null), screen('w1', null)],
      addressOf: ({ id }: ScreenRecord) => `at ${id}`,
      load: async ({ id }: ScreenRecord) => {
        loaded.push(id);
        const bytes = new TextEncoder().encode(id === 'w1' ? 'of a world' : 'another');
        return { mediaType: 'image/png', bytes };
      },
    };
    const prompt = await readPrompt(folder.path, KEY, hash, options);
    expect(prompt).toEqual({
      messages: [
        { role: 'system', parts: [] },
        {
          role: 'user',
          parts: [
            { type: 'picture', mediaType: 'image/png', hash: sha256('stored'), picture: 'at s1' },
            { type: 'text', text: '<b>what now?' },
            { type: 'picture', mediaType: 'image/png', hash: sha256('of a world'), picture: 'at w1' },
            { type: 'picture', mediaType: 'image/png', hash: sha256('marked'), picture: null },
          ],
        },
      ],
      settings: [['seed', '4']],
    });
    expect(loaded).toEqual(['w1', 'w2']);
    expect(await readPrompt(folder.path, { ...KEY, attempt: 2 }, hash, options)).toBeNull();
    expect(await readPrompt(folder.path, KEY, sha256('another'), options)).toBeNull();
  });
});
