import { ScanFault } from './scan-fault.js';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Longest reference that means anything: leading zeros are allowed, but nobody writes many. */
const LONGEST_REFERENCE = 32;

/**
 * The value an XML attribute stands for: raw white space becomes spaces (a line end of two characters one space), the five
 * named and all numeric references are replaced. No other entity is known, so nothing can expand.
 *
 * Deviation from XML 1.0: Android writes characters beyond U+FFFF as two surrogate references; they are joined. A half
 * without its other half, which text cut in mid-emoji leaves behind, becomes U+FFFD.
 *
 * @param offset where the raw value starts, for errors
 * @throws {ScanFault} on anything XML forbids.
 */
export function decodeAttributeValue(raw: string, offset: number): string {
  let decoded = '';
  let copied = 0;
  let at = 0;
  while (at < raw.length) {
    const code = raw.charCodeAt(at);
    if (code === 0x26) {
      const end = raw.indexOf(';', at);
      if (end < 0 || end - at > LONGEST_REFERENCE)
        throw new ScanFault(offset + at, 'a "&" that starts no reference');
      decoded += raw.slice(copied, at) + referenced(raw.slice(at + 1, end), offset + at);
      at = end + 1;
      copied = at;
    } else if (code === 0x0d || code === 0x0a || code === 0x09) {
      decoded += `${raw.slice(copied, at)} `;
      at += code === 0x0d && raw.charCodeAt(at + 1) === 0x0a ? 2 : 1;
      copied = at;
    } else {
      if (code === 0x3c) throw new ScanFault(offset + at, 'a raw "<" inside an attribute');
      if (code < 0x20 || code === 0xfffe || code === 0xffff) {
        throw new ScanFault(offset + at, `a character XML forbids (code ${code})`);
      }
      at += 1;
    }
  }
  return (copied === 0 ? raw : decoded + raw.slice(copied)).replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** Text for the inside of `&…;`. Surrogates are kept as they are; two in a row are a character. */
function referenced(reference: string, offset: number): string {
  if (!reference.startsWith('#')) {
    const named = Object.hasOwn(NAMED, reference) ? NAMED[reference] : undefined;
    if (named === undefined) throw new ScanFault(offset, `an unknown entity "&${reference};"`);
    return named;
  }
  const hexadecimal = reference.startsWith('#x');
  const digits = reference.slice(hexadecimal ? 2 : 1);
  const wellFormed = hexadecimal ? /^[0-9a-fA-F]+$/.test(digits) : /^[0-9]+$/.test(digits);
  const code = wellFormed ? Number.parseInt(digits, hexadecimal ? 16 : 10) : Number.NaN;
  if (!isReferable(code)) throw new ScanFault(offset, `a reference to no character "&${reference};"`);
  return String.fromCodePoint(code);
}

/** The characters of XML 1.0, and the surrogates. */
function isReferable(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d;
  return code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
}
