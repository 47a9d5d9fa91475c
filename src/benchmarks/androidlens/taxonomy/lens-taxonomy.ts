/** What a two-digit code of `types` stands for. The order of codes after 1-3 is inferred from that of the paper's table. */
const SUBCATEGORIES: Readonly<Record<string, string>> = {
  '1-1': 'single-app unrelated',
  '1-2': 'single-app related',
  '1-3': 'cross-app unrelated',
  '1-4': 'cross-app related',
  '2-1': 'operation-level constraints',
  '2-2': 'page-level constraints',
  '3-1': 'batch operation',
  '3-2': 'combined with VLM capabilities',
  '3-3': 'multi-step single-goal',
};
const FAMILIES: Readonly<Record<string, string>> = {
  '1': 'multi-goal',
  '2': 'multi-constraint',
  '3': 'domain-specific',
};

/** Stands for every code that the paper does not have. */
export const OTHER = 'other';

/** Codes of a task, as a text or list; `1_2` and `1.2` are read as `1-2`. Unknown ones are kept. */
export function typeCodes(value: unknown): string[] {
  const values = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;|]/) : [value];
  return values
    .filter((one): one is string | number => typeof one === 'string' || typeof one === 'number')
    .map((one) => String(one).trim())
    .filter((one) => one !== '')
    .map((one) => one.replace(/^(\d)[_.](\d)$/, '$1-$2'));
}

export function isKnownType(code: string): boolean {
  return Object.hasOwn(SUBCATEGORIES, code);
}

/** Named subcategories of a task's codes, each once. */
export function subcategoriesOf(codes: readonly string[]): string[] {
  return unique(codes.map((code) => (isKnownType(code) ? `${code} ${SUBCATEGORIES[code] ?? ''}` : OTHER)));
}

/** Families of a task's codes, each once. */
export function familiesOf(codes: readonly string[]): string[] {
  return unique(codes.map((code) => (isKnownType(code) ? (FAMILIES[code.charAt(0)] ?? OTHER) : OTHER)));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
