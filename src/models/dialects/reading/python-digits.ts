/** A digit of any script, which is what `\d` matches in Python. For patterns with the flag `u`. */
export const PYTHON_DIGIT = String.raw`\p{Nd}`;

const DIGIT = /^\p{Nd}$/u;

/** The digits of a number in ASCII and without leading zeros, as Python prints `int` of them. */
export function asciiDigits(digits: string): string {
  const ascii = /^[0-9]*$/.test(digits)
    ? digits
    : Array.from(digits, (digit) => String(digitValue(digit))).join('');
  return ascii.replace(/^0+(?=\d)/, '');
}

/** Unicode keeps the ten digits of a script together, in order, and such tens apart from or right behind each other. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0x30;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
