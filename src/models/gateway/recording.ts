import { appendFileSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors.js';
import { ModelOutageError, ModelReplayMissError, ModelTimeoutError } from '../model-errors.js';
import type { Transport, WireRequest } from '../providers/transport/transport.js';
import { redactor, type Redactor } from '../redact-key.js';
import { whyUnreadable } from '../../files/file-errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytesSync } from '../../files/read-bytes.js';
import { makeFolder, systemWords } from './make-folder.js';
import { recordedRequest, wireKey } from './wire-key.js';

/** Headers of responses that say something about the answer or the wait; all others may hold secrets. */
const KEPT_HEADERS =
  /^(?:content-type|retry-after(?:-ms)?|x-ratelimit-.*|anthropic-ratelimit-.*|x-request-id|request-id)$/;
/** Headers of requests that carry a key. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];

/** One exchange with an endpoint. */
const ExchangeSchema = z.object({
  formatVersion: z.literal(1),
  /** SHA-256 of path and body, pictures by their hashes. */
  key: z.string(),
  /** The draw from the model it was for; absent where calls are distinguished by their order. */
  sample: z.string().optional(),
  attempt: z.int().positive(),
  at: z.iso.datetime(),
  endpoint: z.string(),
  request: z.object({ path: z.string(), body: z.json() }),
  response: z
    .object({ status: z.int(), headers: z.record(z.string(), z.string()), text: z.string() })
    .nullable(),
  /** What went wrong where there was no response. */
  failure: z.object({ code: z.enum(['MODEL_OUTAGE', 'MODEL_TIMEOUT']), message: z.string() }).nullable(),
  firstByteMs: z.number().nullable(),
  durationMs: z.number(),
});
type Exchange = z.infer<typeof ExchangeSchema>;

/**
 * The same transport; every exchange is added to a file of JSON lines once it is over. Requests are kept with their
 * pictures as hashes and without headers, responses whole with harmless headers; the key is taken out wherever it shows.
 *
 * @throws {UserError} from a call, when the disk is full or the file went away; see `requireRecordable`
 */
export function recordTraffic(
  transport: Transport,
  file: string,
  { clock, monotonic }: { readonly clock: () => number; readonly monotonic: () => number },
): Transport {
  const redactors = new Map<string, Redactor>();
  const redactorOf = (secret: string): Redactor => {
    const redact = redactors.get(secret) ?? redactor(secret);
    redactors.set(secret, redact);
    return redact;
  };
  const write = (exchange: Exchange, secrets: readonly string[]): void => {
    // Texts one by one: a line's own signs are no part of a key.
    const clean = (text: string): string =>
      secrets.reduce((cleaner, secret) => redactorOf(secret)(cleaner), text);
    const line = JSON.stringify(exchange, (_, value: unknown) =>
      typeof value === 'string' ? clean(value) : value,
    );
    try {
      // One write per line: a line is whole or the last of the file.
      appendFileSync(file, `${line}\n`);
    } catch (error) {
      throw notWritten(file, error);
    }
  };
  return async (request) => {
    const startedAt = monotonic();
    const kept = recordedRequest(request);
    const begun = {
      formatVersion: 1 as const,
      key: wireKey(kept),
      ...(request.sample === undefined ? {} : { sample: request.sample }),
      attempt: request.attempt,
      at: new Date(clock()).toISOString(),
      endpoint: request.endpoint,
      // Parsed from JSON a moment ago.
      request: kept as Exchange['request'],
    };
    const secrets = secretsOf(request);
    try {
      const response = await transport(request);
      const { status, headers, text, firstByteMs } = response;
      const kept = [...headers].filter(([name]) => KEPT_HEADERS.test(name));
      const durationMs = monotonic() - startedAt;
      write(
        {
          ...begun,
          response: { status, headers: Object.fromEntries(kept), text },
          failure: null,
          firstByteMs,
          durationMs,
        },
        secrets,
      );
      return response;
    } catch (error) {
      if (error instanceof ModelOutageError || error instanceof ModelTimeoutError) {
        const { code, message } = error;
        const durationMs = monotonic() - startedAt;
        write(
          { ...begun, response: null, failure: { code, message }, firstByteMs: null, durationMs },
          secrets,
        );
      }
      throw error;
    }
  };
}

/**
 * Makes sure that exchanges can be added to the file, before the first one is paid for. Makes the file and its folder.
 *
 * @throws {UserError} when they cannot be
 */
export function requireRecordable(file: string): void {
  try {
    makeFolder(dirname(file));
    // Opening a pipe would wait for its reader.
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO() === true) throw new Error('it is a pipe');
    closeSync(openSync(file, 'a'));
  } catch (error) {
    throw notWritten(file, error);
  }
}

function notWritten(file: string, cause: unknown): UserError {
  return new UserError('the recording cannot be written', {
    place: { file },
    hint: `Name a file in a folder that may be written, on a disk with room (${systemWords(cause)}).`,
    cause,
  });
}

/**
 * A transport that answers from a recording and never from the network: the same request, sample and attempt get what was
 * recorded for them; requests without a sample get the recorded ones of that request in their order.
 *
 * @throws {UserError} when the recording cannot be read
 */
export function replayTraffic(file: string): Transport {
  const bySample = new Map<string, Exchange>();
  const inOrder = new Map<string, Exchange[]>();
  const paths = new Set<string>();
  for (const exchange of readRecording(file)) {
    const { key, sample, attempt, request } = exchange;
    paths.add(request.path);
    if (sample !== undefined) bySample.set(`${key} ${attempt} ${sample}`, exchange);
    else inOrder.set(key, [...(inOrder.get(key) ?? []), exchange]);
  }
  return async (request) => {
    request.signal.throwIfAborted();
    const asked = recordedRequest(request);
    const key = wireKey(asked);
    const { sample, attempt, endpoint } = request;
    const exchange =
      (sample === undefined ? undefined : bySample.get(`${key} ${attempt} ${sample}`)) ??
      inOrder.get(key)?.shift();
    if (exchange === undefined) {
      const which = sample === undefined ? '' : ` (sample ${sample})`;
      throw new ModelReplayMissError(`the recording holds no answer to this request${which}`, {
        place: { file },
        hint: `${missWords(asked.path, paths)}; nothing was asked of the endpoint.`,
      });
    }
    const { response, failure, firstByteMs } = exchange;
    if (response === null) throw failureOf(failure, endpoint);
    const { status, headers, text } = response;
    return { status, headers: new Headers(headers), text, firstByteMs: firstByteMs ?? 0 };
  };
}

/**
 * What to make equal to the recorded run. Addresses differ more often than anything else; their path distinguishes
 * them.
 */
function missWords(path: string, recorded: ReadonlySet<string>): string {
  if (recorded.size > 0 && !recorded.has(path)) {
    const known = [...recorded].slice(0, 3).join(', ');
    return `The base URL must have the recorded path: this asks ${path}, the recording holds ${known} (host and port may differ)`;
  }
  return "Prompt, pictures, sampling, seed, repeats and the path of the base URL must be the recorded run's";
}

function failureOf(failure: Exchange['failure'], endpoint: string): ModelOutageError | ModelTimeoutError {
  const message = failure?.message ?? `${endpoint} failed`;
  return failure?.code === 'MODEL_TIMEOUT' ? new ModelTimeoutError(message) : new ModelOutageError(message);
}

function readRecording(file: string): readonly Exchange[] {
  let text: string;
  try {
    text = readBytesSync(file, { maxBytes: FILE_LIMITS.recording }).toString('utf8');
  } catch (error) {
    throw new UserError('the recording cannot be read', {
      place: { file },
      hint: `Name the file that \`--record\` wrote (${whyUnreadable(error)}).`,
      cause: error,
    });
  }
  const lines = text.split('\n');
  const found: Exchange[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      found.push(ExchangeSchema.parse(JSON.parse(line)));
    } catch (error) {
      // Killed in the middle of its last line.
      if (index === lines.length - 1) break;
      throw new UserError('this line is no recorded exchange', {
        place: { file, line: index + 1 },
        hint: 'Record again, or remove the line.',
        cause: error,
      });
    }
  }
  return found;
}

function secretsOf({ headers }: WireRequest): readonly string[] {
  return KEY_HEADERS.flatMap((name) => {
    const value = headers[name]?.replace(/^Bearer /, '');
    return value === undefined || value.length < 6 ? [] : [value];
  });
}
