import type { Size } from '../../domain/geometry.js';
import type { Model, ModelRequest } from '../model.js';
import { drawProbe, probeTargets, type ProbeTarget } from './draw-probe.js';
import { fitCoordinates, impliedSize, type CoordinateFit, type ProbeSample } from './fit-coordinates.js';

export interface ProbeOptions {
  /** Pixels of the pictures; those of the screens the model is to see. */
  readonly size: Size;
  /** Discs to ask for; 9 unless given. */
  readonly targets?: number;
  readonly signal: AbortSignal;
  /** How the model is asked for a position, in place of {@link probeRequest}; such as by its dialect. */
  readonly ask?: (picture: Uint8Array, size: Size) => ModelRequest;
}

/** What a model does with positions and pictures, as far as its answers show. */
export interface ProbeReport {
  readonly size: Size;
  readonly asked: number;
  readonly samples: readonly ProbeSample[];
  /** Answers without two numbers. */
  readonly unreadable: readonly string[];
  /** Meanings of its numbers, the best first; empty where nothing could be read. */
  readonly fits: readonly CoordinateFit[];
  /** Size of the picture its pixels belong to, where they are pixels and fit no picture that was sent. */
  readonly impliedSize: Size | null;
  /**
   * Whether the server makes pictures smaller before the model sees them: by the pixels it answers in, or because a picture
   * of half the size costs as many tokens; null where neither shows it.
   */
  readonly downscaled: boolean | null;
  /** Input tokens of the whole picture and of one of half its sides, text included; null where not reported. */
  readonly inputTokens: { readonly whole: number | null; readonly half: number | null };
}

/** Pictures that differ by less than this in tokens were brought to one size. */
const SAME_TOKENS = 1.1;
/** Sides that differ by less than this are the same, rounded to some factor. */
const SAME_SIDE = 0.03;

/** Asks for each disc on a picture of its own, one after the other. @throws what the model throws */
export async function runProbe(model: Model, options: ProbeOptions): Promise<ProbeReport> {
  const { size, signal, ask = probeRequest } = options;
  const samples: ProbeSample[] = [];
  const unreadable: string[] = [];
  let whole: number | null = null;
  const targets = probeTargets(size, options.targets ?? 9);
  for (const target of targets) {
    const answer = await model.generate(ask(await drawProbe(size, target), size), { signal });
    if (answer.usage.estimated !== true) whole ??= answer.usage.inputTokens;
    const position = readPosition(answer.text);
    if (position === null) unreadable.push(answer.text.slice(0, 200));
    else samples.push({ target, answer: position });
  }
  const half = await halfTokens(model, ask, size, targets[0], signal);
  return { ...rateProbe(samples, size, { whole, half }), asked: targets.length, unreadable };
}

/** The result of the answers; pure. */
export function rateProbe(
  samples: readonly ProbeSample[],
  size: Size,
  inputTokens: ProbeReport['inputTokens'],
): Omit<ProbeReport, 'asked' | 'unreadable'> {
  const fits = samples.length === 0 ? [] : fitCoordinates(samples, size);
  const [best] = fits;
  const implied =
    best === undefined || best.candidate.space === 'norm' ? null : impliedSize(samples, best.order, size);
  const isSmaller = implied !== null && implied.width < size.width * (1 - SAME_SIDE);
  const { whole, half } = inputTokens;
  // A server that counts no pictures charges alike for any: without an answer about them it is not to be believed.
  const countsPictures = samples.length > 0 && whole !== null && half !== null && half > 0;
  const byTokens = countsPictures ? whole / half < SAME_TOKENS : null;
  return {
    size,
    samples,
    fits,
    impliedSize: isSmaller ? implied : null,
    downscaled: isSmaller ? true : (byTokens ?? (implied === null ? null : false)),
    inputTokens,
  };
}

/** Asks for the position in the model's own numbers: naming a space would test how it obeys, not what it uses. */
export function probeRequest(picture: Uint8Array): ModelRequest {
  const text =
    'The picture shows one red disc. Give the position of its centre as you would for a tap, as two numbers in ' +
    'parentheses with a comma between them, and nothing else.';
  return {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', mediaType: 'image/png', data: picture },
          { type: 'text', text },
        ],
      },
    ],
    maxOutputTokens: 1_024,
  };
}

/** The last two numbers that stand together: thinking aloud comes before the answer. */
export function readPosition(text: string): readonly [number, number] | null {
  const pairs = [
    ...text.slice(-4_000).matchAll(/(-?\d{1,6}(?:\.\d{1,8})?)\s{0,3}[,;]?\s{0,3}(-?\d{1,6}(?:\.\d{1,8})?)/g),
  ];
  const [, first, second] = pairs.at(-1) ?? [];
  return first === undefined || second === undefined ? null : [Number(first), Number(second)];
}

async function halfTokens(
  model: Model,
  ask: NonNullable<ProbeOptions['ask']>,
  size: Size,
  target: ProbeTarget | undefined,
  signal: AbortSignal,
): Promise<number | null> {
  if (target === undefined) return null;
  const half = { width: Math.round(size.width / 2), height: Math.round(size.height / 2) };
  const place = { x: Math.round(target.x / 2), y: Math.round(target.y / 2) };
  const { usage } = await model.generate(ask(await drawProbe(half, place), half), { signal });
  return usage.estimated === true ? null : usage.inputTokens;
}
