import { createHash } from 'node:crypto';
import type { Finding } from '../../domain/finding.js';
import type { RecordedEpisode, RecordedSplit } from '../../domain/recordings/recorded-episode.js';
import type { FilePlace } from '../../errors.js';
import { found } from '../rules.js';
import { relativePlace } from './episode-findings.js';

/** Characters of a hash that stand for an instruction: collisions would need billions of them. */
const HASH_LENGTH = 16;
/** Episodes that a message names. */
const NAMED = 3;

interface Group {
  readonly ids: string[];
  readonly place: FilePlace | undefined;
}

/** Which episodes are asked for the same in the same words. Keeps a hash and the ids, no text. */
export class InstructionRules {
  readonly #groups = new Map<string, Group>();

  look({ id, instructions, place }: RecordedEpisode): void {
    for (const [language, text] of Object.entries(instructions)) {
      const normal = normalInstruction(text);
      if (normal === '') continue;
      const hash = createHash('sha256')
        .update(`${language}\n${normal}`)
        .digest('base64')
        .slice(0, HASH_LENGTH);
      const group = this.#groups.get(hash);
      if (group === undefined) this.#groups.set(hash, { ids: [id], place });
      else if (group.ids.at(-1) !== id) group.ids.push(id);
    }
  }

  /** @param splits are asked whether an instruction is on both of their sides */
  finish(folder: string, splits: readonly RecordedSplit[]): Finding[] {
    const repeated = [...this.#groups.values()].filter(({ ids }) => ids.length > 1);
    const findings = repeated.map(({ ids, place }): Finding => {
      const more = ids.length > NAMED + 1 ? `, … (${ids.length} in all)` : '';
      const finding = found('recording/duplicate-instruction', {
        message: `episode ${ids[0]} is asked for the same as ${ids.slice(1, NAMED + 1).join(', ')}${more}`,
        file: null,
        subjects: [...ids],
      });
      return { ...finding, place: relativePlace(place, folder) };
    });
    return [...findings, ...splits.flatMap((split) => leaks(repeated, split, folder))];
  }
}

function leaks(
  repeated: readonly Group[],
  { name, file, train, test }: RecordedSplit,
  folder: string,
): Finding[] {
  const [trained, tested] = [new Set(train), new Set(test)];
  const leaking = repeated.filter(
    ({ ids }) => ids.some((id) => trained.has(id)) && ids.some((id) => tested.has(id)),
  );
  if (leaking.length === 0) return [];
  const ids = leaking.flatMap((group) => group.ids.filter((id) => tested.has(id)));
  const finding = found('recording/leaked-instruction', {
    message: `${ids.length} test ${ids.length === 1 ? 'episode' : 'episodes'} of the split ${name} ask for what a training episode asks for, in the same words: ${some(ids)}`,
    file: null,
    subjects: [name, ...ids],
  });
  return [{ ...finding, place: relativePlace({ file }, folder) }];
}

/** The first of several names. */
export function some(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? `, … (${names.length} in all)` : ''}`;
}

/** Upper and lower case, white space, width of letters, and what ends a sentence make no other instruction. */
function normalInstruction(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s"'“”‘’]+|[\s"'“”‘’.!?。！？]+$/g, '');
}
