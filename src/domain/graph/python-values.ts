/** An exception the published Python code would have raised; `name` is its class. */
export class PythonException extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * `int(value)` of Python: truncation toward zero, whole numbers in strings allowed.
 *
 * @throws {PythonException} ValueError, OverflowError or TypeError.
 */
export function pythonInt(value: unknown): number {
  switch (typeof value) {
    case 'number':
      if (Number.isNaN(value)) throw new PythonException('ValueError', 'cannot convert float NaN to integer');
      if (!Number.isFinite(value)) {
        throw new PythonException('OverflowError', 'cannot convert float infinity to integer');
      }
      return Math.trunc(value);
    case 'boolean':
      return value ? 1 : 0;
    case 'string': {
      const digits = value.trim();
      if (!/^[+-]?\d+(?:_\d+)*$/.test(digits)) {
        throw new PythonException('ValueError', `invalid literal for int(): ${pythonRepr(value)}`);
      }
      return Number(digits.replaceAll('_', ''));
    }
    default:
      throw new PythonException('TypeError', 'int() argument must be a string or a number');
  }
}

/** `str(value)` of Python for texts, numbers, booleans and null. */
export function pythonStr(value: unknown): string {
  return typeof value === 'string' ? value : pythonRepr(value);
}

function pythonRepr(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return pythonNumber(value);
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const escaped = value
      .replaceAll('\\', '\\\\')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r')
      .replaceAll('\t', '\\t');
    return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
  }
  return typeof value;
}

/** Deepest nesting that is printed; Python gives up near a thousand. */
const MAX_DEPTH = 900;

/**
 * `json.dumps(value, ensure_ascii=False)` of Python: `", "` and `": "` between, nothing but controls escaped. Fields that
 * are undefined are left out.
 *
 * @throws {PythonException} RecursionError for values nested too deeply, TypeError for what JSON does not know.
 */
export function pythonJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new PythonException('RecursionError', 'nested too deeply');
  switch (typeof value) {
    case 'number':
      return pythonNumber(value);
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'object':
      break;
    default:
      throw new PythonException('TypeError', `${typeof value} is not JSON serializable`);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((item) => pythonJson(item, depth + 1)).join(', ')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}: ${pythonJson(item, depth + 1)}`).join(', ')}}`;
}

/** Small and large numbers carry at least two digits of exponent in Python. */
function pythonNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  const small = value !== 0 && Math.abs(value) < 1e-4;
  const text = small ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
