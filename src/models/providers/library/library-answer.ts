import type { ModelAnswer, ModelRequest, ModelUsage } from '../../model.js';
import { ModelOutageError } from '../../model-errors.js';
import type { RawAnswer } from '../endpoint-model.js';
import { estimateUsage } from '../estimate-usage.js';
import { eventsWithin, unreadable, type Received } from '../transport/exchange.js';
import type { LibraryAnswer, LibraryCallOptions, LibraryModel, LibraryProvider } from './library-provider.js';
import { usageOf } from './library-usage.js';

/** An answer whose tokens may not be known. */
export interface UncountedAnswer extends Omit<RawAnswer, 'usage'> {
  readonly usage: ModelUsage | null;
}

/** An answer that comes in one piece. @throws {ModelOutageError} for what is none */
export async function wholeAnswer(
  model: LibraryModel,
  options: LibraryCallOptions,
  provider: LibraryProvider,
  received: Received,
  endpoint: string,
): Promise<UncountedAnswer> {
  const generated = await model.doGenerate(options);
  if (provider.isEmpty?.(generated.response?.body) === true) throw unreadable(endpoint, received);
  const textOfType = (type: 'text' | 'reasoning'): string =>
    generated.content.map((part) => (part.type === type ? part.text : '')).join('');
  return finished(provider, received, {
    text: textOfType('text'),
    reasoning: textOfType('reasoning'),
    finish: generated.finishReason,
    usage: generated.usage,
    model: generated.response?.modelId,
    warnings: generated.warnings,
  });
}

/** An answer that comes as a stream of events. @throws {ModelOutageError} for what is none, or breaks off */
export async function streamedAnswer(
  model: LibraryModel,
  options: LibraryCallOptions,
  provider: LibraryProvider,
  received: Received,
  endpoint: string,
): Promise<UncountedAnswer> {
  const { stream } = await model.doStream(options);
  const texts = { text: '', reasoning: '' };
  let end: { finish: LibraryAnswer['finishReason']; usage: LibraryAnswer['usage'] } | null = null;
  let modelId: string | undefined;
  let warnings: LibraryAnswer['warnings'] = [];
  for await (const part of stream) {
    switch (part.type) {
      case 'stream-start':
        warnings = part.warnings;
        break;
      case 'response-metadata':
        modelId = part.modelId ?? modelId;
        break;
      case 'text-delta':
        texts.text += part.delta;
        break;
      case 'reasoning-delta':
        texts.reasoning += part.delta;
        break;
      case 'error':
        throw unfinished(provider, endpoint, received);
      case 'finish':
        end = { finish: part.finishReason, usage: part.usage };
        break;
      default:
        break;
    }
  }
  if (end === null || !provider.isWhole(received.text)) {
    throw unfinished(provider, endpoint, received);
  }
  return finished(provider, received, { ...texts, ...end, model: modelId, warnings });
}

/** A stream that did not come to its end broke off; anything else that cannot be read is no answer. */
function unfinished(provider: LibraryProvider, endpoint: string, received: Received): ModelOutageError {
  const events = eventsWithin(received.text);
  // Its last event may be cut.
  const isStream = events.length > 0 && events.slice(0, -1).every(isJson);
  if (!isStream || provider.isWhole(received.text)) return unreadable(endpoint, received);
  return new ModelOutageError(`${endpoint} broke off in the middle of its answer`, {
    hint: 'Check the server and what lies between, then `touchstone resume RUN --retry-voided`.',
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Ended {
  readonly text: string;
  readonly reasoning: string;
  readonly finish: LibraryAnswer['finishReason'];
  readonly usage: LibraryAnswer['usage'];
  readonly model: string | undefined;
  readonly warnings: LibraryAnswer['warnings'];
}

function finished(provider: LibraryProvider, received: Received, ended: Ended): UncountedAnswer {
  const refusal = ended.text === '' ? (provider.refusal?.(received.text) ?? null) : null;
  return {
    text: refusal ?? ended.text,
    reasoning: ended.reasoning,
    finishReason: refusal === null ? finishReasonOf(ended.finish.unified) : 'refusal',
    model: ended.model ?? reportedModel(received.text),
    usage: usageOf(ended.usage),
    firstByteMs: received.firstByteMs,
    exhaustedMs: received.exhaustedMs,
    warnings: ended.warnings.map(warningText),
  };
}

/** An error status by which the endpoint will not have the model answer, as an answer. */
export function refusedAnswer(text: string, request: ModelRequest, received: Received): RawAnswer {
  return {
    text,
    reasoning: '',
    finishReason: 'refusal',
    model: null,
    // Nothing was generated, and vendors bill no such request.
    usage: { ...estimateUsage(request, ''), outputTokens: 0 },
    firstByteMs: received.firstByteMs,
    exhaustedMs: received.exhaustedMs,
    warnings: [],
  };
}

function finishReasonOf(unified: LibraryAnswer['finishReason']['unified']): ModelAnswer['finishReason'] {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'content-filter':
      return 'refusal';
    default:
      return 'other';
  }
}

/** Model id as the body has it. Quotes within texts are escaped, so that only a key can match. */
function reportedModel(received: string): string | null {
  const text = /"(?:model|modelVersion)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(received)?.[1];
  return text === undefined ? null : (JSON.parse(text) as string);
}

function warningText(warning: LibraryAnswer['warnings'][number]): string {
  if (warning.type === 'other') return warning.message;
  const details = 'details' in warning && warning.details !== undefined ? ` (${warning.details})` : '';
  return `${warning.type === 'unsupported' ? 'not sent as asked' : warning.type}: ${warning.feature}${details}`;
}
