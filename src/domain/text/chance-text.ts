/** A chance for people to read, as "97.3 %"; near to certain by how little is missing, so that only a certain one is "100 %". */
export function chanceText(chance: number): string {
  if (chance <= 0.99 || chance >= 1) return `${Number((chance * 100).toPrecision(3))} %`;
  const missing = Number(((1 - chance) * 100).toPrecision(2));
  return `${Number((100 - missing).toFixed(10))} %`;
}
