import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ExplorationProgress, ExplorationRecord } from '../../builder/explore/explore-options.js';
import { Exploration } from '../../builder/explore/explore.js';
import { explorePublished } from '../../builder/explore/reference/explore-published.js';
import { publishedNodeFiles, type PublishedNode } from '../../builder/explore/reference/published-node.js';
import { GuardEnvironment } from '../../environments/guard/guard-environment.js';
import { FORBIDDEN_KINDS } from '../../domain/task-fields/forbidden-kind.js';
import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import { hierarchyFile, pictureFile } from '../../formats/survey/read-survey.js';
import type { SurveyCapture, SurveyEvent } from '../../formats/survey/survey-event.js';
import { SurveyWriter } from '../../formats/survey/survey-writer.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import type { ModelRoles } from '../../models/model.js';
import {
  openRecordedPhone,
  type RecordedPhone,
  type RecordedPhoneChoice,
} from '../record/open-recorded-phone.js';
import type { ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';
import { fillMisses, type FilledMisses } from './fill-misses.js';
import { openStage, type StageRole } from './open-stage.js';

export interface ExploreAppOptions extends ProfileOptions {
  readonly phone: RecordedPhoneChoice;
  /** Folder of the survey; one that is there is gone on with. */
  readonly out: string;
  /** App that is opened and stayed in; null: the one in front, and of a benchmark's phone everything. */
  readonly app: string | null;
  readonly mode: Mode;
  /** Steps, of all sessions. */
  readonly maxSteps: number;
  /** Of this session. */
  readonly maxSeconds: number;
  /** Whether a model may be asked; where the settings name none, none is. */
  readonly usesModel: boolean;
  /** File of misses that are to be tried in place of exploring; relative to the working directory. */
  readonly at: string | null;
  /** Models in place of the settings', such as scripted ones in tests. */
  readonly models?: ModelRoles;
  readonly onProgress: (progress: ExplorationProgress) => void;
}

/** What an exploration came to. Counts are of all sessions. */
export interface ExploredApp extends ExplorationProgress {
  /** Absolute. */
  readonly survey: string;
  readonly end: 'nothing-new' | 'steps' | 'seconds' | 'complete';
  /** What was known after so many steps, a point for each new screen. */
  readonly coverage: Exploration['curve'];
  /** Notes by kind. */
  readonly notes: Readonly<Record<string, number>>;
  /** Milliseconds of the explorer's own work per step. */
  readonly ownMsPerStep: number;
  readonly cost: ModelCost;
  /** Misses that were tried, where a file of them was named. */
  readonly filled?: FilledMisses;
}

const EXPLORER: StageRole = { name: 'explorer', does: 'says what a screen is for and what to type into it' };
const PUBLISHED_ROLES: readonly StageRole[] = [
  { name: 'lister', does: 'lists what can be tapped on a screen' },
  { name: 'operator', does: 'carries out a path as a task' },
];
/** Size of a screen's file at most. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Points of the curve that are told. */
const CURVE_POINTS = 60;

/**
 * Explores an app, or goes on with it, and writes what was seen as a survey.
 *
 * @throws {UserError} for a phone that is none, and where `reference` mode has no model
 * @throws {UserError} where the folder holds another survey
 */
export async function exploreApp(settings: Settings, options: ExploreAppOptions): Promise<ExploredApp> {
  const { workingDirectory, signal, mode, models } = options;
  const folder = resolve(workingDirectory, options.out);
  const roles = rolesOf(settings, options);
  await using phone = await openRecordedPhone(options.phone, settings, options);
  const forbid = new Set(settings.forbid ?? FORBIDDEN_KINDS);
  // The explorer passes over what is forbidden; what it meets on its way, and what models do, is kept from the phone.
  await using environment = new GuardEnvironment(phone.environment, forbid);
  const identity = { phone: phone.identity, choice: options.phone, app: options.app, mode };
  await using stage = await openStage(settings, {
    ...options,
    stage: 'explore',
    folder,
    identity,
    roles,
    ...(models === undefined ? {} : { models }),
  });
  const events: SurveyEvent[] = [];
  await using writer = await SurveyWriter.open(folder, startOf(phone, options, identity), {
    onEvent: (event) => events.push(event),
    signal,
  });
  const record = countingRecord(writer, events);
  const start = { task: phone.task, repeat: 0, seed: settings.seed };
  const exploration = new Exploration({
    environment,
    start,
    record,
    ...(events.length > 1 ? { earlier: { events, load: loadFrom(folder) } } : {}),
    forbid,
    app: options.app,
    isWholePhone: options.app === null && options.phone.type === 'benchmark',
    ask: roles.length === 0 ? null : stage.ask,
    maxSteps: options.maxSteps,
    maxMs: options.maxSeconds * 1000,
    signal,
    onProgress: options.onProgress,
  });
  let end: ExploredApp['end'];
  let filled: ExploredApp['filled'];
  if (options.at !== null) {
    filled = await fillMisses(exploration, { ...options, at: options.at, events: [...events] });
    ({ end } = filled);
  } else if (mode === 'reference') {
    end = await explorePublished({
      environment,
      start,
      record,
      ask: stage.ask,
      app: options.app ?? '',
      earlier: [...events],
      maxSteps: options.maxSteps,
      maxMs: options.maxSeconds * 1000,
      save: (node) => saveNode(join(folder, 'trajectories'), node),
      signal,
    });
  } else end = await exploration.run();
  writer.append({ type: 'survey-end', reason: end });
  await writer.commit();
  const counted =
    mode === 'reference' && options.at === null
      ? { steps: record.counts.steps, screens: record.counts.screens.size }
      : {};
  return {
    ...exploration.progress,
    ...counted,
    survey: folder,
    end,
    coverage: thinned(exploration.curve),
    notes: record.counts.notes,
    ownMsPerStep: exploration.ownMsPerStep,
    cost: stage.wholeCost,
    ...(filled === undefined ? {} : { filled }),
  };
}

/** The writer of a survey, and what went through it. */
interface CountingRecord extends ExplorationRecord {
  readonly counts: {
    /** Of all calls. */
    readonly steps: number;
    /** Hashes of the screens that were seen. */
    readonly screens: ReadonlySet<string>;
    /** By kind; of all calls. */
    readonly notes: Readonly<Record<string, number>>;
  };
}

function countingRecord(writer: SurveyWriter, earlier: readonly SurveyEvent[]): CountingRecord {
  const counts = { steps: 0, screens: new Set<string>(), notes: {} as Record<string, number> };
  const count = (event: { readonly type: string; readonly kind?: string }): void => {
    if (event.type === 'step') counts.steps += 1;
    if (event.type !== 'note' || event.kind === undefined) return;
    counts.notes[event.kind] = (counts.notes[event.kind] ?? 0) + 1;
  };
  const see = ({ picture, hierarchy, capture }: Partial<SurveyCapture>): void => {
    counts.screens.add(picture ?? hierarchy ?? String(capture));
  };
  for (const event of earlier) if (event.type === 'capture') see(event);
  for (const event of earlier) count(event);
  return {
    counts,
    capture: async (screen) => {
      const captured = await writer.capture(screen);
      see(captured);
      return captured;
    },
    append: (event) => {
      count(event);
      writer.append(event);
    },
    commit: () => writer.commit(),
  };
}

function rolesOf(
  settings: Settings,
  { mode, usesModel, at, models, app }: ExploreAppOptions,
): readonly StageRole[] {
  const hasModel = models !== undefined || settings.model !== null || settings.profile !== null;
  if (mode === 'reference' && at === null) {
    if (!usesModel || !hasModel) {
      throw new UserError('--mode reference asks two models, and none is named', {
        hint: 'Name one with --model or --profile, or leave --mode out.',
      });
    }
    if (app === null) {
      throw new UserError('--mode reference begins by opening an app, and none is named', {
        hint: 'Name it with --app.',
      });
    }
    return PUBLISHED_ROLES;
  }
  return usesModel && hasModel && at === null ? [EXPLORER] : [];
}

function startOf(
  phone: RecordedPhone,
  { phone: choice, app }: ExploreAppOptions,
  identity: unknown,
): Parameters<typeof SurveyWriter.open>[1] {
  const named =
    choice.type === 'benchmark' ? choice.name : choice.type === 'url' ? choice.url : choice.serial;
  return {
    name: app ?? named ?? 'phone',
    source: 'exploration',
    environment: phone.identity,
    app,
    identity: sha256(canonicalJson(identity)),
  };
}

function loadFrom(folder: string) {
  return async (capture: SurveyCapture) => {
    const [picture, hierarchy] = [pictureFile(capture), hierarchyFile(capture)];
    const limits = { maxBytes: MOST_BYTES, within: folder };
    return {
      // A picture is decoded only where there is no hierarchy, or where a model is asked about it.
      picture: picture === null ? null : await readBytes(join(folder, picture), limits),
      hierarchy: hierarchy === null ? null : await readBytes(join(folder, hierarchy), limits),
      mediaType: `image/${picture?.split('.').at(-1) ?? 'png'}`.replace('jpg', 'jpeg'),
    };
  };
}

/** Keeps a node as the published exploration does: JPEG files of quality 85, on white. */
async function saveNode(folder: string, node: PublishedNode): Promise<void> {
  const screens = await Promise.all(
    node.screens.map(async (data, index) => {
      const rule = { resize: null, format: 'jpeg', quality: 85 } as const;
      const place = { file: `(screen ${index})` };
      return (await preparePicture({ mediaType: 'image/png', data }, rule, place)).data;
    }),
  );
  for (const [path, content] of publishedNodeFiles({ ...node, screens })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeWholeFile(join(folder, path), content);
  }
}

function thinned<T>(points: readonly T[]): T[] {
  const every = Math.max(1, Math.ceil(points.length / CURVE_POINTS));
  return points.filter((_, index) => index % every === 0 || index === points.length - 1);
}
