import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { DETECTOR_ROLE, servedDetector } from '../../agents/marks/detector.js';
import type { ElementSource } from '../../agents/marks/element-source.js';
import { markedAgent } from '../../agents/marks/marked-agent.js';
import { MarksMissingError } from '../../agents/marks/marks-missing-error.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';
import type { RoleProfiles } from '../run/role-profiles.js';
import type { SettingOrigins, Settings } from '../settings/setting.js';
import { openElementsFolder } from './elements-folder.js';
import { runScreens } from './run-screens.js';

/** Screens that are looked at for a UI hierarchy, where nothing else could be marked. */
const MOST_LOOKS = 50;

/** The agent with a role for the detector, where it needs marks and the user names a detector. */
export function withDetectorRole(agent: Agent, { others }: RoleProfiles): Agent {
  if (!others.has(DETECTOR_ROLE.name)) return agent;
  const { needs } = agent;
  return { ...agent, needs: { ...needs, models: [...needs.models, DETECTOR_ROLE.name] } };
}

/**
 * The agent with a source of marks for screens without a UI hierarchy: files of detected elements, then a served detector.
 * An agent that needs no marks stays as it is.
 *
 * @throws {UserError} for a source that would change nothing
 * @throws {MarksMissingError} when there are screens without a hierarchy and no source
 * @throws {ElementsFileError} for files that do not fit the screens of the run
 */
export async function withMarks(
  agent: Agent,
  benchmark: Benchmark,
  { elements, observation }: Pick<Settings, 'elements' | 'observation'>,
  options: {
    readonly profiles: RoleProfiles;
    readonly items: readonly string[] | null;
    readonly origins?: SettingOrigins | undefined;
    readonly workingDirectory: string;
    readonly signal: AbortSignal;
  },
): Promise<Agent> {
  const { profiles, items, origins, workingDirectory, signal } = options;
  const isServed = profiles.others.has(DETECTOR_ROLE.name);
  if (agent.needs.marks === undefined) {
    if (elements !== null && origins?.elements === 'flag') throw idle(agent, '--elements');
    if (isServed) throw idle(agent, `--role ${DETECTOR_ROLE.name}`);
    return agent;
  }
  if (observation === 'screenshot') {
    throw new UserError('the model answers with numbers of marks, and --observation screenshot shows none', {
      hint: 'Leave --observation out, or name a dialect that answers with positions.',
    });
  }
  const sources: ElementSource[] = [];
  if (elements !== null) {
    const folder = resolve(workingDirectory, elements);
    await requireThere(folder);
    const screens = runScreens(benchmark, items, { signal });
    sources.push(await openElementsFolder(folder, screens, { isWhole: !isServed, signal }));
  }
  if (isServed) sources.push(servedDetector);
  if (sources.length === 0) await requireHierarchies(benchmark, items, signal);
  return markedAgent(agent, sources);
}

async function requireThere(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return;
  throw new UserError('the folder of --elements is not there', {
    place: { file: folder },
    hint: 'It holds an output of OmniParser for each picture (docs/marks.md).',
  });
}

async function requireHierarchies(
  benchmark: Benchmark,
  items: readonly string[] | null,
  signal: AbortSignal,
): Promise<void> {
  let looks = 0;
  for await (const { hierarchy, picture } of runScreens(benchmark, items, { signal })) {
    if (hierarchy === null && picture !== null) {
      throw new MarksMissingError(`screens of ${benchmark.name} have no UI hierarchy`);
    }
    looks += 1;
    if (looks === MOST_LOOKS) return;
  }
}

function idle({ name }: Agent, flag: string): UserError {
  return new UserError(`${flag} would change nothing: the agent ${name} is shown no marks`, {
    hint: 'Leave it out, or name a dialect that answers with marks (docs/marks.md).',
  });
}
