/** What stands where there is no number. */
export const NO_VALUE = '–';

/** A ratio as percent with one decimal, such as `62.5 %`. */
export function percent(ratio: number | null): string {
  return ratio === null ? NO_VALUE : `${(ratio * 100).toFixed(1)}\u202f%`;
}

/** Two ratios as percent, such as `48.1 – 75.0`. */
export function percentRange(low: number | null, high: number | null): string {
  if (low === null || high === null) return NO_VALUE;
  return `${(low * 100).toFixed(1)} – ${(high * 100).toFixed(1)}`;
}

/** A count with thin spaces between thousands. */
export function whole(value: number | null): string {
  if (value === null) return NO_VALUE;
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function decimal(value: number | null): string {
  return value === null ? NO_VALUE : value.toFixed(1);
}

/** US dollars; small amounts keep two digits that say something. */
export function dollars(value: number | null): string {
  if (value === null) return NO_VALUE;
  if (value === 0) return '$0';
  if (value >= 100) return `$${whole(value)}`;
  return value >= 0.1 ? `$${value.toFixed(2)}` : `$${value.toPrecision(2)}`;
}

/** What calls cost: `≥` before it where some of them have no price, and the whole is more. */
export function costText({
  costUsd,
  unpriced = 0,
}: {
  readonly costUsd: number | null;
  readonly unpriced?: number | undefined;
}): string {
  return costUsd !== null && unpriced > 0 ? `≥ ${dollars(costUsd)}` : dollars(costUsd);
}

/** Milliseconds as people say them: `340 ms`, `12.3 s`, `4 min 5 s`, `2 h 3 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** ISO 8601 to the minute, UTC. */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
