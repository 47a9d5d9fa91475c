/** A phone that somebody may take: where it is, and what it is. */
export interface SharedDevice {
  /** Names the phone wherever it is plugged in. */
  readonly name: string;
  /** The adb server of the host that it is plugged into, `host:port`, as others reach it. */
  readonly server: string;
  /** As that server lists it. */
  readonly serial: string;
  readonly model: string;
  /** Android version. */
  readonly android: string;
}

/** The right to use a phone for a length of time. */
export interface DeviceLease {
  readonly device: SharedDevice;
  /** Whoever has it, in words for people. */
  readonly holder: string;
  /** Grows with each lease of the phone: of two leases the larger one counts. */
  readonly fence: number;
}

/** A phone with who has it. */
export interface DeviceHolding {
  readonly device: SharedDevice;
  readonly fence: number;
  /** Null where nobody has it. */
  readonly holder: string | null;
  /** Milliseconds until the lease runs out; null where nobody has it. */
  readonly leftMs: number | null;
  /** Milliseconds since it was last said to be there. */
  readonly seenMs: number;
}

/**
 * Phones of many hosts, each lent to one holder at a time. All times are lengths by one clock, that of whoever keeps the leases:
 * clocks of hosts are never compared. Promises: `deviceLeasesContract` in `touchstone/testing`.
 */
export interface DeviceLeases extends AsyncDisposable {
  /** Says that a phone is there, and by which way; who has it stays. */
  register(device: SharedDevice): Promise<void>;
  /** Takes a phone that nobody has, or whose lease has run out; null where somebody has it, or it is not known. */
  take(
    name: string,
    options: { readonly holder: string; readonly forMs: number },
  ): Promise<DeviceLease | null>;
  /** Holds on to it for a length of time from now; false where the lease has run out or another one followed. */
  renew(lease: DeviceLease, forMs: number): Promise<boolean>;
  /** Whether it is still the lease that counts. */
  holds(lease: DeviceLease): Promise<boolean>;
  /** Gives a phone back; one that another has by now stays with that one. */
  release(lease: DeviceLease): Promise<void>;
  /** All phones, by name. */
  list(): Promise<readonly DeviceHolding[]>;
}
