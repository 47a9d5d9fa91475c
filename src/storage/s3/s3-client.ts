import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnreachableError } from '../../files/object-store-errors.js';
import { bucketAddress, type S3Access } from './s3-access.js';
import type { S3Place } from './s3-place.js';
import { isPassing, refusalOf, type S3Answer } from './s3-refusal.js';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  /** Of the object, below the bucket; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses that are answers, too, besides 2xx. */
  readonly expects?: readonly number[];
  /** Most bytes of the answer's body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface S3Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface S3ClientOptions {
  readonly access: S3Access;
  readonly place: S3Place;
  /** As the user named it. */
  readonly placeText: string;
  /** How waits are waited for; tests have their own. */
  readonly wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

const ATTEMPTS = 5;
const FIRST_DELAY_MS = 100;
/** Longest wait that a store may ask for. */
const LONGEST_DELAY_MS = 5_000;
/** A request that takes longer is given up, and tried again. */
const REQUEST_MS = 60_000;
/** What is read of the body of a refusal. */
const REFUSAL_BYTES = 16 * 1024;

/** Asks a bucket, signed; what passes by itself is tried again. */
export class S3Client {
  readonly #options: S3ClientOptions;
  #signer: Promise<Signer> | null = null;

  constructor(options: S3ClientOptions) {
    this.#options = options;
  }

  /**
   * @throws {StoreRefusedError} for a refusal
   * @throws {StoreUnreachableError} when it did not answer in several attempts
   */
  async ask(request: S3Request): Promise<S3Reply> {
    const { wait = pause } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      request.signal?.throwIfAborted();
      const result = await this.#once(request);
      if ('reply' in result) return result.reply;
      const { failure, isWorthIt, askedMs } = result;
      failure.attempts = attempt;
      if (!isWorthIt || attempt === ATTEMPTS) throw failure;
      const delayMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      await wait(Math.min(Math.max(delayMs, askedMs), LONGEST_DELAY_MS), request.signal);
    }
  }

  async #once(request: S3Request): Promise<{ readonly reply: S3Reply } | Failed> {
    const { placeText, place, access } = this.#options;
    let response: Response;
    let body: Uint8Array;
    try {
      response = await this.#send(request);
      const isGood = response.ok || request.expects?.includes(response.status) === true;
      body = await readBody(response, isGood ? request.maxBytes : REFUSAL_BYTES, !isGood);
      if (isGood) return { reply: { status: response.status, headers: response.headers, body } };
    } catch (error) {
      request.signal?.throwIfAborted();
      const failure = new StoreUnreachableError(
        `The store of ${placeText} does not answer: ${whyNot(error)}`,
        {
          cause: error,
          hint: 'It is tried again; see whether the store is up, and AWS_ENDPOINT_URL if it is not Amazon’s.',
        },
      );
      return { failure, isWorthIt: true, askedMs: 0 };
    }
    const { status, headers } = response;
    const answer: S3Answer = { status, headers, body: new TextDecoder().decode(body) };
    const question = { place: placeText, bucket: place.bucket, region: access.region, now: Date.now() };
    const askedMs = Number(headers.get('retry-after') ?? 0) * 1000;
    return {
      failure: refusalOf(answer, question),
      isWorthIt: isPassing(answer),
      askedMs: Number.isFinite(askedMs) ? askedMs : 0,
    };
  }

  async #send({ method, key, query = {}, headers = {}, body, signal }: S3Request): Promise<Response> {
    const { access, place } = this.#options;
    const address = new URL(`${bucketAddress(place.bucket, access)}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const { url, headers: signed } = await this.#sign(address, { method, headers, body });
    const limit = AbortSignal.timeout(REQUEST_MS);
    return await fetch(url, {
      method,
      headers: signed,
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
      // A signature is for who was asked.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  }

  async #sign(
    url: URL,
    request: {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array | undefined;
    },
  ): Promise<{ readonly url: URL; readonly headers: Headers }> {
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#options.access;
    this.#signer ??= import('aws4fetch').then(({ AwsV4Signer }) => {
      const cache = new Map<string, ArrayBuffer>();
      return (signed) => new AwsV4Signer({ ...signed, cache }).sign();
    });
    const sign = await this.#signer;
    const { method, headers } = request;
    return await sign({
      url: url.href,
      method,
      headers: { 'x-amz-content-sha256': EMPTY_HASH, ...headers },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region,
    });
  }
}

type Signer = (request: {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly service: string;
  readonly region: string;
}) => Promise<{ url: URL; headers: Headers }>;

interface Failed {
  readonly failure: ReturnType<typeof refusalOf>;
  readonly isWorthIt: boolean;
  readonly askedMs: number;
}

/** SHA-256 of nothing. */
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The body, or its beginning where a longer one is no failure. */
async function readBody(response: Response, maxBytes: number, isCut: boolean): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > maxBytes) {
      // Leaving the loop gives the connection up.
      if (isCut) break;
      throw new RangeError(`the answer has more than ${maxBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function whyNot(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(delayMs, undefined, signal === undefined ? {} : { signal });
}
