import type { Finding } from '../domain/finding.js';
import { placesOf } from '../formats/json-places.js';

/** The findings with line and column, where they name a path in a JSON file whose text is given (by file). */
export function locateFindings(findings: readonly Finding[], texts: ReadonlyMap<string, string>): Finding[] {
  const located = [...findings];
  const waiting = new Map<string, { index: number; path: readonly (string | number)[] }[]>();
  for (const [index, { place }] of findings.entries()) {
    if (place?.path === undefined || place.line !== undefined || !texts.has(place.file)) continue;
    const group = waiting.get(place.file);
    const entry = { index, path: place.path };
    if (group === undefined) waiting.set(place.file, [entry]);
    else group.push(entry);
  }
  for (const [file, group] of waiting) {
    const places = placesOf(
      file,
      texts.get(file) ?? '',
      group.map(({ path }) => path),
    );
    for (const [number, { index, path }] of group.entries()) {
      const { line, column } = places[number] ?? {};
      const finding = located[index];
      if (finding === undefined || line === undefined || column === undefined) continue;
      located[index] = { ...finding, place: { file, line, column, path: [...path] } };
    }
  }
  return located;
}
