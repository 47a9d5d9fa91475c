import { ModelProfileSchema } from '../src/models/profile.js';
import { completionsModel } from '../src/models/providers/completions.js';
import type { EndpointModel, ProviderContext } from '../src/models/providers/endpoint-model.js';
import { libraryModel } from '../src/models/providers/library/library-model.js';
import { embeddingsModel } from '../src/models/providers/embeddings.js';
import { omniParserModel } from '../src/models/providers/omniparser.js';
import { PROVIDERS } from '../src/models/providers/providers.js';
import { anthropicWire } from '../src/testing/wires/anthropic.js';
import { chatWire } from '../src/testing/wires/chat.js';
import { completionsWire } from '../src/testing/wires/completions.js';
import { googleWire } from '../src/testing/wires/google.js';
import { responsesWire } from '../src/testing/wires/responses.js';
import type { EndpointAnswer, StreamEvent, Wire } from '../src/testing/wires/wire.js';
import { textReader, type FuzzReader } from './fuzz-reader.js';

const ANSWER: Required<EndpointAnswer> = {
  text: 'Action: Click(1, 2)',
  reasoning: 'I look.',
  finish: 'stop',
  usage: { input: 10, output: 5, cached: 2, reasoning: 1 },
  model: 'm-1',
};

const WIRES: readonly (readonly [wire: Wire, profile: Readonly<Record<string, unknown>>])[] = [
  [chatWire, { provider: 'openai-compatible' }],
  [responsesWire, { provider: 'openai', api: 'responses' }],
  [anthropicWire, { provider: 'anthropic' }],
  [googleWire, { provider: 'google' }],
  [completionsWire, { provider: 'completions', completion: { system: '', user: 'U: {{content}}\n', assistant: 'A: {{content}}\n', opening: 'A:' } }], // prettier-ignore
];

/** A model whose endpoint answers every request with this text. */
function modelAnswering(
  profile: Readonly<Record<string, unknown>>,
  text: string,
  isStreamed: boolean,
): EndpointModel {
  const context: ProviderContext = {
    transport: async () => ({
      // An error's body is read too.
      status: text.length % 5 === 0 ? 500 : 200,
      headers: new Headers({ 'content-type': isStreamed ? 'text/event-stream' : 'application/json' }),
      text,
      firstByteMs: 1,
    }),
    environment: { KEY: 'secret' },
    clock: () => 0,
  };
  const checked = ModelProfileSchema.parse({
    formatVersion: 1,
    id: 'm',
    model: 'm',
    baseUrl: 'http://localhost:9/v1',
    apiKeyVariable: 'KEY',
    stream: isStreamed,
    ...profile,
  });
  if (checked.provider === 'omniparser') return omniParserModel(checked, context);
  if (checked.provider === 'embeddings') return embeddingsModel(checked, context);
  return checked.provider === 'completions'
    ? completionsModel(checked, context)
    : libraryModel(checked, PROVIDERS[checked.provider], context);
}

function eventText({ event, data }: StreamEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

const MODEL_READERS = WIRES.flatMap(([wire, profile]) =>
  [false, true].map((isStreamed) =>
    textReader({
      name: `${isStreamed ? 'stream' : 'answer'} of ${wire.name}`,
      covers: ['models/providers/*'],
      samples: isStreamed
        ? [
            wire
              .stream(ANSWER, { stream: true, stream_options: { include_usage: true } })
              .map(eventText)
              .join(''),
          ]
        : [JSON.stringify(wire.encode(ANSWER)), JSON.stringify(wire.error(429, 'too many'))],
      read: (text) =>
        modelAnswering(profile, text, isStreamed).ask(
          { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] },
          { signal: new AbortController().signal, attempt: 1 },
        ),
    }),
  ),
);

/** What a served detector answers to a picture. */
const DETECTOR_READER = textReader({
  name: 'answer of omniparser',
  covers: ['models/providers/*'],
  samples: [
    JSON.stringify({ som_image_base64: 'AA==', parsed_content_list: [{ type: 'icon', bbox: [0, 0, 1, 1] }] }),
  ],
  read: (text) =>
    modelAnswering({ provider: 'omniparser' }, text, false).ask(
      {
        messages: [
          { role: 'user', content: [{ type: 'image', mediaType: 'image/png', data: new Uint8Array([1]) }] },
        ],
      },
      { signal: new AbortController().signal, attempt: 1 },
    ),
});

/** What endpoints answer, whole and streamed, by the interface they speak. */
export const PROVIDER_READERS: readonly FuzzReader[] = [...MODEL_READERS, DETECTOR_READER];
