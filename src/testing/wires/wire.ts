/** How a server is spoken to: three interfaces of OpenAI, the two other vendors' own, and SGLang's for raw text. */
export type WireName = 'chat' | 'responses' | 'anthropic' | 'google' | 'completions' | 'sglang';

/** A picture as the server received it. */
export interface SeenPicture {
  readonly mediaType: string;
  readonly data: Buffer;
}

export type SeenPart =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'image' } & SeenPicture);

export interface SeenTurn {
  readonly role: 'system' | 'user' | 'assistant';
  /** In the order of the request. */
  readonly parts: readonly SeenPart[];
}

/** The content of a request, independent of its wire. */
export interface DecodedRequest {
  readonly model: string;
  readonly turns: readonly SeenTurn[];
  readonly stream: boolean;
}

/** An answer in full; what is absent the server makes up. */
export interface EndpointAnswer {
  readonly text: string;
  readonly reasoning?: string;
  /** `refusal`: the model's own words why not; `filter`: the provider cut it off. */
  readonly finish?: 'stop' | 'length' | 'refusal' | 'filter';
  /** Null: the server reports none. */
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached?: number;
    readonly reasoning?: number;
    /** Part of the input that pictures took, from servers that count them. */
    readonly pictures?: number;
  } | null;
  readonly model?: string;
}

/** One wire format, seen from the server. */
export interface Wire {
  readonly name: WireName;
  /** Whether a request to this path speaks it. */
  matches(path: string): boolean;
  decode(body: Record<string, unknown>, path: string): DecodedRequest;
  /** Body of an answer. */
  encode(answer: Required<EndpointAnswer>): unknown;
  /** Events of a streamed answer: name (where the wire names them) and data. */
  stream(answer: Required<EndpointAnswer>, body: Record<string, unknown>): readonly StreamEvent[];
  /** Body of an error. */
  error(status: number, message: string): unknown;
}

export interface StreamEvent {
  readonly event?: string;
  /** JSON, or a text that is sent as it is. */
  readonly data: unknown;
}

/** Pieces of a text as a server streams them; joined they are the text. */
export function pieces(text: string): readonly string[] {
  const characters = Array.from(text);
  const found: string[] = [];
  for (let start = 0; start < characters.length; start += 16) {
    found.push(characters.slice(start, start + 16).join(''));
  }
  return found;
}

/** The picture in a data URL. */
export function pictureOf(url: string): SeenPicture {
  const match = /^data:([^;,]+);base64,/.exec(url);
  if (match === null) throw new TypeError('a picture is no base64 data URL');
  return { mediaType: match[1] ?? '', data: Buffer.from(url.slice(match[0].length), 'base64') };
}
