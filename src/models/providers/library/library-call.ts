import type { ModelMessage } from '../../model.js';
import type { PreparedRequest } from '../endpoint-model.js';
import type { LibraryCallOptions, LibraryProvider, LibraryProviderOptions } from './library-provider.js';
import type { PictureSlots } from '../picture-slots.js';

/** What the library is asked. */
export function callOptions(
  provider: LibraryProvider,
  prepared: PreparedRequest,
  pictures: PictureSlots,
  abortSignal: AbortSignal,
): LibraryCallOptions {
  const { temperature, topP, topK, seed, maxOutputTokens, stop } = prepared.sampling;
  const { frequencyPenalty, presencePenalty } = prepared.sampling;
  const pictureOptions = provider.pictureOptions?.(prepared);
  return {
    prompt: prepared.messages.map((message) => toPromptMessage(message, pictures, pictureOptions)),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined || provider.ownFields !== undefined ? {} : { topK }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
    providerOptions: callFields(provider, prepared),
    abortSignal,
  };
}

function toPromptMessage(
  { role, content }: ModelMessage,
  pictures: PictureSlots,
  pictureOptions: LibraryProviderOptions | undefined,
): LibraryCallOptions['prompt'][number] {
  switch (role) {
    case 'user':
      return {
        role,
        content: content.map((part) =>
          part.type === 'text'
            ? part
            : {
                type: 'file',
                mediaType: part.mediaType,
                data: pictures.add(part.data),
                ...(pictureOptions === undefined ? {} : { providerOptions: pictureOptions }),
              },
        ),
      };
    case 'system':
      return { role, content: textOf(content) };
    case 'assistant':
      return { role, content: [{ type: 'text', text: textOf(content) }] };
    default:
      return role satisfies never;
  }
}

function textOf(content: ModelMessage['content']): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Fields of this call's body that the library has no name for. */
function callFields(
  { ownFields, continuesLast, fieldsName, detailField }: LibraryProvider,
  prepared: PreparedRequest,
): LibraryProviderOptions {
  const { topK, repetitionPenalty } = prepared.sampling;
  const { pictureDetail } = prepared;
  if (fieldsName === undefined) return {};
  return {
    [fieldsName]: {
      ...(pictureDetail === undefined || detailField === undefined ? {} : { [detailField]: pictureDetail }),
      ...(topK === undefined || ownFields === undefined ? {} : { [ownFields.topK]: topK }),
      ...(repetitionPenalty === undefined || ownFields === undefined
        ? {}
        : { [ownFields.repetitionPenalty]: repetitionPenalty }),
      ...(prepared.continuesLast && typeof continuesLast === 'object' ? continuesLast : {}),
    },
  };
}
