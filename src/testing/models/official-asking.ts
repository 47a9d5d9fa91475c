import type { PromptInput, SentPicture } from '../../models/dialects/dialect.js';
import type { ModelRequest } from '../../models/model.js';
import type { OfficialAsking, PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { buildPromptInput } from './prompt-input.js';
import { namedTexts } from './prompt-texts.js';

/** A picture that is told from others by its number, from 0 to 255. */
export function numberedPicture(number: number, size = { width: 1080, height: 2400 }): SentPicture {
  return { mediaType: 'image/png', data: Uint8Array.of(number), size };
}

/** The request that a prompt set makes of a step with picture 0; what a test is not about is made up. */
export function askOfficially(
  set: PromptSet | undefined,
  input: Partial<PromptInput> = {},
  asked: Partial<OfficialAsking> = {},
): ModelRequest {
  if (set === undefined) throw new Error('there is no such prompt set');
  return set.request(
    { ...buildPromptInput(), instruction: 'Open Settings.', screenshot: numberedPicture(0), ...input },
    officialAsking(set, asked),
  );
}

/** What a prompt set fills its request with where nobody chooses otherwise; texts and time are made up. */
export function officialAsking(set: PromptSet, asked: Partial<OfficialAsking> = {}): OfficialAsking {
  const switches = Object.entries(set.ownSwitches ?? {}).map(([name, one]) => [name, one.default]);
  return {
    texts: namedTexts(),
    history: set.history,
    coordinates: set.coordinates ?? { space: 'sent' },
    switches: Object.fromEntries(switches),
    now: () => new Date(2026, 2, 1),
    ...asked,
  };
}

/** Messages of a request as `role: part | part`; pictures as `PICTURE number`. */
export function saidMessages({ messages }: ModelRequest): string[] {
  return messages.map(({ role, content }) => {
    const parts = content.map((part) => (part.type === 'text' ? part.text : `PICTURE ${part.data[0]}`));
    return `${role}: ${parts.join(' | ')}`;
  });
}
