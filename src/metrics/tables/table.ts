/** A cell: what is printed, and the number behind it. */
export interface Cell {
  readonly text: string;
  readonly value?: number | null;
  /**
   * Both ends, lower first, of the interval or bounds that the text shows, or of the value's own 95 % interval; in the unit
   * of values: ratios, not percent.
   */
  readonly interval?: readonly [low: number, high: number];
  /** What the text shows as `hit/total`, or what the value is the ratio of. */
  readonly counts?: readonly [hit: number, total: number];
  /** Items the number was computed from, as item key texts; lets a reader follow it. */
  readonly items?: readonly string[];
}

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Heading over neighbouring columns of the same group. */
  readonly group?: string;
  /** Order in which a narrow terminal leaves columns out, lowest first; a column without is always shown. Drawing alone. */
  readonly hideOrder?: number;
}

/** Rows and columns as every output (terminal, JSON, HTML) shows them. */
export interface Table {
  /** Stable name, for JSON. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Sentences below the table: denominators, voided items, deviations. */
  readonly notes: readonly string[];
}
