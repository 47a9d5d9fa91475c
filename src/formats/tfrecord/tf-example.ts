import { ProtobufFault, ProtobufReader } from './protobuf.js';
import { TfRecordError, type RecordPlace } from './tfrecord-error.js';

/** What a field of a tf.train.Example holds; `none` where it was stored without a list. */
export type TfFeature =
  | { readonly type: 'bytes'; readonly values: readonly Uint8Array[] }
  | { readonly type: 'floats'; readonly values: readonly number[] }
  | { readonly type: 'integers'; readonly values: readonly bigint[] }
  | { readonly type: 'none' };

// Numbers of fields. Source: TensorFlow, feature.proto and example.proto.
const FEATURES = 1;
const FEATURE = 1;
const KEY = 1;
const VALUE = 2;
const LIST = 1;
const KINDS = { 1: 'bytes', 2: 'floats', 3: 'integers' } as const;

/** The fields of one record by name, each asked for by the type it should have. Values are parts of the record, not copies. */
export class TfExample {
  readonly #features: ReadonlyMap<string, TfFeature>;
  readonly #place: RecordPlace;

  constructor(features: ReadonlyMap<string, TfFeature>, place: RecordPlace) {
    this.#features = features;
    this.#place = place;
  }

  /** @throws {TfRecordError} when the bytes are no tf.train.Example */
  static read(bytes: Uint8Array, place: RecordPlace): TfExample {
    const features = new Map<string, TfFeature>();
    try {
      const example = new ProtobufReader(bytes);
      while (example.next()) {
        if (example.field !== FEATURES || example.wire !== 2) {
          example.skip();
          continue;
        }
        const list = new ProtobufReader(example.bytes());
        while (list.next()) {
          if (list.field !== FEATURE || list.wire !== 2) list.skip();
          else {
            const [name, feature] = readFeatureEntry(list.bytes());
            features.set(name, feature);
          }
        }
      }
    } catch (error) {
      throw asRecordError(error, place);
    }
    return new TfExample(features, place);
  }

  /** Names of all fields, in the order they are stored. */
  names(): string[] {
    return [...this.#features.keys()];
  }

  feature(name: string): TfFeature | undefined {
    return this.#features.get(name);
  }

  /** Byte strings of a field; none where it is missing. @throws {TfRecordError} when it holds something else */
  blobs(name: string): readonly Uint8Array[] {
    const feature = this.#features.get(name);
    if (feature === undefined || feature.type === 'none') return [];
    if (feature.type !== 'bytes') throw this.wrong(name, 'bytes');
    return feature.values;
  }

  /** Texts of a field; none where it is missing. @throws {TfRecordError} when it holds something else */
  texts(name: string): string[] {
    return this.blobs(name).map((value) => this.#decode(name, value));
  }

  /** The one text of a field. @throws {TfRecordError} when there is none or more than one */
  text(name: string): string {
    return this.#only(name, this.texts(name));
  }

  /** Whole numbers of a field; none where it is missing. @throws {TfRecordError} when it holds something else */
  integers(name: string): number[] {
    const feature = this.#features.get(name);
    if (feature === undefined || feature.type === 'none') return [];
    if (feature.type !== 'integers') throw this.wrong(name, 'whole numbers');
    return feature.values.map((value) => {
      const number = Number(value);
      if (Number.isSafeInteger(number)) return number;
      throw this.error(`the field "${name}" holds ${value}, more than is counted to`);
    });
  }

  /** The one whole number of a field. @throws {TfRecordError} when there is none or more than one */
  integer(name: string): number {
    return this.#only(name, this.integers(name));
  }

  /** 32-bit numbers of a field; none where it is missing. @throws {TfRecordError} when it holds something else */
  floats(name: string): readonly number[] {
    const feature = this.#features.get(name);
    if (feature === undefined || feature.type === 'none') return [];
    if (feature.type !== 'floats') throw this.wrong(name, 'floating-point numbers');
    return feature.values;
  }

  /** A name, stored as a text or as a whole number. @throws {TfRecordError} when there is none, or something else */
  id(name: string): string {
    const feature = this.#features.get(name);
    return feature?.type === 'integers' ? this.#only(name, feature.values).toString() : this.text(name);
  }

  /** An error that names the record. */
  error(what: string): TfRecordError {
    return new TfRecordError('field', what, this.#place);
  }

  private wrong(name: string, wanted: string): TfRecordError {
    return this.error(`the field "${name}" holds no ${wanted}`);
  }

  #only<T>(name: string, values: readonly T[]): T {
    const [value] = values;
    if (value !== undefined && values.length === 1) return value;
    throw this.error(
      value === undefined
        ? `the field "${name}" is missing`
        : `the field "${name}" has ${values.length} values`,
    );
  }

  #decode(name: string, value: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(value);
    } catch {
      throw this.error(`the field "${name}" is not UTF-8`);
    }
  }
}

/** One field with its name. @throws {ProtobufFault} */
export function readFeatureEntry(bytes: Uint8Array): [name: string, feature: TfFeature] {
  let name = '';
  let feature: TfFeature = { type: 'none' };
  const entry = new ProtobufReader(bytes);
  while (entry.next()) {
    if (entry.field === KEY && entry.wire === 2) name = new TextDecoder().decode(entry.bytes());
    else if (entry.field === VALUE && entry.wire === 2) feature = readFeature(entry.bytes());
    else entry.skip();
  }
  return [name, feature];
}

/** What was thrown while a record was read, with the record's place. */
export function asRecordError(error: unknown, place: RecordPlace): unknown {
  return error instanceof ProtobufFault ? new TfRecordError('message', error.message, place, error) : error;
}

function readFeature(bytes: Uint8Array): TfFeature {
  const reader = new ProtobufReader(bytes);
  let feature: TfFeature = { type: 'none' };
  while (reader.next()) {
    const kind = reader.wire === 2 ? KINDS[reader.field as keyof typeof KINDS] : undefined;
    if (kind === undefined) reader.skip();
    else feature = readList(kind, reader.bytes());
  }
  return feature;
}

function readList(type: 'bytes' | 'floats' | 'integers', bytes: Uint8Array): TfFeature {
  const reader = new ProtobufReader(bytes);
  const blobs: Uint8Array[] = [];
  const floats: number[] = [];
  const integers: bigint[] = [];
  while (reader.next()) {
    if (reader.field !== LIST) reader.skip();
    else if (type === 'bytes' && reader.wire === 2) blobs.push(reader.bytes());
    else if (type === 'floats' && reader.wire === 5) floats.push(reader.float());
    else if (type === 'integers' && reader.wire === 0) integers.push(reader.int64());
    else if (type !== 'bytes' && reader.wire === 2) {
      // Numbers are mostly packed: one after the other without a tag.
      const packed = new ProtobufReader(reader.bytes());
      while (!packed.isAtEnd) {
        if (type === 'floats') floats.push(packed.float());
        else integers.push(packed.int64());
      }
    } else reader.skip();
  }
  if (type === 'bytes') return { type, values: blobs };
  return type === 'floats' ? { type, values: floats } : { type, values: integers };
}
