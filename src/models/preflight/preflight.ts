import { didYouMean } from '../../domain/text/nearest-name.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { TouchstoneError } from '../../errors.js';
import { createModel } from '../create-model.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Model, ModelAnswer, ModelRequest } from '../model.js';
import {
  ModelNoPicturesError,
  ModelNotFoundError,
  ModelOutageError,
  ModelRateLimitError,
  ModelRequestRejectedError,
  ModelTimeoutError,
} from '../model-errors.js';
import { drawProbe } from '../probe/draw-probe.js';
import type { ModelProfile } from '../profile.js';
import type { StreamChoice } from '../providers/ask-streamed.js';
import { listModels, type ListedModel } from './list-models.js';

/** What the model is asked; its answer is not read. */
export const PREFLIGHT_TEXT = 'This only checks that you can be asked. Answer with the one word: OK';

/** Smaller than any phone's screenshot: what a run sends may be refused where this is taken, never the reverse. */
const PICTURE = { width: 540, height: 1_200 };
const DISC = { x: 270, y: 600 };
/** Models of a list that are named in a hint. */
const MOST_NAMED = 8;
/** A mistyped name is repaired by a new run alone. */
const KEEPS = 'A run keeps to the model that it begins with: to ask another, start it anew with --model.';
/** Words by which a refusal names a limit that the picture was beyond: another picture may be within it. */
const LIMIT =
  /context (?:length|window|size)|\bmax(?:imum)?[ _](?:context|model|tokens|size)|too (?:long|large|big)|\bpixels\b/i;

export interface PreflightOptions {
  /** Without recording: the call is no part of a run. */
  readonly gateway: Gateway;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What is found out about streams is for the run as well. */
  readonly streams?: StreamChoice;
  /** Whether pictures will be sent. */
  readonly pictures: boolean;
  readonly signal: AbortSignal;
}

/** What asking a model once has shown. */
export interface Preflight {
  /** Without secrets. */
  readonly endpoint: string;
  readonly model: string;
  /** A picture was sent and taken. */
  readonly pictures: boolean;
  /** Null where the endpoint is up and was too busy to answer, for now. */
  readonly answer: ModelAnswer | null;
  /** Why there is no answer. */
  readonly busy: string | null;
}

/**
 * Asks a model once whether it can be asked: that the endpoint is there, takes the key, has the model, and takes a
 * picture where it will be sent some. Asked as the run asks it, by the same sampling, without its retries.
 *
 * @throws {ModelOutageError | ModelTimeoutError} when the endpoint cannot be reached, or is none
 * @throws {ModelNotFoundError} naming the models that the endpoint has, where it lists them
 * @throws {ModelNoPicturesError} when it answers to text alone
 * @throws {TouchstoneError} for anything else that every call of the run would meet
 */
export async function preflightModel(profile: ModelProfile, options: PreflightOptions): Promise<Preflight> {
  const { gateway, environment, streams, signal } = options;
  const isDetector = profile.provider === 'omniparser';
  const pictures = options.pictures || isDetector;
  const once = { ...profile, retries: { attempts: 1 } };
  const model = createModel(once, { gateway, environment, ...(streams === undefined ? {} : { streams }) });
  const found = { endpoint: endpointOf(model), model: profile.model, pictures };
  try {
    return { ...found, answer: await askOnce(model, pictures, signal), busy: null };
  } catch (error) {
    signal.throwIfAborted();
    if (isRefused(error)) throw await explained(error, profile, model, options);
    const isServerError = error instanceof ModelOutageError && error.status !== null;
    if (pictures && isServerError && !error.pausesRun && (await refusesPictures(model, signal))) {
      throw noPictures(found.endpoint, profile.model, error);
    }
    if (isNobody(error)) throw nobodyThere(error, profile, found.endpoint);
    if (!(error instanceof TouchstoneError) || !isBusy(error)) throw error;
    return { ...found, pictures: false, answer: null, busy: error.message };
  }
}

function endpointOf({ identity }: Model): string {
  const { baseUrl } = identity;
  return typeof baseUrl === 'string' ? baseUrl : '';
}

/** The endpoint is there, and what keeps it from answering may pass: that is for the run to wait for. */
function isBusy(error: TouchstoneError): boolean {
  if (error instanceof ModelRateLimitError) return true;
  if (error instanceof ModelTimeoutError) return !error.pausesRun;
  return error instanceof ModelOutageError && error.status !== null;
}

/** Nothing answers there, or nothing that is a model. */
function isNobody(error: unknown): error is ModelOutageError | ModelTimeoutError {
  if (error instanceof ModelTimeoutError) return error.pausesRun;
  return error instanceof ModelOutageError && error.status === null;
}

/** The same, with what to do while there is no run to resume. */
function nobodyThere(
  error: ModelOutageError | ModelTimeoutError,
  { model, provider }: ModelProfile,
  endpoint: string,
): TouchstoneError {
  const again = `touchstone doctor --model ${quoteWord(model)} --base-url ${quoteWord(endpoint)}`;
  const isDetector = provider === 'omniparser';
  const options = {
    cause: error,
    isDown: error.pausesRun,
    hint: isDetector
      ? 'Check that the OmniParser server is up and that its profile names its address (docs/marks.md).'
      : `Check that the server is up and that this is the address of its model interface: \`${again}\` asks it once more.`,
  };
  const { message } = error;
  return error instanceof ModelTimeoutError
    ? new ModelTimeoutError(message, options)
    : new ModelOutageError(message, options);
}

function isRefused(error: unknown): error is ModelNotFoundError | ModelRequestRejectedError {
  return error instanceof ModelNotFoundError || error instanceof ModelRequestRejectedError;
}

/** The same refusal in the words that help: which model is meant, or that it is the picture. */
async function explained(
  error: ModelNotFoundError | ModelRequestRejectedError,
  profile: ModelProfile,
  model: Model,
  options: PreflightOptions,
): Promise<TouchstoneError> {
  const listed = await listModels(profile, options);
  const endpoint = endpointOf(model);
  if (listed !== null && listed.length > 0 && !isListed(profile.model, listed)) {
    return unknownModel(endpoint, profile.model, listed, error);
  }
  if (error instanceof ModelRequestRejectedError && options.pictures && !LIMIT.test(error.message)) {
    try {
      await askOnce(model, false, options.signal);
      return noPictures(endpoint, profile.model, error);
    } catch (withoutPicture) {
      options.signal.throwIfAborted();
      if (!(withoutPicture instanceof TouchstoneError)) throw withoutPicture;
    }
  }
  return error;
}

function isListed(model: string, listed: readonly ListedModel[]): boolean {
  return listed.some(({ id }) => id === model || id === model.replace(/^models\//, ''));
}

/** Whether text is answered where a picture fails twice. Some servers have no better answer to a picture than an error of their own. */
async function refusesPictures(model: Model, signal: AbortSignal): Promise<boolean> {
  try {
    await askOnce(model, false, signal);
  } catch {
    signal.throwIfAborted();
    return false;
  }
  try {
    await askOnce(model, true, signal);
    return false;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof ModelOutageError && error.status !== null;
  }
}

async function askOnce(model: Model, picture: boolean, signal: AbortSignal): Promise<ModelAnswer> {
  const sample = picture ? 'preflight with a picture' : 'preflight';
  return model.generate(await preflightRequest(picture), { signal, sample });
}

async function preflightRequest(picture: boolean): Promise<ModelRequest> {
  const text = { type: 'text', text: PREFLIGHT_TEXT } as const;
  if (!picture) return { messages: [{ role: 'user', content: [text] }] };
  const image = { type: 'image', mediaType: 'image/png', data: await drawProbe(PICTURE, DISC) } as const;
  return { messages: [{ role: 'user', content: [image, text] }] };
}

function unknownModel(
  endpoint: string,
  model: string,
  listed: readonly ListedModel[],
  cause: TouchstoneError,
): ModelNotFoundError {
  const names = listed.map(({ id }) => id);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return new ModelNotFoundError(`${endpoint} has no model ${JSON.stringify(model)}`, {
    cause,
    hint: `${didYouMean(model, names)}It has ${names.slice(0, MOST_NAMED).join(', ')}${more}. ${KEEPS}`,
  });
}

function noPictures(endpoint: string, model: string, cause: TouchstoneError): ModelNoPicturesError {
  return new ModelNoPicturesError(
    `${model} at ${endpoint} answers to text and refuses pictures: ${cause.message}`,
    {
      cause,
      hint: 'Serve it with its picture part, name a model that sees, or show the screen as text alone: --observation tree (--modality text for questions).',
    },
  );
}
