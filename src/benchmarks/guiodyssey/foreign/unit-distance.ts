/** Distance of two points of 0–1000 in the 0–1 square, each divided before they are subtracted; null unless both are pairs. */
export function unitDistance(a: readonly number[] | null, b: readonly number[] | null): number | null {
  if (a?.length !== 2 || b?.length !== 2) return null;
  const [dx, dy] = [0, 1].map((axis) => (a[axis] ?? Number.NaN) / 1000 - (b[axis] ?? Number.NaN) / 1000);
  return Math.sqrt((dx ?? Number.NaN) ** 2 + (dy ?? Number.NaN) ** 2);
}
