import type { Size } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import type { ModelContent, ModelRequest } from '../../models/model.js';

/** A screenshot as a model gets it. */
export interface ShownPicture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** A pair of screenshots, one after the other. */
export interface CompletionPair {
  /** What the recording is of. */
  readonly query: string;
  /** App that it is in; empty where nobody knows. */
  readonly app: string;
  /** From 1. */
  readonly step: number;
  /** Pixels of both. */
  readonly size: Size;
  /** Actions so far, as written. */
  readonly before: readonly string[];
}

const FORMS = {
  reference: 'AWAKE[app], CLICK[x,y], TYPE[text], WAIT, system_button[Home]',
  corrected:
    'AWAKE[app], CLICK[x,y], LONG_PRESS[x,y], TYPE[text], SWIPE[up|down|left|right] (the way the finger moves), WAIT, system_button[Home], system_button[Back]',
} as const;

/** Asks which app a query is about. */
export function appRequest(query: string): ModelRequest {
  const text = `Which app does somebody use who does this on a phone: ${query}\nAnswer with the name of the app alone.`;
  return {
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    temperature: 0,
    maxOutputTokens: 50,
  };
}

/** First question: what was done between two screenshots. */
export function orderRequest(
  { query, app, step, size, before }: CompletionPair,
  [first, second]: readonly [ShownPicture, ShownPicture],
  mode: Mode,
): ModelRequest {
  const text = `Two screenshots of a phone, ${size.width} x ${size.height} pixels, taken one after the other while somebody did this: ${query}
${app === '' ? '' : `App: ${app}\n`}Step ${step}. Done so far: ${before.length === 0 ? 'nothing' : before.join('; ')}.
Which one action leads from the first screenshot to the second? Do not reverse their order. If the first shows a pop-up over the page, the pop-up is dealt with first.
Actions: ${FORMS[mode]}.
Answer in one line:
ACTION[params]###reasoning: why###order: one sentence that tells somebody to do it###confidence: 0 to 1`;
  return {
    messages: [{ role: 'user', content: [image(first), image(second), { type: 'text', text }] }],
    temperature: 0,
    maxOutputTokens: 1500,
  };
}

/** Second question: the same action from the first screenshot and the order alone. */
export function actionRequest(
  { size }: Pick<CompletionPair, 'size'>,
  picture: ShownPicture,
  order: string,
  mode: Mode,
): ModelRequest {
  const text = `A screenshot of a phone, ${size.width} x ${size.height} pixels. Do this on it: ${order}
Actions: ${FORMS[mode]}. Coordinates are pixels of the screenshot.
Answer in one line:
ACTION[params]###reasoning: why###confidence: 0 to 1`;
  return {
    messages: [{ role: 'user', content: [image(picture), { type: 'text', text }] }],
    temperature: 0,
    maxOutputTokens: 500,
  };
}

function image({ bytes, mediaType }: ShownPicture): ModelContent {
  return { type: 'image', mediaType, data: bytes };
}
