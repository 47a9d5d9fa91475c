import { Complaint } from '../answer.js';
import { escaped } from './echo.js';
import type { Program } from '../program.js';

/** Bytes that one call may print. */
const MOST_OUTPUT = 16 * 1024 * 1024;

const CONVERSION = /%(%|([-+ 0#]*)(\*|\d{0,6})(?:\.(\*|\d{0,6}))?([diouxXcsbeEfFgG]))/g;

/** Prints its arguments by a format, which is used again as long as arguments are left. */
export const printf: Program = async (call) => {
  const [, format, ...values] = call.words;
  if (format === undefined) throw new Complaint('Needs 1 argument (see "printf --help")');
  let next = 0;
  let size = 0;
  let status = 0;
  const take = (): string => {
    next += 1;
    return values[next - 1] ?? '';
  };
  do {
    const before = next;
    let isCut = false;
    const pieces: Uint8Array[] = [];
    const put = (text: string, escapes: boolean): void => {
      if (isCut) return;
      const piece = escapes ? escaped(text) : { bytes: Buffer.from(text), isCut: false };
      pieces.push(piece.bytes);
      ({ isCut } = piece);
    };
    let start = 0;
    for (const match of format.matchAll(CONVERSION)) {
      put(format.slice(start, match.index), true);
      start = match.index + match[0].length;
      if (match[1] === '%') {
        put('%', false);
        continue;
      }
      const [, , flags = '', width = '', precision, kind = 's'] = match;
      const columns = Math.min(Number(width === '*' ? take() : width) || 0, 100_000);
      const digits = precision === undefined ? null : Number(precision === '*' ? take() : precision) || 0;
      const value = take();
      if (kind === 'b') put(value, true);
      else {
        const { text, isWrong } = converted(kind, value, flags, digits);
        if (isWrong) status = 1;
        put(padded(text, columns, flags, 'diouxXeEfFgG'.includes(kind)), false);
      }
    }
    put(format.slice(start), true);
    const bytes = Buffer.concat(pieces);
    size += bytes.length;
    if (bytes.length) await call.stdout(bytes);
    if (isCut || next === before || size > MOST_OUTPUT) break;
  } while (next < values.length);
  return status;
};

/** A format used once, for programs whose text has its escapes made already. */
export function formatted(format: string, values: readonly string[]): string {
  let next = 0;
  return format.replace(CONVERSION, (...match: string[]) => {
    const [, whole, flags = '', width = '', precision, kind = 's'] = match;
    if (whole === '%') return '%';
    const take = (): string => {
      next += 1;
      return values[next - 1] ?? '';
    };
    const columns = Math.min(Number(width === '*' ? take() : width) || 0, 100_000);
    const digits = precision === undefined ? null : Number(precision === '*' ? take() : precision) || 0;
    const value = take();
    const number = kind === 'd' || kind === 'i' ? String(Math.trunc(Number.parseFloat(value) || 0)) : value;
    return padded(converted(kind, number, flags, digits).text, columns, flags, 'diouxXeEfFgG'.includes(kind));
  });
}

function converted(
  kind: string,
  value: string,
  flags: string,
  digits: number | null,
): { text: string; isWrong: boolean } {
  if (kind === 's')
    return { text: digits === null ? value : Array.from(value).slice(0, digits).join(''), isWrong: false };
  if (kind === 'c') return { text: Array.from(value)[0] ?? '', isWrong: false };
  if ('eEfFgG'.includes(kind)) {
    const number = Number(value);
    const isWrong = Number.isNaN(number);
    const used = isWrong ? 0 : number;
    const places = Math.min(digits ?? 6, 100);
    const text =
      kind === 'f' || kind === 'F'
        ? used.toFixed(places)
        : kind === 'e' || kind === 'E'
          ? used.toExponential(places).replace(/e([+-])(\d)$/, 'e$10$2')
          : String(Number(used.toPrecision(Math.max(1, places))));
    return { text: signed(kind < 'a' ? text.toUpperCase() : text, flags), isWrong };
  }
  const quoted = /^['"](.)/u.exec(value)?.[1];
  const trimmed = value.trim();
  const isNumber = /^[-+]?(?:0[xX][0-9a-fA-F]+|[0-9]+)$/.test(trimmed);
  const magnitude = /^[-+]?0[0-7]+$/.test(trimmed)
    ? `0o${trimmed.replace(/^[-+]?0+/, '') || '0'}`
    : trimmed.replace(/^[-+]/, '');
  const wide = quoted ? BigInt(quoted.codePointAt(0) ?? 0) : isNumber ? BigInt(magnitude) : 0n;
  const number = BigInt.asIntN(64, trimmed.startsWith('-') ? -wide : wide);
  const radix = kind === 'o' ? 8 : kind === 'x' || kind === 'X' ? 16 : 10;
  const isSigned = kind === 'd' || kind === 'i';
  let text = (isSigned ? (number < 0n ? -number : number) : BigInt.asUintN(64, number)).toString(radix);
  if (digits !== null) text = text.padStart(Math.min(digits, 100_000), '0');
  if (flags.includes('#') && radix === 16 && number) text = `0x${text}`;
  if (kind === 'X') text = text.toUpperCase();
  if (isSigned && number < 0n) text = `-${text}`;
  return { text: isSigned ? signed(text, flags) : text, isWrong: !isNumber && !quoted && trimmed !== '' };
}

function signed(text: string, flags: string): string {
  if (text.startsWith('-')) return text;
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text;
}

function padded(text: string, columns: number, flags: string, isNumber: boolean): string {
  if (flags.includes('-')) return text.padEnd(columns);
  if (!isNumber || !flags.includes('0')) return text.padStart(columns);
  const sign = /^[-+ ]?(?:0x)?/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(columns - sign.length, '0');
}
