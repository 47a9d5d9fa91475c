import { pictureSize } from '../../domain/coordinates/picture-size.js';
import type { CallMeasures, ModelContent, ModelRequest, ModelUsage } from '../model.js';
import type { ModelProfile } from '../profile.js';
import { eventsWithin, type Received } from './transport/exchange.js';
import type { StreamTimes } from './transport/stream-times.js';

/**
 * What was measured of a call that an endpoint has just answered; null where the answer is from a recording. What the
 * endpoint did not let anybody measure is left out.
 */
export function measureCall(
  request: ModelRequest,
  {
    usage,
    received,
    profile,
  }: {
    readonly usage: ModelUsage;
    readonly received: Received;
    readonly profile: Pick<ModelProfile, 'pictureTokens'>;
  },
): CallMeasures | null {
  if (!received.isLive) return null;
  const { times } = received;
  const rate = times === null ? null : tokenRate(times, usage);
  return {
    ...(times === null ? {} : { firstTokenMs: rounded(times.firstMs) }),
    ...rate,
    ...pictureMeasures(request, reportedPictureTokens(received.text), profile.pictureTokens),
  };
}

/**
 * Tokens per second from the first to the last: the first one is the start of the clock and not counted. Where the endpoint
 * counts thinking apart, of the answer alone, since thinking may not be shown. Null where the endpoint counts no tokens, there
 * is but one, or all came at once.
 */
function tokenRate(
  times: StreamTimes,
  { outputTokens, reasoningTokens = 0, estimated }: ModelUsage,
): Pick<CallMeasures, 'tokensPerSecond' | 'ratedMs'> | null {
  if (outputTokens === null || estimated === true) return null;
  const firstMs = reasoningTokens > 0 ? times.firstTextMs : times.firstMs;
  const counted = outputTokens - reasoningTokens - 1;
  if (firstMs === null || counted < 1 || times.lastMs <= firstMs) return null;
  const ratedMs = times.lastMs - firstMs;
  return { tokensPerSecond: rounded(counted / (ratedMs / 1000)), ratedMs: rounded(ratedMs) };
}

/** More digits of a clock would be noise in every line of the journal. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

type PictureMeasures = Pick<CallMeasures, 'pictureTokens' | 'historyPictureTokens' | 'pictureTokensBy'>;

function pictureMeasures(
  request: ModelRequest,
  reported: number | null,
  rule: ModelProfile['pictureTokens'],
): PictureMeasures {
  const pictures = request.messages.flatMap(({ content }) => content.filter((part) => part.type === 'image'));
  const known = request.pictureTokens;
  if (pictures.length === 0 && known === undefined) return { pictureTokens: 0, historyPictureTokens: 0 };
  const earlier = pictures.filter((picture) => picture.isEarlier === true);
  const ruled = rule === undefined ? null : tokensBy(rule, pictures);
  const counted = reported ?? known?.total ?? ruled;
  const total = counted === null ? {} : { pictureTokens: counted };
  const by = reported !== null ? 'endpoint' : known !== undefined ? 'dialect' : 'profile';
  const history =
    known?.history ??
    (earlier.length === 0 ? 0 : counted === null ? null : shareOf(counted, { pictures, earlier, rule }));
  return {
    ...total,
    ...(history === null ? {} : { historyPictureTokens: history }),
    ...(counted === null ? {} : { pictureTokensBy: by }),
  };
}

type Picture = Extract<ModelContent, { type: 'image' }>;

/** Tokens of some pictures out of those of all; null where pictures differ in size and nobody says what a size costs. */
function shareOf(
  total: number,
  {
    pictures,
    earlier,
    rule,
  }: {
    readonly pictures: readonly Picture[];
    readonly earlier: readonly Picture[];
    readonly rule: ModelProfile['pictureTokens'];
  },
): number | null {
  if (earlier.length === pictures.length) return total;
  const [all, some] = rule === undefined ? [null, null] : [tokensBy(rule, pictures), tokensBy(rule, earlier)];
  if (all !== null && some !== null && all > 0) return Math.round((total * some) / all);
  const sizes = new Set(pictures.map(({ data }) => JSON.stringify(pictureSize(data))));
  return sizes.size === 1 && !sizes.has('null')
    ? Math.round((total * earlier.length) / pictures.length)
    : null;
}

/** Tokens of pictures by the rule of a profile; null where a size that it goes by is not known. */
function tokensBy(
  rule: NonNullable<ModelProfile['pictureTokens']>,
  pictures: readonly Picture[],
): number | null {
  if (typeof rule === 'number') return rule * pictures.length;
  let sum = 0;
  for (const { data } of pictures) {
    const size = pictureSize(data);
    if (size === null) return null;
    sum += Math.ceil(size.width / rule.patch) * Math.ceil(size.height / rule.patch);
  }
  return sum;
}

/**
 * Tokens that pictures took of the input, as the endpoint reports them; null where it does not. Chat completions of some
 * vendors have `image_tokens`, Google a list of modalities. Quotes within texts are escaped, so only keys can match.
 */
export function reportedPictureTokens(received: string): number | null {
  const named = [...received.matchAll(/"image_tokens"\s*:\s*(\d{1,9})/g)].at(-1)?.[1];
  if (named !== undefined) return Number(named);
  if (!/"modality"\s*:\s*"IMAGE"/.test(received)) return null;
  const bodies = /^\s*\{/.test(received) ? [received] : eventsWithin(received);
  return bodies.reduce<number | null>((found, body) => googlePictureTokens(body) ?? found, null);
}

function googlePictureTokens(body: string): number | null {
  try {
    const { usageMetadata } = JSON.parse(body) as {
      readonly usageMetadata?: {
        readonly promptTokensDetails?: readonly { modality?: unknown; tokenCount?: unknown }[];
      };
    };
    const entry = usageMetadata?.promptTokensDetails?.find(({ modality }) => modality === 'IMAGE');
    const count = entry?.tokenCount;
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
  } catch {
    return null;
  }
}
