import type { PromptInput, SentPicture } from '../../../models/dialects/dialect.js';
import { message } from '../../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';

/** δ of the paper: earlier steps that are shown. */
const SHOWN = 4;

type Part = string | SentPicture | null;

/**
 * OdysseyAgent: the pictures in the two places of the text that its tokenizer expands, the latest commands in words.
 *
 * Source: GUIOdyssey reference code, `src/eval_mm/evaluate_GUIOdyssey.py`. Deviation: the script names pictures by their
 * paths, and earlier ones by that of the current one, which the model looks up; here they are parts of the message.
 */
export const ODYSSEY_AGENT_SET: PromptSet = {
  name: 'odyssey.agent',
  title: 'OdysseyAgent as the GUIOdyssey paper evaluates it',
  dialect: 'odyssey_command@odyssey_agent',
  benchmarks: ['guiodyssey'],
  agents: ['direct', 'odyssey'],
  texts: [
    'odyssey.system',
    'odyssey.question',
    'odyssey.history.picture',
    'odyssey.history.head',
    'odyssey.history.line',
    'odyssey.history.none.picture',
    'odyssey.history.none.actions',
    'odyssey.suffix',
  ],
  history: { steps: SHOWN, pictures: SHOWN },
  picture: { resize: null, format: 'png' },
  sampling: { temperature: 0, maxOutputTokens: 30 },
  // The script's flag: without pictures an empty history is not mentioned at all.
  ownSwitches: { imageHistory: { default: 'yes', words: ['yes', 'no'] } },
  request: (input, { texts, switches }) => {
    const [before, behind] = besides(
      texts.fill('odyssey.question', { img: '', "data['question']": input.instruction }),
    );
    const parts = [
      before,
      input.screenshot,
      behind,
      ...historyParts(input, texts, switches['imageHistory'] === 'yes'),
      texts.text('odyssey.suffix'),
    ];
    return {
      messages: [message('system', texts.text('odyssey.system')), message('user', ...joined(parts))],
    };
  },
};

function historyParts({ history }: PromptInput, texts: PromptTexts, hasPictures: boolean): Part[] {
  if (history.length === 0) {
    if (!hasPictures) return [];
    return [texts.text('odyssey.history.none.picture'), texts.text('odyssey.history.none.actions')];
  }
  const shown = history.slice(-SHOWN);
  const lines = shown.map(({ call, answer }, index) =>
    texts.fill('odyssey.history.line', { 'idx+1': `${index + 1}`, hi: call ?? answer ?? '' }),
  );
  const words = texts.text('odyssey.history.head') + lines.join('');
  if (!hasPictures) return [words];
  const [before, behind] = besides(texts.fill('odyssey.history.picture', { img: '' }));
  return [before, ...shown.map(({ picture }) => picture), behind, words];
}

/** What stands before and behind the place of a picture, which is the first in the text. */
function besides(text: string): readonly [before: string, behind: string] {
  const [, before = text, behind = ''] = /^(.*?)<img>[^<]*<\/img>(.*)$/s.exec(text) ?? [];
  return [before, behind];
}

/** Texts that follow each other in one piece. */
function joined(parts: readonly Part[]): Part[] {
  const pieces: Part[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (part === null || part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}
