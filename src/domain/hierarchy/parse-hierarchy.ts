import { HierarchyParseError } from './hierarchy-parse-error.js';
import { DEFAULT_HIERARCHY_LIMITS, type HierarchyLimits } from './hierarchy-limits.js';
import { ScanFault } from './scan-fault.js';
import { scanHierarchy } from './scan-hierarchy.js';
import type { UiHierarchy } from './ui-hierarchy.js';

export interface ParseHierarchyOptions {
  /** Name for error messages. */
  readonly file?: string;
  readonly limits?: Partial<HierarchyLimits>;
}

/**
 * Reads a UI hierarchy from the XML of a uiautomator dump, as text or UTF-8 bytes. Top-level windows of the package
 * `com.android.systemui` are no part of its nodes. Takes time linear in the input's length.
 *
 * @throws {HierarchyParseError} with file, line and column when the input is truncated, not XML, holds anything but nodes
 *   with bounds, or exceeds the limits.
 */
export function parseHierarchy(xml: string | Uint8Array, options: ParseHierarchyOptions = {}): UiHierarchy {
  const file = options.file ?? '(UI hierarchy)';
  const limits = { ...DEFAULT_HIERARCHY_LIMITS, ...options.limits };
  if (xml.length > limits.size) {
    throw new HierarchyParseError(`longer than ${limits.size}`, { place: { file } });
  }
  const text = typeof xml === 'string' ? xml : decodeUtf8(xml, file);
  try {
    return scanHierarchy(text, limits);
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    throw new HierarchyParseError(`not a UI hierarchy: ${error.message}`, {
      place: { file, ...placeOf(text, error.offset) },
    });
  }
}

function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new HierarchyParseError('not UTF-8 text', { place: { file }, cause });
  }
}

/** Line and column from 1. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
