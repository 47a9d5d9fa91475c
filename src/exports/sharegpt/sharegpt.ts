import { z } from 'zod';
import type { TrainingFormat } from '../training/training-format.js';
import { messageText, picturePaths, takingTurns } from '../training/training-record.js';

const IMAGE = '<image>';

const provenance = {
  id: z.string(),
  source: z.string(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
};

/** A line in the OpenAI style of the format. */
export const ShareGptMessagesSchema = z.strictObject({
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  images: z.array(z.string()),
  ...provenance,
});

/** A line in the format's first style. */
export const ShareGptConversationsSchema = z.strictObject({
  conversations: z.array(z.strictObject({ from: z.enum(['system', 'human', 'gpt']), value: z.string() })),
  images: z.array(z.string()),
  ...provenance,
});

const SPEAKERS = { system: 'system', user: 'human', assistant: 'gpt' } as const;
const TAGS = {
  messages: {
    role_tag: 'role',
    content_tag: 'content',
    user_tag: 'user',
    assistant_tag: 'assistant',
    system_tag: 'system',
  },
  conversations: {
    role_tag: 'from',
    content_tag: 'value',
    user_tag: 'human',
    assistant_tag: 'gpt',
    system_tag: 'system',
  },
} as const;

/**
 * ShareGPT as LLaMA-Factory reads it: turns of user and assistant behind at most one system message, `<image>` where a
 * picture stands, paths in `images` in their order; `dataset_info.json` says so to the trainer.
 *
 * Source: LLaMA-Factory `data/README.md` (dataset_info.json, sharegpt and OpenAI format, multimodal datasets).
 */
export const shareGpt: TrainingFormat = {
  name: 'sharegpt',
  title: 'LLaMA-Factory: ShareGPT with images, and its dataset_info.json',
  forms: ['messages', 'conversations'],
  placeholders: [IMAGE, '<video>', '<audio>'],
  line: ({ messages, ...rest }, form) => {
    const turns = takingTurns(messages);
    const images = picturePaths(turns);
    if (form === 'conversations') {
      return {
        conversations: turns.map((turn) => ({ from: SPEAKERS[turn.role], value: messageText(turn, IMAGE) })),
        images,
        ...rest,
      } satisfies z.infer<typeof ShareGptConversationsSchema>;
    }
    return {
      messages: turns.map((turn) => ({ role: turn.role, content: messageText(turn, IMAGE) })),
      images,
      ...rest,
    } satisfies z.infer<typeof ShareGptMessagesSchema>;
  },
  sidecars: ({ name, form, files }) => {
    const columns = form === 'conversations' ? 'conversations' : 'messages';
    const entry = (file: string) => ({
      file_name: file,
      formatting: 'sharegpt',
      columns: { messages: columns, images: 'images' },
      tags: TAGS[columns],
    });
    const { train, validation } = files;
    const value = {
      [`${name}_train`]: entry(train),
      ...(validation === null ? {} : { [`${name}_validation`]: entry(validation) }),
    };
    return [{ file: 'dataset_info.json', value }];
  },
};
