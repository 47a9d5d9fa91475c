import type { ItemKey } from '../../../domain/episode.js';
import { sha256 } from '../../../formats/run/canonical-json.js';
import type { ScreenRecord } from '../../../formats/run/journal/event.js';
import { readRequests } from '../../../formats/run/requests/read-requests.js';
import type { SentRequest } from '../../../formats/run/requests/sent-request.js';
import type { SentPrompt } from '../../../report/view/served/sent-prompt.js';
import type { ScreenBytes } from '../results-folder.js';

export interface ReadPromptOptions {
  /** Screens of the episode, of which a model may have been shown some. */
  readonly screens: readonly ScreenRecord[];
  /** Address of a screen's picture; null where it is not shown. */
  readonly addressOf: (screen: ScreenRecord) => string | null;
  /** The picture of a screen whose hash nobody wrote down. */
  readonly load: (screen: ScreenRecord) => Promise<ScreenBytes | null>;
  readonly signal: AbortSignal;
}

/** What a model was asked, by the hash that the journal has of it; null where the run has not kept it. */
export async function readPrompt(
  directory: string,
  key: ItemKey & { readonly attempt: number },
  request: string,
  options: ReadPromptOptions,
): Promise<SentPrompt | null> {
  const kept = await readRequests(directory, key, key.attempt, { signal: options.signal });
  const sent = kept.find(request);
  return sent === null ? null : shownPrompt(sent, await screensByHash(sent, options), options);
}

function shownPrompt(
  { messages, ...settings }: SentRequest,
  screens: ReadonlyMap<string, ScreenRecord>,
  { addressOf }: ReadPromptOptions,
): SentPrompt {
  return {
    messages: messages.map(({ role, content }) => ({
      role,
      parts: content.map((part) => {
        if (part.type === 'text') return { type: 'text', text: part.text } as const;
        const screen = screens.get(part.sha256);
        const picture = screen === undefined ? null : addressOf(screen);
        return { type: 'picture', mediaType: part.mediaType, hash: part.sha256, picture } as const;
      }),
    })),
    settings: Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value)] as const),
  };
}

/** The screens that were sent as they were recorded. Of a world's screens the bytes are looked at only where nothing else tells. */
async function screensByHash(
  { messages }: SentRequest,
  { screens, load }: ReadPromptOptions,
): Promise<ReadonlyMap<string, ScreenRecord>> {
  const known = new Map<string, ScreenRecord>();
  for (const screen of screens) if (screen.picture?.hash != null) known.set(screen.picture.hash, screen);
  const wanted = new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'image' ? [part.sha256] : [])),
    ),
  );
  const looked = new Set<string>();
  // The newest are the likeliest.
  for (const screen of screens.toReversed()) {
    if ([...wanted].every((hash) => known.has(hash))) break;
    if (screen.picture === null || screen.picture.hash !== null || looked.has(screen.id)) continue;
    looked.add(screen.id);
    const found = await load(screen);
    if (found !== null) known.set(sha256(found.bytes), screen);
  }
  return known;
}
