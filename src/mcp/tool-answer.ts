/** A part of what a tool answers; pictures in base64. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** What a tool answers, as it goes over the wire. */
export interface ToolAnswer {
  readonly content: readonly ToolContent[];
  readonly isError?: true;
}

/** An answer of texts, each a part of its own. */
export function textAnswer(...texts: readonly string[]): ToolAnswer {
  return { content: texts.map((text) => ({ type: 'text', text })) };
}

/** An answer that programs read. */
export function jsonAnswer(value: unknown): ToolAnswer {
  return textAnswer(JSON.stringify(value));
}

/** An answer that says what went wrong. */
export function errorAnswer(text: string): ToolAnswer {
  return { ...textAnswer(text), isError: true };
}

/** A picture as a part of an answer. */
export function pictureContent(bytes: Uint8Array, mimeType: string): ToolContent {
  return { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType };
}
