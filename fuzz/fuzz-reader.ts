/** Something that turns what comes from outside into values. */
export interface FuzzReader {
  readonly name: string;
  /**
   * Functions below `src/` that it calls with what it is given, as `folder/file.ts name`; `folder/*` for all of a folder
   * that are reached through what it calls.
   */
  readonly covers: readonly string[];
  /** Errors that are no `TouchstoneError` and by which it says what is wrong all the same, to a caller that knows them. */
  readonly refusesWith?: readonly (abstract new (...given: never[]) => Error)[];
  /** Inputs that it takes; all others are made from them. `folder` is its own, and is kept while it is in use. */
  samples(folder: string): Promise<readonly FuzzInput[]>;
  read(input: FuzzInput, folder: string): unknown;
}

export type FuzzInput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** A value that was JSON. */
  | { readonly type: 'value'; readonly value: unknown };

type Parts = Pick<FuzzReader, 'name' | 'covers' | 'refusesWith'>;

export function textReader(
  parts: Parts & { readonly samples: readonly string[]; readonly read: (text: string) => unknown },
): FuzzReader {
  return {
    ...parts,
    samples: async () => parts.samples.map((text) => ({ type: 'text', text })),
    read: (input) => parts.read(textOf(input)),
  };
}

export function bytesReader(
  parts: Parts & { readonly samples: () => readonly Uint8Array[]; readonly read: (bytes: Buffer) => unknown },
): FuzzReader {
  return {
    ...parts,
    samples: async () => parts.samples().map((bytes) => ({ type: 'bytes', bytes })),
    read: (input) => parts.read(bytesOf(input)),
  };
}

export function valueReader(
  parts: Parts & { readonly samples: readonly unknown[]; readonly read: (value: unknown) => unknown },
): FuzzReader {
  return {
    ...parts,
    samples: async () => parts.samples.map((value) => ({ type: 'value', value })),
    read: (input) => parts.read(input.type === 'value' ? input.value : textOf(input)),
  };
}

export function textOf(input: FuzzInput): string {
  if (input.type === 'text') return input.text;
  if (input.type === 'bytes') return Buffer.from(input.bytes).toString('utf8');
  return JSON.stringify(input.value) ?? '';
}

export function bytesOf(input: FuzzInput): Buffer {
  return input.type === 'bytes' ? Buffer.from(input.bytes) : Buffer.from(textOf(input), 'utf8');
}
