/** Content of a store, as a listing has it. */
export interface StoredObject {
  /** SHA-256, 64 lower-case hex digits. */
  readonly hash: string;
  /** Its size in bytes, as the store says. */
  readonly bytes: number;
}

export interface StoreOptions {
  readonly signal?: AbortSignal;
  /** What the store itself has is asked for: no copy that this machine has kept. */
  readonly isFresh?: boolean;
}

export interface PrepareStoreOptions extends Pick<StoreOptions, 'signal'> {
  /** Contents were kept here before: a store that is not there has gone away, and is not made once more. */
  readonly isKnown?: boolean;
}

/**
 * Contents by their SHA-256, each kept once: pictures and UI hierarchies of runs. Contents are at most
 * `FILE_LIMITS.picture` bytes and given out whole, since nothing may be used before its hash is known to be right.
 */
export interface ObjectStore {
  /** As a user names it: the path of a folder, or `s3://bucket/prefix`. Holds no secret. */
  readonly place: string;

  /**
   * Makes sure that contents can be kept here, making the store where there is none and none was.
   *
   * @throws {StoreRefusedError | StoreUnreachableError}
   */
  prepare(options?: PrepareStoreOptions): Promise<void>;

  /**
   * Keeps the bytes, once however often they come; durable when it resolves. Other bytes under their hash are replaced. Gives
   * the hash.
   *
   * @throws {StoreRefusedError | StoreUnreachableError}
   */
  put(bytes: Uint8Array, options?: StoreOptions): Promise<string>;

  /**
   * The bytes with this hash, which was checked.
   *
   * @throws {ObjectMissingError | ObjectDamagedError | StoreRefusedError | StoreUnreachableError}
   */
  get(hash: string, options?: StoreOptions): Promise<Uint8Array>;

  /**
   * Whether something is kept under this hash. Its bytes are not read: `get` alone knows that they are right.
   *
   * @throws {ObjectDamagedError} where the store itself says that it is something else
   * @throws {StoreRefusedError | StoreUnreachableError}
   */
  has(hash: string, options?: StoreOptions): Promise<boolean>;

  /** What is kept, in no order. @throws {StoreRefusedError | StoreUnreachableError} */
  list(options?: StoreOptions): AsyncIterable<StoredObject>;

  /** A file of this machine with the content, where the store can give one. @throws as `get`, where it has to look */
  locate?(hash: string, options?: StoreOptions): Promise<string>;
}
