import type { Model, ModelRequest } from '../../models/model.js';
import { scriptedModel, type ScriptedAnswer } from '../../models/scripted.js';

/** A scripted model and everything that it was asked. */
export interface ListeningModel {
  readonly model: Model;
  readonly asked: readonly ModelRequest[];
}

/** A model that answers by what its request says, and keeps the requests. */
export function listeningModel(
  answer: (text: string, request: ModelRequest) => ScriptedAnswer,
): ListeningModel {
  const asked: ModelRequest[] = [];
  const model = scriptedModel((request) => {
    asked.push(request);
    return answer(requestText(request), request);
  });
  return { model, asked };
}

/** All text of a request. */
export function requestText({ messages }: ModelRequest): string {
  return messages
    .flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : '')))
    .join('\n');
}

/** Bytes of the pictures of a request, in order. */
export function requestPictures({ messages }: ModelRequest): Uint8Array[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'image' ? [part.data] : [])),
  );
}
