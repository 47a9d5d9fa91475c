import { describe, expect, it } from 'vitest';
import type { ModelContent, ModelMessage } from '../../models/model.js';
import { insertParts } from './insert-parts.js';

const text = (said: string): ModelContent => ({ type: 'text', text: said });
const picture: ModelContent = { type: 'image', mediaType: 'image/png', data: Uint8Array.of(1) };
const user = (...content: readonly ModelContent[]): ModelMessage => ({ role: 'user', content });

describe('insertParts', () => {
  it('puts parts before the picture that ends the last turn of the user', () => {
    const begun: ModelMessage = { role: 'assistant', content: [text('Thought:')] };
    const request = { messages: [user(text('first')), user(text('task'), picture), begun], topK: 1 };
    expect(insertParts(request, [text('note')])).toEqual({
      messages: [user(text('first')), user(text('task'), text('note'), picture), begun],
      topK: 1,
    });
  });

  it('puts them behind the text that ends it, and before a picture that is alone', () => {
    expect(insertParts({ messages: [user(picture, text('task'))] }, [text('note')]).messages).toEqual([
      user(picture, text('task'), text('note')),
    ]);
    expect(insertParts({ messages: [user(picture)] }, [text('note')]).messages).toEqual([
      user(text('note'), picture),
    ]);
  });

  it('puts pictures before those that are there', () => {
    const older: ModelContent = { type: 'image', mediaType: 'image/png', data: Uint8Array.of(2) };
    expect(
      insertParts({ messages: [user(picture, text('task'))] }, [text('before'), older]).messages,
    ).toEqual([user(text('before'), older, picture, text('task'))]);
    expect(insertParts({ messages: [user(text('task'))] }, [text('before'), older]).messages).toEqual([
      user(text('task'), text('before'), older),
    ]);
  });

  it('makes a turn where there is none, and changes nothing for nothing', () => {
    expect(insertParts({ messages: [] }, [text('note')]).messages).toEqual([user(text('note'))]);
    const request = { messages: [user(picture)] };
    expect(insertParts(request, [])).toBe(request);
  });
});
