import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../../domain/finding.js';
import type { Size } from '../../../domain/geometry.js';
import type { GraphSource, SourceScreen } from '../../../domain/graph/graph-source.js';
import { HierarchyParseError } from '../../../domain/hierarchy/hierarchy-parse-error.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { DatasetError, formatPlace } from '../../../errors.js';
import { within } from '../../../lint/file-findings.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';
import { found } from '../../../lint/rules.js';

/** Many times the largest phone screen; more would be a file that wants the memory. */
const MOST_PIXELS = 64_000_000;

/** Kinds of files that a world holds for its screens; others (a licence, a readme) are nobody's orphans. */
const RECORDED = /\.(?:png|jpe?g|webp|xml)$/i;

/** Files read and decoded at the same time. */
const CONCURRENCY = 4;

/** Files that screens name, and files that none names. Each file is read once, however many screens name it. */
export async function lintWorldFiles(
  folder: string,
  source: GraphSource,
  options: { readonly signal: AbortSignal },
): Promise<Finding[]> {
  const present = await filesBelow(folder);
  const screens = source.nodes.flatMap(({ screens }) => screens ?? []);
  const findings: Finding[] = [];
  const work: (() => Promise<Finding[]>)[] = [];
  const named = new Set<string>();
  const ask = (path: string | undefined, screen: SourceScreen, check: () => Promise<Finding[]>): void => {
    if (path === undefined) return;
    if (!present.has(path)) {
      const message = `screen ${screen.id} names this file, which is not there`;
      findings.push(found('world/missing-file', { file: path, subjects: [screen.id, path], message }));
    } else if (!named.has(path)) {
      work.push(check);
    }
    named.add(path);
  };
  for (const screen of screens) {
    const { picture, hierarchy } = screen;
    ask(picture, screen, () =>
      lintPicture(folder, picture ?? '', screen.size ?? source.screenSize, screen.id, options),
    );
    ask(hierarchy, screen, () => lintHierarchy(folder, hierarchy ?? '', screen.id, options));
  }
  const next = work.values();
  const worker = async (): Promise<void> => {
    for (const check of next) findings.push(...(await check()));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  for (const path of present) {
    if (named.has(path) || !RECORDED.test(path)) continue;
    const message = 'no screen names this file';
    findings.push(found('world/orphan-file', { file: path, subjects: [path], message }));
  }
  return findings;
}

async function filesBelow(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries.flatMap((entry) =>
      entry.isDirectory() ? [] : [within(folder, join(entry.parentPath, entry.name))],
    ),
  );
}

async function lintPicture(
  folder: string,
  path: string,
  expected: Size,
  screen: string,
  options: { readonly signal: AbortSignal },
): Promise<Finding[]> {
  const where = { file: path, subjects: [screen, path] };
  const bytes = await bytesOf(folder, path, options);
  if (typeof bytes === 'string') return [found('file/unreadable', { ...where, message: bytes })];
  const size = await decodePicture(bytes);
  if (typeof size === 'string') {
    const message = `the picture of ${screen} cannot be decoded: ${size}`;
    return [found('world/broken-picture', { ...where, message })];
  }
  if (size.width === expected.width && size.height === expected.height) return [];
  const message = `the picture of ${screen} is ${size.width} × ${size.height} pixels, its screen ${expected.width} × ${expected.height}`;
  return [found('world/picture-size', { ...where, message, details: { size, expected } })];
}

async function lintHierarchy(
  folder: string,
  path: string,
  screen: string,
  options: { readonly signal: AbortSignal },
): Promise<Finding[]> {
  const where = { file: path, subjects: [screen, path] };
  const bytes = await bytesOf(folder, path, options);
  if (typeof bytes === 'string') return [found('file/unreadable', { ...where, message: bytes })];
  try {
    parseHierarchy(bytes);
    return [];
  } catch (error) {
    if (!(error instanceof HierarchyParseError)) throw error;
    const finding = found('world/broken-hierarchy', {
      ...where,
      message: `the UI hierarchy of ${screen} cannot be parsed: ${withoutPlace(error)}`,
    });
    const { line, column } = error.place ?? {};
    if (line === undefined) return [finding];
    return [{ ...finding, place: { file: path, line, ...(column !== undefined && { column }) } }];
  }
}

/** The bytes of a file, or why they cannot be had. */
async function bytesOf(
  folder: string,
  path: string,
  options: { readonly signal: AbortSignal },
): Promise<Buffer | string> {
  try {
    return await readBytes(join(folder, path), { maxBytes: FILE_LIMITS.picture, within: folder, ...options });
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return withoutPlace(error);
  }
}

function withoutPlace(error: DatasetError | HierarchyParseError): string {
  const prefix = error.place === undefined ? '' : `${formatPlace(error.place)}: `;
  return error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
}

/**
 * Decodes a picture as a whole.
 *
 * @returns its size in pixels, or why it cannot be decoded.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Size | string> {
  // Loaded here: checking a world without pictures should not pay for it.
  const { default: sharp } = await import('sharp');
  try {
    const { info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}
