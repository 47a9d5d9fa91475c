import type { JudgeContext } from '../../judges/judge.js';
import type { ModelRequest } from '../../models/model.js';

/** What a scripted model of a judge was asked: what a model would see of it. */
export interface AskedQuestion {
  readonly role: string;
  readonly purpose: string;
  /** All texts of the request. */
  readonly text: string;
  readonly pictures: readonly Uint8Array[];
}

/** A judge's context whose model is a function of texts and pictures; it asks again as often as the judge wants it to. */
export function scriptedAsk(
  answer: (question: AskedQuestion, attempt: number) => string,
): JudgeContext & { readonly asked: readonly AskedQuestion[] } {
  const asked: AskedQuestion[] = [];
  return {
    asked,
    ask: async ({ role, purpose, request, read, retries, repair }) => {
      let sent = request;
      for (let attempt = 0; ; attempt += 1) {
        const question = { role, purpose, ...seenOf(sent) };
        asked.push(question);
        const text = answer(question, attempt);
        const reading = read(text);
        if (reading.type === 'value') {
          return { type: 'value', value: reading.value, text, unreadable: attempt };
        }
        const problem = reading.error.message;
        if (attempt === retries) return { type: 'unreadable', problem, text, unreadable: attempt + 1 };
        sent = repair?.(text, problem) ?? request;
      }
    },
  };
}

function seenOf({ messages }: ModelRequest): Pick<AskedQuestion, 'text' | 'pictures'> {
  const parts = messages.flatMap(({ content }) => content);
  return {
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    pictures: parts.flatMap((part) => (part.type === 'image' ? [part.data] : [])),
  };
}
