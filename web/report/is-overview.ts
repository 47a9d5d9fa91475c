/** Whether the part of an address from `#` on is that of the overview, which a report file begins with. */
export function isOverview(hash: string): boolean {
  return /^#?(?:\/|\/overview)?(?:\?|$)/.test(hash);
}
