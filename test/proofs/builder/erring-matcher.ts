import { randomStream } from '../../../src/domain/random.js';
import { sha256 } from '../../../src/formats/run/canonical-json.js';
import type { Ask, ModelQuestion, QuestionReply } from '../../../src/models/asking/model-question.js';
import type { ModelRequest } from '../../../src/models/model.js';

/**
 * A stand-in for a model that says whether two screens are one: it knows the states of pictures, and errs in a share of its answers that follows from
 * the seed and the question. It sees a request's pictures alone.
 */
export function erringMatcher(
  stateOfPicture: ReadonlyMap<string, number>,
  { errors, seed }: { readonly errors: number; readonly seed: number },
): Ask & { readonly asked: () => number } {
  let asked = 0;
  const ask = async <Answer>(question: ModelQuestion<Answer>): Promise<QuestionReply<Answer>> => {
    asked += 1;
    const text = answerTo(question.request, question.purpose);
    const reading = question.read(text);
    return reading.type === 'value'
      ? { type: 'value', value: reading.value, text, unreadable: 0 }
      : { type: 'unreadable', problem: reading.error.message, text, unreadable: 1 };
  };
  return Object.assign(ask, { asked: () => asked });

  function answerTo(request: ModelRequest, draw: string): string {
    const pictures = request.messages.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'image' ? [sha256(part.data)] : [])),
    );
    const [first, second] = pictures.map((hash) => stateOfPicture.get(hash));
    const isSame = first !== undefined && first === second;
    const errs = randomStream('matcher', seed, ...pictures, draw).next() < errors;
    return isSame === errs ? 'DIFFERENT' : 'SAME';
  }
}
