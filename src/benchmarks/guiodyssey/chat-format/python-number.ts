/**
 * A number as Python prints it: whole ones as `int` does, others, and whole ones written as `5.0`, as `float` does.
 *
 * @param isFloat whether a whole number was written with a fraction
 */
export function pythonNumber(value: number, isFloat = false): string {
  if (Number.isInteger(value) && !isFloat) {
    return Number.isSafeInteger(value) ? String(value + 0) : BigInt(value).toString();
  }
  const [mantissa = '', written = '0'] = value.toExponential().split('e');
  const exponent = Number(written);
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  if (!Number.isInteger(value)) return String(value);
  return `${Object.is(value, -0) ? '-0' : String(value)}.0`;
}
