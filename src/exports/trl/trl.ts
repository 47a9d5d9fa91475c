import { z } from 'zod';
import type { TrainingFormat } from '../training/training-format.js';
import { picturePaths, type TrainingMessage } from '../training/training-record.js';

const MessageSchema = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('image') }),
      z.strictObject({ type: z.literal('text'), text: z.string() }),
    ]),
  ),
});

const common = {
  images: z.array(z.string()),
  id: z.string(),
  source: z.string(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
};

/** A line of the type "language modeling", conversational. */
export const TrlMessagesSchema = z.strictObject({ messages: z.array(MessageSchema), ...common });

/** A line of the type "prompt-completion", conversational: only the completion is learned. */
export const TrlPromptCompletionSchema = z.strictObject({
  prompt: z.array(MessageSchema),
  completion: z.array(MessageSchema),
  ...common,
});

/**
 * Conversational vision data as TRL's trainers take them: the content of every message is a list of parts, pictures are
 * `{"type": "image"}` and stand in `images` in their order. Messages are those that the model is sent, none put together.
 *
 * Source: TRL documentation, "Dataset formats and types" (conversational, prompt-completion, vision datasets).
 */
export const trl: TrainingFormat = {
  name: 'trl',
  title: 'TRL: conversational vision data, content in parts',
  forms: ['messages', 'prompt-completion'],
  placeholders: [],
  line: ({ messages, ...rest }, form) => {
    const images = picturePaths(messages);
    const said = messages.map(message);
    if (form === 'prompt-completion') {
      return {
        prompt: said.slice(0, -1),
        completion: said.slice(-1),
        images,
        ...rest,
      } satisfies z.infer<typeof TrlPromptCompletionSchema>;
    }
    return { messages: said, images, ...rest } satisfies z.infer<typeof TrlMessagesSchema>;
  },
  sidecars: () => [],
};

function message({ role, parts }: TrainingMessage): z.infer<typeof MessageSchema> {
  return {
    role,
    content: parts.map((part) =>
      part.type === 'text' ? { type: 'text', text: part.text } : { type: 'image' },
    ),
  };
}
