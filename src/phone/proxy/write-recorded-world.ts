import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UserError } from '../../errors.js';
import { copyPlainFile } from '../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { GraphFileSchema } from '../../formats/graph/graph-file.js';
import { NotAPhoneLogError } from '../../formats/phone/phone-log-errors.js';
import { loadPhoneLog } from '../../formats/phone/read-phone-log.js';
import { SuiteFileSchema } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { recordedGraph, type RecordedGraph } from './recorded-graph.js';
import { recordedSteps } from './recorded-steps.js';
import { readableHierarchy } from './screen-identity.js';

export interface WrittenWorld extends RecordedGraph {
  /** Actions after the last capture, which are lost. */
  readonly unseen: number;
}

/** Steps that an episode on the world may take. */
const MAX_STEPS = 50;

/**
 * Makes a world of a recording: `graph.json`, a `suite.json` of one task, and the screens.
 *
 * @throws {NotAPhoneLogError} when the folder holds no recording
 * @throws {UserError} when nothing was captured, or the folder holds a world already
 */
export async function writeRecordedWorld(
  recording: string,
  options: { readonly out: string; readonly instruction: string; readonly signal: AbortSignal },
): Promise<WrittenWorld> {
  const { out, instruction, signal } = options;
  const file = join(recording, 'phone.jsonl');
  if (!existsSync(file)) {
    throw new NotAPhoneLogError(`${recording} holds no recording: it has no phone.jsonl`, {
      hint: 'Name the folder that `touchstone phone record-proxy` recorded into.',
    });
  }
  const { header, events } = await loadPhoneLog(file, { signal });
  const steps = recordedSteps(events);
  if (steps.captures.length === 0) {
    throw new UserError('no screen was captured', {
      place: { file },
      hint: 'Worlds are made of what `touchstone phone record-proxy` recorded, once a command was given.',
    });
  }
  if (existsSync(join(out, 'graph.json'))) {
    throw new UserError(`${out} holds a world already`, { hint: 'Name another folder with --out.' });
  }
  const hierarchies = new Map<string, UiHierarchy | null>();
  for (const { hierarchy } of steps.captures) {
    if (hierarchy === null || hierarchies.has(hierarchy)) continue;
    const xml = await readBytes(join(recording, 'screens', `${hierarchy}.xml`), {
      maxBytes: FILE_LIMITS.hierarchy,
      within: recording,
      signal,
    }).catch(() => null);
    hierarchies.set(hierarchy, readableHierarchy(xml));
  }
  const name = basename(recording);
  const made = recordedGraph(steps, {
    name,
    size: header.profile.size,
    hierarchyOf: ({ hierarchy }) => (hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null)),
  });
  await mkdir(join(out, 'screens'), { recursive: true });
  for (const { screens = [] } of made.graph.nodes) {
    for (const { picture, hierarchy } of screens) {
      for (const path of [picture, hierarchy]) {
        if (path !== undefined && existsSync(join(recording, path))) {
          await copyPlainFile(join(recording, path), join(out, path), {
            maxBytes: FILE_LIMITS.picture,
            within: recording,
            signal,
          });
        }
      }
    }
  }
  await writeJsonFile(
    join(out, 'suite.json'),
    {
      formatVersion: 2,
      name,
      version: '1',
      languages: ['en'],
      defaultMaxSteps: MAX_STEPS,
      tasks: [
        {
          id: 'recorded',
          instructions: { en: instruction },
          apps: [],
          tags: [],
          milestones: [],
          evaluators: [],
        },
      ],
    },
    SuiteFileSchema,
    { signal },
  );
  // Last: a folder with a graph is a whole world.
  await writeJsonFile(join(out, 'graph.json'), made.graph, GraphFileSchema, { signal });
  return { ...made, unseen: steps.unseen };
}
