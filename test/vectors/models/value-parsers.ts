/** What a reader of text that is no action makes of it: a value in the form of the vectors, or a kind of error. */
export type ValueReading = { readonly value: unknown } | { readonly error: string };

/** Readers of judgements, plans, reflections, choices and grounding answers, by the vectors' family. */
export const VALUE_PARSERS: Readonly<
  Record<string, (raw: string, recorded: Record<string, unknown>) => ValueReading>
> = {};
