import { createHash } from 'node:crypto';
import { z } from 'zod';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { canonicalJson } from '../../../domain/text/canonical-json.js';
import { FileSchemaError } from '../../../formats/file-errors.js';
import { readJsonFile, readTextFile } from '../../../formats/read-json-file.js';
import { DelimitedScanner } from '../../../formats/test-cases/scan-delimited.js';
import { isBlankRow } from '../../../formats/test-cases/table-row.js';
import { domainNamed, LENS_DOMAINS } from './lens-domains.js';
import { interactionNamed, LENS_INTERACTIONS } from './lens-interactions.js';

/** What somebody says of one task; null leaves it to the data. */
export interface LensLabel {
  readonly domains: readonly string[] | null;
  readonly interactions: readonly string[] | null;
}

/** Labels of tasks, by episode. */
export interface LensLabels {
  readonly byEpisode: ReadonlyMap<string, LensLabel>;
  /** SHA-256 over what they say. */
  readonly hash: string;
}

const TextsSchema = z.union([z.string().transform((text) => partsOf(text)), z.array(z.string())]);

const LabelsFileSchema = z.record(
  z.string(),
  z.strictObject({ domains: TextsSchema.optional(), interactions: TextsSchema.optional() }),
);

const HINT =
  'Write a CSV file with the columns episode, domains and interactions (several in one field with semicolons), or a JSON object {"episode": {"domains": […], "interactions": […]}}.';

/**
 * A file that says to which domains and kinds of interaction tasks belong: CSV with the columns `episode`, `domains` and
 * `interactions`, or a JSON object by episode.
 *
 * @throws {FileSchemaError} naming the line, and the name that was probably meant
 */
export async function readLensLabels(
  file: string,
  options: { readonly signal: AbortSignal },
): Promise<LensLabels> {
  const rows = file.toLowerCase().endsWith('.csv')
    ? await csvRows(file, options)
    : Object.entries(await readJsonFile(file, LabelsFileSchema, options)).map(
        ([episode, { domains, interactions }]): LabelRow => ({
          episode,
          domains: domains ?? null,
          interactions: interactions ?? null,
          line: null,
        }),
      );
  const byEpisode = new Map<string, LensLabel>();
  for (const { episode, line, ...row } of rows) {
    const place = line === null ? { file } : { file, line };
    if (byEpisode.has(episode)) {
      throw new FileSchemaError(`episode ${episode} is labelled twice`, { place, hint: 'Name each once.' });
    }
    const named = (
      given: readonly string[] | null,
      what: string,
      nameOf: (name: string) => string | null,
      all: readonly string[],
    ): readonly string[] | null =>
      given === null
        ? null
        : [
            ...new Set(
              given.map((name) => {
                const known = nameOf(name);
                if (known !== null) return known;
                throw new FileSchemaError(`episode ${episode}: "${name}" is no ${what}`, {
                  place,
                  hint: `${didYouMean(name, all)}There are ${all.join(', ')}.`,
                });
              }),
            ),
          ];
    byEpisode.set(episode, {
      domains: named(
        row.domains,
        'domain',
        domainNamed,
        LENS_DOMAINS.map(({ name }) => name),
      ),
      interactions: named(row.interactions, 'kind of interaction', interactionNamed, LENS_INTERACTIONS),
    });
  }
  const content = canonicalJson(Object.fromEntries(byEpisode));
  return { byEpisode, hash: createHash('sha256').update(content).digest('hex') };
}

interface LabelRow extends LensLabel {
  readonly episode: string;
  /** null where nobody knows it. */
  readonly line: number | null;
}

async function csvRows(file: string, options: { readonly signal: AbortSignal }): Promise<LabelRow[]> {
  const scanner = new DelimitedScanner(file, ',');
  const text = await readTextFile(file, options);
  const [heading, ...rows] = [...scanner.push(text), ...scanner.end()].filter((row) => !isBlankRow(row));
  const names = heading?.cells.map(({ text: name }) => name.trim().toLowerCase()) ?? [];
  const places = { episode: names.indexOf('episode'), domains: -1, interactions: -1 };
  places.domains = names.findIndex((name) => name === 'domains' || name === 'domain');
  places.interactions = names.findIndex((name) => name === 'interactions' || name === 'interaction');
  if (places.episode < 0 || (places.domains < 0 && places.interactions < 0)) {
    throw new FileSchemaError('the first row names no column episode with domains or interactions', {
      place: { file, line: heading?.line ?? 1 },
      hint: HINT,
    });
  }
  return rows.map(({ cells, line }) => {
    const field = (place: number): string => cells[place]?.text.trim() ?? '';
    const listed = (place: number): string[] | null => (field(place) === '' ? null : partsOf(field(place)));
    const episode = field(places.episode);
    if (episode === '') {
      throw new FileSchemaError('a row names no episode', { place: { file, line }, hint: HINT });
    }
    return { episode, domains: listed(places.domains), interactions: listed(places.interactions), line };
  });
}

function partsOf(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
