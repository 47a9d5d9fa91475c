import { UserError } from '../../../errors.js';
import type { PromptInput } from '../../../models/dialects/dialect.js';
import { message } from '../../../models/dialects/prompt-parts.js';
import type { ModelRequest } from '../../../models/model.js';
import { IMAGE_HISTORY_PREFIX, odysseyPrompt } from '../chat-format/odyssey-prompt.js';

/** Slots that a picture has in the prompt, and tokens that it takes there. */
const PICTURE_SLOTS = 256;
/**
 * Most bytes of a path in a picture's slots. The published tokenizer takes 256; the published model looks for the first free one
 * among the first 255 and fails where there is none.
 */
const MOST_PATH_BYTES = PICTURE_SLOTS - 2;

/**
 * The request for OdysseyAgent as its authors' code serves it: pictures are files on the server, named by their paths in the
 * text, and the earlier ones are looked up there under the path of the current one (`his_index.json`).
 *
 * Source: GUIOdyssey reference code, evaluation prompt, tokenizer and model.
 *
 * @param served `images` is the folder of the screenshots on the server, `pictures` whether earlier ones are shown
 * @throws {UserError} for a path that does not fit into a picture's slots
 */
export function servedAgentRequest(
  input: PromptInput,
  system: string,
  { images, pictures }: { readonly images: string; readonly pictures: boolean },
): ModelRequest {
  const pastCommands = input.history.map(({ call }) => call ?? '');
  const hasEarlier = pictures && pastCommands.length > 0;
  const { image, pictureTokens } = servedPictures(input, { images, hasEarlier });
  const text = odysseyPrompt(
    { image, instruction: input.instruction, pastCommands },
    { historyLength: pastCommands.length, imageHistory: pictures },
  );
  return { messages: [message('system', system), message('user', text)], pictureTokens };
}

/**
 * Path of the current picture on the server, and what the pictures take.
 *
 * @param served `images` is the folder of the screenshots on the server, `hasEarlier` whether the path also stands for earlier ones
 * @throws {UserError} for a path that does not fit into a picture's slots
 */
export function servedPictures(
  { screenId }: PromptInput,
  { images, hasEarlier }: { readonly images: string; readonly hasEarlier: boolean },
): { readonly image: string } & Required<Pick<ModelRequest, 'pictureTokens'>> {
  const image = `${images.replace(/\/+$/, '')}/${screenId ?? 'screen'}`;
  requireShort(hasEarlier ? `${IMAGE_HISTORY_PREFIX}${image}` : image);
  const history = hasEarlier ? PICTURE_SLOTS : 0;
  return { image, pictureTokens: { total: PICTURE_SLOTS + history, history } };
}

function requireShort(path: string): void {
  // The tokenizer composes characters first.
  const bytes = Buffer.byteLength(path.normalize('NFC'));
  if (bytes <= MOST_PATH_BYTES) return;
  throw new UserError(`${path} takes ${bytes} bytes, more than the ${MOST_PATH_BYTES} of a picture's slots`, {
    hint: 'Put the screenshots into a folder with a shorter path on the server, and name it with --dialect-option images=FOLDER.',
  });
}
