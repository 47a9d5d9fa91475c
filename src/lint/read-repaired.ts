import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../domain/finding.js';
import { DatasetError } from '../errors.js';
import { findJsonProblem, isJson, lineAndColumn } from '../formats/json-scan.js';
import { readTextFile } from '../formats/read-json-file.js';
import { findingOfError, lintRepeatedKeys } from './file-findings.js';
import { found } from './rules.js';

export interface ReadRepairedOptions {
  /** Write missing commas into the file. */
  readonly repair: boolean;
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
}

/** A JSON text that can be parsed, missing commas put in; null where more is wrong with it. */
export interface RepairedText {
  readonly text: string | null;
  readonly findings: readonly Finding[];
}

/** Most commas that are put in before a file is given up. */
const MOST_COMMAS = 100;

/**
 * Reads a JSON file of the folder. Where commas are missing, each is a finding and the text is returned with them, so
 * that the rest can be checked; with `repair` they are written into the file, too.
 */
export async function readRepaired(
  folder: string,
  file: string,
  options: ReadRepairedOptions,
): Promise<RepairedText> {
  const path = join(folder, file);
  let original: string;
  try {
    original = await readTextFile(path, options);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return { text: null, findings: [findingOfError(error, file)] };
  }
  const findings: Finding[] = [];
  let text = original;
  let problem = isJson(text) ? null : findJsonProblem(text);
  while (problem !== null && problem.kind === 'missing-comma' && findings.length < MOST_COMMAS) {
    findings.push({
      ...found('file/syntax', { file, subjects: [file], message: problem.message }),
      // Commas put in earlier stand before this place on the same line only if the line lacks several.
      place: { file, ...lineAndColumn(text, problem.offset) },
    });
    text = `${text.slice(0, problem.offset)},${text.slice(problem.offset)}`;
    problem = findJsonProblem(text);
  }
  if (problem !== null) {
    const place = { file, ...lineAndColumn(text, problem.offset) };
    findings.push({ ...found('file/syntax', { file, subjects: [file], message: problem.message }), place });
    return { text: null, findings };
  }
  if (!options.repair || findings.length === 0) {
    return { text, findings: [...findings, ...lintRepeatedKeys(text, file)] };
  }
  const failure = await rewrite(path, text);
  const repaired = findings.map((finding): Finding => {
    if (failure !== null) return { ...finding, hint: `The file could not be rewritten: ${failure}.` };
    const repaired = found('file/repaired', {
      file,
      subjects: [file],
      message: 'a missing comma was put in',
    });
    return { ...repaired, place: finding.place };
  });
  return { text, findings: [...repaired, ...lintRepeatedKeys(text, file)] };
}

/** The file appears whole or stays as it was. Says why it could not be written. */
async function rewrite(path: string, text: string): Promise<string | null> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, path);
    return null;
  } catch (error) {
    await rm(partial, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}
