import { z } from 'zod';
import type { TrainingFormat } from '../training/training-format.js';
import { messageText, picturePaths, takingTurns } from '../training/training-record.js';

const IMAGE = '<image>';

/** A line of ms-swift's standard format with pictures. */
export const MsSwiftLineSchema = z.strictObject({
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  images: z.array(z.string()),
  id: z.string(),
  source: z.string(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
});

/**
 * The standard format of ms-swift: `messages`, `<image>` where a picture stands, paths in `images` in their order. Positions
 * are written as the model's family writes them, the first of the two ways that its documentation names; `objects` is
 * the other one, for models without a grammar of their own.
 *
 * Source: ms-swift documentation, "Custom dataset" (standard format, multimodal, grounding).
 */
export const msSwift: TrainingFormat = {
  name: 'ms-swift',
  title: 'ms-swift: messages with images, one a line',
  forms: ['messages'],
  placeholders: [IMAGE, '<video>', '<audio>', '<bbox>', '<ref-object>'],
  line: ({ messages, ...rest }) => {
    const turns = takingTurns(messages);
    return {
      messages: turns.map((turn) => ({ role: turn.role, content: messageText(turn, IMAGE) })),
      images: picturePaths(turns),
      ...rest,
    } satisfies z.infer<typeof MsSwiftLineSchema>;
  },
  sidecars: () => [],
};
