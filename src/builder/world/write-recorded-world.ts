import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { UserError } from '../../errors.js';
import { isThere } from '../../files/is-there.js';
import { SuiteFileSchema } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import type { Capture } from '../material/material.js';
import { phoneLogMaterial } from '../material/phone-log-material.js';
import { exactStates } from './exact-states.js';
import { readHierarchies } from './read-hierarchies.js';
import { worldGraph, type WorldGraph } from './world-graph.js';
import { writeWorld } from './write-world.js';

export interface WrittenWorld extends WorldGraph {
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
  const material = await phoneLogMaterial(recording, { signal });
  if (material.captures.length === 0) {
    throw new UserError('no screen was captured', {
      place: { file: material.file },
      hint: 'Worlds are made of what `touchstone phone record-proxy` recorded, once a command was given.',
    });
  }
  if (await isThere(join(out, 'graph.json'))) {
    throw new UserError(`${out} holds a world already`, { hint: 'Name another folder with --out.' });
  }
  const hierarchies = await readHierarchies(material.captures, { signal });
  const hierarchyOf = ({ hierarchy }: Capture): UiHierarchy | null =>
    hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null);
  const name = basename(recording);
  const states = exactStates(material.captures, hierarchyOf);
  const made = worldGraph(material, { name, size: material.phone, states, hierarchyOf });
  await mkdir(out, { recursive: true });
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
  await writeWorld(made.graph, { captures: material.captures, out, signal });
  return { ...made, unseen: material.unseen };
}
