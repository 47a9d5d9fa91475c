import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkTransitions, type SeenScreen } from '../../../builder/fidelity/check-transitions.js';
import { fidelitySummary, type FidelitySummary } from '../../../builder/fidelity/fidelity-summary.js';
import { moveKey } from '../../../builder/fidelity/recorded-moves.js';
import { screenLooks, type ScreenLooks } from '../../../builder/fidelity/screen-looks.js';
import { changedLabels } from '../../../builder/fidelity/screen-words.js';
import { StateIndex } from '../../../builder/fidelity/state-index.js';
import { buildGraph } from '../../../domain/graph/build-graph.js';
import type { Graph, GraphScreen } from '../../../domain/graph/graph.js';
import type { Screen } from '../../../domain/screen.js';
import type { ForbiddenKind } from '../../../domain/task-fields/forbidden-kind.js';
import { GuardEnvironment } from '../../../environments/guard/guard-environment.js';
import { UserError } from '../../../errors.js';
import { isThere } from '../../../files/is-there.js';
import type {
  CheckedTransition,
  FidelityEnd,
  FidelityEvent,
  LiveScreenSeen,
} from '../../../formats/fidelity/fidelity-event.js';
import { FidelityWriter } from '../../../formats/fidelity/fidelity-writer.js';
import { openFolderContent, type ContentSource } from '../../../formats/graph/content-source.js';
import { MAX_GRAPH_BYTES, parseGraphFile } from '../../../formats/graph/read-graph.js';
import { readTextFile } from '../../../formats/read-json-file.js';
import { sha256 } from '../../../formats/run/canonical-json.js';
import { RunLock } from '../../../formats/run/run-lock.js';
import { openRecordedPhone, type RecordedPhoneChoice } from '../../record/open-recorded-phone.js';
import type { AppContext } from '../../app-context.js';
import type { Settings } from '../../settings/setting.js';

export interface CheckFidelityOptions {
  /** Folder of the recorded world; absolute. */
  readonly world: string;
  /** The live phone. */
  readonly phone: RecordedPhoneChoice;
  /** Folder of the report, gone on with where it is there; absolute. */
  readonly out: string;
  readonly maxSteps: number;
  readonly maxSeconds: number | null;
  /** Kinds of actions that are not done. */
  readonly forbid: readonly ForbiddenKind[];
  readonly workingDirectory: string;
  readonly environment: AppContext['environment'];
  readonly signal: AbortSignal;
  /** Callback after each step on the phone. */
  readonly onProgress: (decided: number, of: number) => void;
}

/** What a comparison with the live app found, earlier sessions included. */
export interface FidelityFindings {
  /** Absolute file of the journal. */
  readonly journal: string;
  readonly reason: FidelityEnd['reason'];
  /** Of this session. */
  readonly steps: number;
  readonly resets: number;
  readonly transitions: readonly CheckedTransition[];
  readonly screens: readonly LiveScreenSeen[];
  readonly summary: FidelitySummary;
}

/**
 * Does on a live phone what a recorded world says can be done, and keeps what was the same and what was not. A check that was
 * interrupted goes on where it was.
 *
 * @throws {DatasetError} for a world that cannot be read
 * @throws {UserError} where the world has no screens to compare with, or the folder holds another comparison
 */
export async function checkFidelity(
  settings: Settings,
  options: CheckFidelityOptions,
): Promise<FidelityFindings> {
  const { world, out, signal, maxSteps, maxSeconds } = options;
  const file = join(world, 'graph.json');
  const text = await readTextFile(file, { signal, maxBytes: MAX_GRAPH_BYTES });
  const graph = buildGraph(parseGraphFile(text, file));
  const recorded = await recordedLooks(graph, await openFolderContent(world, { signal }), signal);
  if (recorded.every((screens) => screens.every(({ words, thumb }) => words === null && thumb === null))) {
    throw new UserError('the world has no screens to compare with', {
      place: { file },
      hint: 'Its screens need pictures or UI hierarchies.',
    });
  }
  await requireLive(options);
  await using phone = await openRecordedPhone(options.phone, settings, options);
  await using environment = new GuardEnvironment(phone.environment, options.forbid);
  await mkdir(out, { recursive: true });
  await using _lock = await RunLock.acquire(out, { writer: 'fidelity' });
  const transitions: CheckedTransition[] = [];
  const screens: LiveScreenSeen[] = [];
  await using writer = await FidelityWriter.open(
    out,
    {
      world,
      graph: sha256(text),
      environment: phone.identity,
      seed: settings.seed,
      choice: JSON.stringify({ phone: options.phone, forbid: [...options.forbid].toSorted() }),
    },
    {
      signal,
      onEvent: (event: FidelityEvent) => {
        if (event.type === 'transition') transitions.push(event);
        else if (event.type === 'screen') screens.push(event);
      },
    },
  );
  const index = new StateIndex(recorded);
  const known = new Map(transitions.map((one) => [moveKey(one.from, one.action), one.verdict]));
  const done = await checkTransitions({
    graph,
    index,
    environment,
    start: { task: phone.task, repeat: 0, seed: settings.seed },
    maxSteps,
    deadline: maxSeconds === null ? Infinity : performance.now() + maxSeconds * 1000,
    seed: settings.seed,
    signal,
    known,
    onStep: options.onProgress,
    onScreen: async (seen) => {
      const id = seen.node === null ? null : graph.nodes[seen.node]?.id;
      const isKnown = screens.some(({ node, fresh }) => node === id && fresh);
      // Of a state the first screen that nothing was done before says whether it is stale.
      if (id === null || !seen.isFresh || isKnown) return;
      await keepScreen(seen, { graph, index, writer, screens });
    },
    onVerdict: async (verdict, seen) => {
      const screen = seen === null ? null : await keepScreen(seen, { graph, index, writer, screens });
      transitions.push(writer.transition({ ...verdict, screen }));
      await writer.commit();
    },
  });
  writer.end(done.reason);
  await writer.commit();
  return {
    journal: writer.file,
    ...done,
    transitions,
    screens,
    summary: fidelitySummary(transitions, screens),
  };
}

/** What says where a live app is, in its folder. */
const LIVE_FILES = ['live.json', 'android.json'];
/** Likeness of pictures from which they show the same. */
const SAME_PICTURE = 0.8;

/** Number of the screen: the one that it was kept under before, where it is the same. */
async function keepScreen(
  { observation, looks, node, similarity, isFresh }: SeenScreen,
  {
    graph,
    index,
    writer,
    screens,
  }: {
    readonly graph: Graph;
    readonly index: StateIndex;
    readonly writer: FidelityWriter;
    readonly screens: LiveScreenSeen[];
  },
): Promise<number> {
  const { screen } = observation;
  const signal = new AbortController().signal;
  const picture = screen.picture === null ? null : await screen.picture.load({ signal });
  const hierarchy = screen.hierarchy === null ? null : await screen.hierarchy.load({ signal });
  const id = node === null ? null : (graph.nodes[node]?.id ?? null);
  const hierarchyHash = hierarchy === null ? null : sha256(hierarchy);
  const before = screens.find(
    (one) => one.node === id && one.hierarchy === hierarchyHash && one.fresh === isFresh,
  );
  if (before !== undefined && hierarchyHash !== null) return before.screen;
  const closest = node === null ? null : index.closestScreen(node, looks);
  const { missing, added } =
    closest?.words == null || looks.words === null
      ? { missing: [], added: [] }
      : changedLabels(closest.words, looks.words);
  const event = await writer.screen(
    {
      node: id,
      similarity,
      fresh: isFresh,
      repainted: closest === null || closest.words !== null ? null : similarity < SAME_PICTURE,
      missing,
      added,
      size: screen.size,
      activity: screen.activity,
    },
    { picture, hierarchy },
  );
  screens.push(event);
  return event.screen;
}

/** By node, what each of its recorded screens is recognised by. */
async function recordedLooks(
  graph: Graph,
  content: ContentSource,
  signal: AbortSignal,
): Promise<readonly (readonly ScreenLooks[])[]> {
  const looks: ScreenLooks[][] = [];
  for (const { screens } of graph.nodes) {
    const own: ScreenLooks[] = [];
    for (const screen of screens) own.push(await screenLooks(screenOf(screen, content), { signal }));
    looks.push(own);
  }
  return looks;
}

function screenOf({ id, picture, hierarchy, activity, size }: GraphScreen, content: ContentSource): Screen {
  return {
    id,
    size,
    activity,
    picture: picture === null ? null : content.open(picture),
    hierarchy: hierarchy === null ? null : content.open(hierarchy),
  };
}

/** @throws {UserError} for a recorded world that says nowhere what is live */
async function requireLive({ phone, workingDirectory }: CheckFidelityOptions): Promise<void> {
  if (phone.type !== 'benchmark') return;
  const folder = resolve(workingDirectory, phone.name);
  if (!(await isThere(join(folder, 'graph.json')))) return;
  for (const file of LIVE_FILES) if (await isThere(join(folder, file))) return;
  throw new UserError(`${phone.name} names no live app: it has no ${LIVE_FILES.join(' and no ')}`, {
    hint: 'Name the app with --url, a phone with --device, or the folder of a live app with --live.',
  });
}
