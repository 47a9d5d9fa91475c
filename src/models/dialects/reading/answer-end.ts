/** Tokens that end an answer in the chat templates of the families, where a server leaves them in the text. */
export const END_TOKENS = [
  '<|im_end|>',
  '<|endoftext|>',
  '<|diff_marker|>',
  '<|user|>',
  '<|observation|>',
  '<|eot_id|>',
  '<|end|>',
  '<end_of_turn>',
  '<eos>',
  '[EOS]',
  '</s>',
] as const;

/** Offset behind the last character of an answer that is neither white space nor a token that ends generation. */
export function answerEnd(text: string): number {
  let end = text.length;
  for (;;) {
    while (end > 0 && text.charCodeAt(end - 1) <= 32) end -= 1;
    const last = text[end - 1];
    const token =
      last === '>' || last === ']' ? END_TOKENS.find((each) => text.endsWith(each, end)) : undefined;
    if (token === undefined) return end;
    end -= token.length;
  }
}
