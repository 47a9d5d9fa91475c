import type { Size } from '../../domain/geometry.js';
import type { ModelRequest } from '../../models/model.js';
import type { BoxReply } from './read-box.js';

/** A touch that wants a box. */
export interface Touch {
  /** Names it among all of a world. */
  readonly id: string;
  /** Pixels of the picture. */
  readonly point: readonly [number, number];
  /** Of the picture. */
  readonly size: Size;
  /** A PNG of the screen with a dot on the point. */
  readonly dotted: Uint8Array;
}

const FORM = `Answer in this form, nothing before it:
[x1, y1, x2, y2]
点击意图：what somebody who touches there wants
功能说明：what the control does
边界框说明：why the box is drawn so`;

const TASTE = {
  annotator1: 'Where it is not clear how far the control reaches, prefer the larger box.',
  annotator2: 'Where it is not clear how far the control reaches, prefer the tighter box.',
} as const;

/** Asks one of two annotators for the box of the control that a touch meets. */
export function annotatorRequest(
  role: 'annotator1' | 'annotator2',
  { point, size, dotted }: Touch,
): ModelRequest {
  const [x, y] = point;
  const text = `The screenshot is ${size.width} x ${size.height} pixels. A red dot marks where it was touched: (${x}, ${y}).
Draw the box of the control that this touch meets, in pixels of the screenshot.
The point lies inside the box, near its centre. No side is shorter than 10 pixels. A side is at most 15 % of the screenshot's width or height, unless the control is an input field. The box holds nothing that would lead elsewhere.
${TASTE[role]}
${FORM}`;
  return {
    messages: [{ role: 'user', content: [image(dotted), { type: 'text', text }] }],
    temperature: 0.1,
    maxOutputTokens: 400,
  };
}

/** Asks the referee which of two boxes is better. */
export function refereeRequest(
  { point, size, dotted }: Touch,
  [first, second]: readonly [BoxReply, BoxReply],
  mode: 'reference' | 'corrected',
): ModelRequest {
  const [x, y] = point;
  const own =
    mode === 'corrected'
      ? '\nIf neither is good, write 更优标注：0 and your own box as [x1, y1, x2, y2] on the next line.'
      : '';
  const text = `The screenshot is ${size.width} x ${size.height} pixels; the red dot at (${x}, ${y}) was touched. Two people have drawn the box of the control that the touch meets.
1: ${described(first)}
2: ${described(second)}
Which box holds exactly the control, and nothing that would lead elsewhere?
Answer with 更优标注：1 or 更优标注：2, then one sentence why.${own}`;
  return {
    messages: [{ role: 'user', content: [image(dotted), { type: 'text', text }] }],
    temperature: 0.1,
    maxOutputTokens: 500,
  };
}

function described({ box, intent, purpose, explanation }: BoxReply): string {
  const said = [intent, purpose, explanation].filter((part) => part !== '').join(' / ');
  return `[${box.join(', ')}]${said === '' ? '' : `, ${said}`}`;
}

function image(data: Uint8Array): ModelRequest['messages'][number]['content'][number] {
  return { type: 'image', mediaType: 'image/png', data };
}
