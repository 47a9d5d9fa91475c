/** Numbers of a position as it is written. */
export interface ScannedPosition {
  readonly type: 'numbers';
  readonly numbers: readonly number[];
}

export interface ScanPositionOptions {
  /** Forms that the grammar asks for, each number as `#`: `(#,#)`, `<point># #</point>`. */
  readonly shapes: ReadonlySet<string>;
  /** Whether the grammar asks for fractions. */
  readonly fractions?: boolean;
  /** Takes `fullwidth`, `float_coordinate` and, for any other form, `alias_argument`. */
  readonly warnings: Set<string>;
}

const LONGEST = 400;
const NUMBER = /-?\d+(?:\.\d+)?/g;
const MARKUP = /<\/?(?:point|bbox|box)>|<\|(?:box|point|bbox)_(?:start|end)\|>/gi;

/**
 * Numbers of a position in any of the forms that models use: round, square or no brackets, `<point>`, `<bbox>`,
 * `<|box_start|>`, commas or spaces between. `missing_argument` where there is no number at all.
 */
export function scanPosition(
  text: string,
  { shapes, fractions = false, warnings }: ScanPositionOptions,
): ScannedPosition | { readonly type: 'missing_argument' } | { readonly type: 'invalid_argument' } {
  if (text.length > LONGEST) return { type: 'invalid_argument' };
  const numbers: number[] = [];
  let isFraction = false;
  const shape = text.replaceAll(NUMBER, (digits) => {
    numbers.push(Number(digits));
    isFraction ||= digits.includes('.');
    return '#';
  });
  if (!shapes.has(shape)) {
    const bare = shape.replaceAll(MARKUP, ' ');
    if (/[^#\s()[\]{},，（）]|##/.test(bare)) return { type: 'invalid_argument' };
    if (numbers.length === 0) return { type: 'missing_argument' };
    warnings.add(/[，（）]/.test(bare) ? 'fullwidth' : 'alias_argument');
  }
  if (isFraction && !fractions) warnings.add('float_coordinate');
  return { type: 'numbers', numbers };
}
