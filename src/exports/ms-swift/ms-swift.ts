import { z } from 'zod';
import type { TrainingFormat } from '../training/training-format.js';
import {
  messageText,
  picturePaths,
  takingTurns,
  type TrainingMessage,
  type TrainingPart,
} from '../training/training-record.js';

const IMAGE = '<image>';
const BOX = '<bbox>';
const OBJECTS = 'objects';

/** A line of ms-swift's standard format with pictures. */
export const MsSwiftLineSchema = z.strictObject({
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  images: z.array(z.string()),
  id: z.string(),
  source: z.string(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  /** In the form `objects`, where the answer names positions. */
  objects: z
    .strictObject({
      /** Words for `<ref-object>`, which no record has. */
      ref: z.tuple([]),
      /** Position for each `<bbox>`, in pixels of its picture. */
      bbox: z.array(z.tuple([z.number().nonnegative(), z.number().nonnegative()])).min(1),
      bbox_type: z.literal('real'),
      /** Which of the pictures each is of, from 0. */
      image_id: z.array(z.int().nonnegative()),
    })
    .optional(),
});

/**
 * The standard format of ms-swift: `messages`, `<image>` where a picture stands, paths in `images` in their order. Positions
 * are written as the model's family writes them, the first of the two ways that its documentation names. In the form `objects`,
 * the other one, the positions of answers that are to be learned stand in `objects`, and `<bbox>` in their place: the trainer
 * fills it in as its template writes positions, for the picture as it has sized it.
 *
 * Source: ms-swift documentation, "Custom dataset" (standard format, multimodal, grounding).
 */
export const msSwift: TrainingFormat = {
  name: 'ms-swift',
  title: 'ms-swift: messages with images, one a line',
  forms: ['messages', OBJECTS],
  placeholders: [IMAGE, '<video>', '<audio>', BOX, '<ref-object>'],
  line: ({ messages, ...rest }, form) => {
    const turns = takingTurns(messages);
    const { said, objects } = form === OBJECTS ? withObjects(turns) : { said: turns, objects: {} };
    return {
      messages: said.map((turn) => ({ role: turn.role, content: messageText(turn, IMAGE) })),
      images: picturePaths(turns),
      ...rest,
      ...objects,
    } satisfies z.infer<typeof MsSwiftLineSchema>;
  },
  sidecars: () => [],
};

type Objects = NonNullable<z.infer<typeof MsSwiftLineSchema>['objects']>;

/** The turns with `<bbox>` for the positions that are to be learned, and those positions. */
function withObjects(turns: readonly TrainingMessage[]): {
  readonly said: readonly TrainingMessage[];
  readonly objects: { readonly objects?: Objects };
} {
  const bbox: Objects['bbox'] = [];
  const image_id: number[] = [];
  let pictures = 0;
  const said = turns.map(({ role, parts }): TrainingMessage => {
    const bound = parts.map((part): TrainingPart => {
      if (part.type === 'image') pictures += 1;
      if (part.type === 'image' || part.places === undefined || pictures === 0) return part;
      let text = '';
      let end = 0;
      for (const { from, to, x, y } of part.places) {
        text += part.text.slice(end, from) + BOX;
        end = to;
        bbox.push([x, y]);
        image_id.push(pictures - 1);
      }
      return { type: 'text', text: text + part.text.slice(end) };
    });
    return { role, parts: bound };
  });
  return {
    said,
    objects: bbox.length === 0 ? {} : { objects: { ref: [], bbox, bbox_type: 'real', image_id } },
  };
}
