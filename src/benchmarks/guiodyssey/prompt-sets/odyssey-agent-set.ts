import type { PromptInput, SentPicture } from '../../../models/dialects/dialect.js';
import { message } from '../../../models/dialects/prompt-parts.js';
import type { OfficialAsking, PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { servedPictures } from '../dialects/served-agent.js';

/** δ of the paper: earlier steps that are shown. */
const SHOWN = 4;

type Part = string | SentPicture;

/** How a prompt has its pictures. */
interface Pictures {
  /** What stands between the marks of a picture. */
  readonly image: string;
  readonly hasEarlier: boolean;
  /** The current picture in a text with its marks. */
  readonly current: (text: string) => readonly Part[];
  /** The earlier ones in a text with marks for one. */
  readonly earlier: (text: string) => readonly Part[];
}

const COMMON = {
  benchmarks: ['guiodyssey'],
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
} satisfies Partial<PromptSet>;

/** The script's flag: without pictures an empty history is not mentioned at all. */
const IMAGE_HISTORY = { default: 'yes', words: ['yes', 'no'] } as const;

/**
 * OdysseyAgent: the pictures in the two places of the text that its tokenizer expands, the latest commands in words.
 *
 * Source: GUIOdyssey reference code, `src/eval_mm/evaluate_GUIOdyssey.py`. Deviation: the script names pictures by their
 * paths, and earlier ones by that of the current one, which the model looks up; here they are parts of the message.
 */
const SENT: PromptSet = {
  ...COMMON,
  name: 'odyssey.agent',
  title: 'OdysseyAgent as the GUIOdyssey paper evaluates it, pictures sent',
  dialect: 'odyssey_command@odyssey_agent',
  agents: ['direct', 'odyssey'],
  ownSwitches: { imageHistory: IMAGE_HISTORY },
  request: (input, asked) => {
    const { screenshot, history } = input;
    const seen = history.flatMap(({ picture }) => (picture === null ? [] : [picture]));
    return request(input, asked, {
      image: '',
      hasEarlier: seen.length > 0,
      current: (text) => inPlace(text, screenshot === null ? [] : [screenshot]),
      earlier: (text) => inPlace(text, seen),
    });
  },
};

/** The same for a server that runs the authors' code, as the script sends it: pictures by their paths. */
const SERVED: PromptSet = {
  ...COMMON,
  name: 'odyssey.agent.served',
  title: 'OdysseyAgent as the GUIOdyssey paper evaluates it, pictures by path',
  dialect: 'odyssey_command@odyssey_agent_served',
  ownSwitches: { imageHistory: IMAGE_HISTORY },
  request: (input, asked) => {
    const hasEarlier = input.history.length > 0;
    const { image, pictureTokens } = servedPictures(input, {
      images: asked.switches['images'] ?? '',
      hasEarlier: hasEarlier && tellsPictures(asked),
    });
    const asWritten = (text: string): readonly Part[] => [text];
    return {
      ...request(input, asked, { image, hasEarlier, current: asWritten, earlier: asWritten }),
      pictureTokens,
    };
  },
};

/** How the GUIOdyssey paper asks its own model. */
export const ODYSSEY_AGENT_SETS: readonly PromptSet[] = [SENT, SERVED];

function request(
  input: PromptInput,
  asked: OfficialAsking,
  pictures: Pictures,
): ReturnType<PromptSet['request']> {
  const { texts } = asked;
  const values = { img: pictures.image, "data['question']": input.instruction };
  const parts = [
    ...pictures.current(texts.fill('odyssey.question', values)),
    ...historyParts(input, asked, pictures),
    texts.text('odyssey.suffix'),
  ];
  return { messages: [message('system', texts.text('odyssey.system')), message('user', ...joined(parts))] };
}

function historyParts(
  { history }: PromptInput,
  asked: OfficialAsking,
  { image, hasEarlier, earlier }: Pictures,
): readonly Part[] {
  const { texts } = asked;
  const commands = history.flatMap(({ call, answer }) => call ?? answer ?? []);
  const lines = commands.map((command, index) =>
    texts.fill('odyssey.history.line', { 'idx+1': `${index + 1}`, hi: command }),
  );
  const told = lines.length === 0 ? [] : [texts.text('odyssey.history.head'), ...lines];
  if (!tellsPictures(asked)) return told;
  return [
    ...(hasEarlier
      ? earlier(texts.fill('odyssey.history.picture', { img: image }))
      : [texts.text('odyssey.history.none.picture')]),
    ...(lines.length === 0 ? [texts.text('odyssey.history.none.actions')] : told),
  ];
}

function tellsPictures({ switches, history }: OfficialAsking): boolean {
  return switches['imageHistory'] === 'yes' && history.pictures > 0;
}

/** A text with pictures in its place for one, which is the first in it. */
function inPlace(text: string, pictures: readonly SentPicture[]): readonly Part[] {
  const [, before = text, behind = ''] = /^(.*?)<img>[^<]*<\/img>(.*)$/s.exec(text) ?? [];
  return [before, ...pictures, behind];
}

/** Texts that follow each other in one piece. */
function joined(parts: readonly Part[]): Part[] {
  const pieces: Part[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}
