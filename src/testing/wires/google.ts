import {
  pieces,
  type DecodedRequest,
  type EndpointAnswer,
  type SeenPart,
  type SeenTurn,
  type Wire,
} from './wire.js';

interface GooglePart {
  readonly text?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
}

interface GoogleBody {
  readonly contents: readonly { readonly role?: string; readonly parts: readonly GooglePart[] }[];
  readonly systemInstruction?: { readonly parts: readonly GooglePart[] };
}

/** Google's generateContent. */
export const googleWire: Wire = {
  name: 'google',
  matches: (path) => /:(?:streamG|g)enerateContent(?:\?|$)/.test(path),
  decode,
  encode: (answer) => chunkOf(answer, partsOf(answer), finishOf(answer)),
  stream: (answer) => {
    const parts = [
      ...pieces(answer.reasoning).map((text) => ({ text, thought: true })),
      ...pieces(answer.text).map((text) => ({ text })),
    ];
    if (answer.finish === 'refusal' || parts.length === 0) {
      return [{ data: chunkOf(answer, [], finishOf(answer)) }];
    }
    return parts.map((part, index) => ({
      data: chunkOf(answer, [part], index === parts.length - 1 ? finishOf(answer) : undefined),
    }));
  },
  error: (status, message) => ({ error: { code: status, message, status: 'ERROR', details: [] } }),
};

function decode(body: Record<string, unknown>, path: string): DecodedRequest {
  // The wire's own form; a request that is none makes the test fail on the spot.
  const { contents, systemInstruction } = body as unknown as GoogleBody;
  const system: readonly SeenTurn[] =
    systemInstruction === undefined ? [] : [{ role: 'system', parts: systemInstruction.parts.map(partOf) }];
  const turns = contents.map(({ role, parts }) => ({
    role: role === 'model' ? ('assistant' as const) : ('user' as const),
    parts: parts.map(partOf),
  }));
  return {
    model: /\/([^/:]+):/.exec(path)?.[1] ?? '',
    stream: path.includes(':streamGenerateContent'),
    turns: [...system, ...turns],
  };
}

function partOf({ text, inlineData }: GooglePart): SeenPart {
  return inlineData === undefined
    ? { type: 'text', text: text ?? '' }
    : { type: 'image', mediaType: inlineData.mimeType, data: Buffer.from(inlineData.data, 'base64') };
}

function partsOf({ text, reasoning }: Required<EndpointAnswer>): readonly Record<string, unknown>[] {
  return [...(reasoning === '' ? [] : [{ text: reasoning, thought: true }]), { text }];
}

function finishOf({ finish }: Required<EndpointAnswer>): string {
  return finish === 'length' ? 'MAX_TOKENS' : finish === 'filter' ? 'SAFETY' : 'STOP';
}

/** One body, or one event of a stream. A refused prompt has no candidate. */
function chunkOf(
  { model, finish, usage }: Required<EndpointAnswer>,
  parts: readonly Record<string, unknown>[],
  finishReason: string | undefined,
): Record<string, unknown> {
  const candidate = {
    content: { role: 'model', parts },
    index: 0,
    ...(finishReason === undefined ? {} : { finishReason }),
  };
  const thoughts = usage?.reasoning ?? 0;
  return {
    ...(finish === 'refusal' ? { promptFeedback: { blockReason: 'SAFETY' } } : { candidates: [candidate] }),
    ...(usage === null
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output - thoughts,
            totalTokenCount: usage.input + usage.output,
            ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts }),
            ...(usage.cached === undefined ? {} : { cachedContentTokenCount: usage.cached }),
            ...(usage.pictures === undefined
              ? {}
              : {
                  promptTokensDetails: [
                    { modality: 'TEXT', tokenCount: usage.input - usage.pictures },
                    { modality: 'IMAGE', tokenCount: usage.pictures },
                  ],
                }),
          },
        }),
    modelVersion: model,
    responseId: 'r1',
  };
}
