/** Both directions of one open service, as a front end gives them to the device. No sockets below this line. */
export interface ServiceStream {
  /**
   * What the client sends, in order, cut anyhow. Ends when the client sends no more or is gone. Nothing is taken from the
   * client ahead of whoever reads here: that is the back-pressure. May be iterated once.
   */
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves once there is room for more. A client that is gone takes everything; never rejects. */
  write(bytes: Uint8Array): Promise<void>;
  /** Aborted when the client is gone or the phone is taken away; whoever waits for something stops then. */
  readonly gone: AbortSignal;
}

/** Serves one stream to its end; the front end closes the stream once it resolves. Never rejects. */
export type Service = (stream: ServiceStream) => Promise<void>;

/** What a front end needs of a phone. */
export interface DeviceServices {
  /** Serial that clients name the phone by. */
  readonly serial: string;
  /** How the phone introduces itself. */
  readonly banner: DeviceBanner;
  /**
   * The service of this name (`shell:ls`, `sync:`, `tcp:9008`; without the final NUL), or null where a phone would refuse
   * it. The refusal is recorded here; nothing runs before the service is called.
   *
   * Source: AOSP `adb/SERVICES.TXT`.
   */
  open(service: string): Service | null;
  /**
   * Calls back whenever the phone starts anew, with the milliseconds that it is away; gives what ends that. A phone that never
   * does has none.
   */
  onRestart?(listener: (awayMs: number) => void): () => void;
}

export interface DeviceBanner {
  readonly product: string;
  readonly model: string;
  readonly device: string;
  /** What the host may use; each name changes what it sends. */
  readonly features: readonly string[];
}
