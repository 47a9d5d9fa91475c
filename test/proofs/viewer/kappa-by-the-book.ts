/** Agreement of two people as papers have it, written apart from the product, to check the product. */
export interface BookKappa {
  readonly n: number;
  readonly kappa: number;
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution at 97.5 %, from a table. */
const Z = 1.959963984540054;

/**
 * Cohen's kappa of pairs of ratings with a 95 % interval: the large-sample variance over a table with half an item added to
 * each cell, cut to −1 … 1, and never leaving out kappa itself.
 *
 * Source: Cohen 1960; Fleiss, Cohen and Everitt 1969, equation 13; half an item after Agresti and Min 2005.
 */
export function kappaByTheBook(pairs: readonly (readonly [string, string])[]): BookKappa {
  const names = [...new Set(pairs.flat())];
  const shares = (added: number): { readonly cell: (i: string, j: string) => number; readonly n: number } => {
    const n = pairs.length + added * names.length ** 2;
    const count = (i: string, j: string): number => pairs.filter(([a, b]) => a === i && b === j).length;
    return { n, cell: (i, j) => (count(i, j) + added) / n };
  };
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const parts = (added: number) => {
    const { cell, n } = shares(added);
    const row = (i: string): number => sum(names.map((j) => cell(i, j)));
    const column = (j: string): number => sum(names.map((i) => cell(i, j)));
    const po = sum(names.map((i) => cell(i, i)));
    const pe = sum(names.map((i) => row(i) * column(i)));
    return { cell, n, row, column, po, pe };
  };
  const plain = parts(0);
  const kappa = (plain.po - plain.pe) / (1 - plain.pe);
  const { cell, n, row, column, po, pe } = parts(0.5);
  const agreeing = sum(names.map((i) => cell(i, i) * (1 - pe - (column(i) + row(i)) * (1 - po)) ** 2));
  const differing = sum(
    names.flatMap((i) => names.map((j) => (i === j ? 0 : cell(i, j) * (column(i) + row(j)) ** 2))),
  );
  const variance =
    (agreeing + (1 - po) ** 2 * differing - (po * pe - 2 * pe + po) ** 2) / (n * (1 - pe) ** 4);
  const middle = (po - pe) / (1 - pe);
  const half = Z * Math.sqrt(Math.max(0, variance));
  return {
    n: pairs.length,
    kappa,
    low: Math.min(kappa, Math.max(-1, middle - half)),
    high: Math.max(kappa, Math.min(1, middle + half)),
  };
}
