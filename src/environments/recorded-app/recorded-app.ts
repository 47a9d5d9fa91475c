import { createHash } from 'node:crypto';
import type { Action } from '../../domain/action.js';
import type { Box } from '../../domain/geometry.js';
import { parseBounds } from '../../domain/hierarchy/bounds.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { areaOf, matchesRecorded } from './match-recorded.js';

/** One way somebody went through an app, from the screen that the app starts with. */
export interface AppRecording {
  readonly id: string;
  /** At least one; each screen with what was done on it. */
  readonly steps: readonly { readonly screen: Screen; readonly action: Action }[];
}

/** A step of a recording, by their numbers. */
interface Place {
  readonly recording: number;
  readonly step: number;
}

/** A step of a recording as an agent can be at it. */
export interface RecordedPlace {
  readonly recording: string;
  readonly step: number;
  readonly screen: Screen;
  readonly action: Action;
}

/** How much of an app its recordings show. */
export interface AppCoverage {
  readonly recordings: number;
  /** Screens that differ. */
  readonly screens: number;
  /** Different actions that lead on from a screen. */
  readonly ways: number;
}

/** What an action leads to where somebody recorded it. */
export interface RecordedMove {
  readonly node: string;
  readonly screen: Screen;
}

/** Name of the node that an app starts with. */
const START_NODE = 'start';

/**
 * All recordings of one app, laid over each other: an app starts with the same screen in all of them, and screens are one
 * wherever class, resource id, text and description of every node outside the system bars agree. Holds what was done and a
 * hash of each screen, no screens.
 *
 * Source: ours, in the manner of ColorBench's merged trajectories.
 */
export class RecordedApp {
  readonly #recordings: readonly AppRecording[];
  readonly #nodes: ReadonlyMap<string, readonly Place[]>;
  /** Node of each step of each recording. */
  readonly #nodeOf: readonly (readonly string[])[];

  private constructor(
    recordings: readonly AppRecording[],
    nodes: ReadonlyMap<string, readonly Place[]>,
    nodeOf: readonly (readonly string[])[],
  ) {
    this.#recordings = recordings;
    this.#nodes = nodes;
    this.#nodeOf = nodeOf;
  }

  /** @throws {DatasetError} when a screen cannot be read, or there is no recording */
  static async build(
    recordings: readonly AppRecording[],
    options: { readonly signal: AbortSignal },
  ): Promise<RecordedApp> {
    if (recordings.length === 0) throw new DatasetError('no recording of the app is there');
    const hashes: string[][] = [];
    for (const { steps } of recordings) {
      const hashesOfSteps: string[] = [];
      for (const { screen } of steps) hashesOfSteps.push(await screenHash(screen, options));
      hashes.push(hashesOfSteps);
    }
    // Any screen that looks like one that the app starts with is that screen.
    const starts = new Set(hashes.map(([first]) => first));
    const nodeOf = hashes.map((ofSteps) => ofSteps.map((hash) => (starts.has(hash) ? START_NODE : hash)));
    const nodes = new Map<string, Place[]>();
    for (const [recording, ofSteps] of nodeOf.entries()) {
      for (const [step, node] of ofSteps.entries()) {
        const places = nodes.get(node) ?? [];
        nodes.set(node, places);
        places.push({ recording, step });
      }
    }
    return new RecordedApp(recordings, nodes, nodeOf);
  }

  get coverage(): AppCoverage {
    const ways = new Set(
      [...this.#nodes].flatMap(([node, places]) =>
        places
          .filter(({ recording, step }) => this.#stepOf({ recording, step: step + 1 }) !== undefined)
          .map((place) => `${node} ${JSON.stringify(this.#stepOf(place)?.action)}`),
      ),
    );
    return { recordings: this.#recordings.length, screens: this.#nodes.size, ways: ways.size };
  }

  /** Where a recording stands at a node for the first time from one of its steps on; null where it never does. */
  placeIn(recording: string, node: string, from = 0): RecordedPlace | null {
    const place = (this.#nodes.get(node) ?? []).find(
      (candidate) => this.#idOf(candidate) === recording && candidate.step >= from,
    );
    const step = place === undefined ? undefined : this.#stepOf(place);
    return place === undefined || step === undefined ? null : { recording, step: place.step, ...step };
  }

  /** The screen that the app starts with, as a recording shows it. */
  start(recording: string): RecordedMove {
    const own = this.#recordings.find(({ id }) => id === recording) ?? this.#recordings[0];
    const screen = own?.steps[0]?.screen;
    if (screen === undefined) throw new DatasetError(`the recording ${recording} has no screens`);
    return { node: START_NODE, screen };
  }

  /**
   * Where an action leads that somebody recorded at this node; null where nobody did. Of several that match, those of the
   * own recording come first, from the own step on before earlier ones; then the one on the smallest element.
   */
  move(
    node: string,
    action: Action,
    screen: Screen,
    { recording, step: ownStep }: { readonly recording: string; readonly step: number },
  ): RecordedMove | null {
    const matching = (this.#nodes.get(node) ?? []).flatMap((place) => {
      const step = this.#stepOf(place);
      const next = this.#stepOf({ recording: place.recording, step: place.step + 1 });
      if (step === undefined || next === undefined) return [];
      if (!matchesRecorded(action, step.action, screen.size)) return [];
      return [{ place, next, area: areaOf(step.action) }];
    });
    const own = ({ place }: { place: Place }): number => {
      if (this.#idOf(place) !== recording) return 2;
      return place.step >= ownStep ? 0 : 1;
    };
    const [best] = matching.toSorted((one, other) => own(one) - own(other) || one.area - other.area);
    if (best === undefined) return null;
    const reached = this.#nodeOf[best.place.recording]?.[best.place.step + 1];
    if (reached === undefined) return null;
    return { node: reached, screen: best.next.screen };
  }

  /** Whether somebody did something at a node that led on. */
  hasWays(node: string): boolean {
    const places = this.#nodes.get(node) ?? [];
    return places.some(({ recording, step }) => this.#stepOf({ recording, step: step + 1 }) !== undefined);
  }

  /** Boxes of the fields that somebody typed into at a node. */
  fields(node: string): Box[] {
    return (this.#nodes.get(node) ?? []).flatMap((place) => {
      const action = this.#stepOf(place)?.action;
      if (action?.type !== 'type' || action.target?.type !== 'selector') return [];
      const box = parseBounds(action.target.attributes['bounds'] ?? '');
      return box === null ? [] : [box];
    });
  }

  #stepOf({ recording, step }: Place): AppRecording['steps'][number] | undefined {
    return this.#recordings[recording]?.steps[step];
  }

  #idOf({ recording }: Place): string | undefined {
    return this.#recordings[recording]?.id;
  }
}

const SEEN = ['class', 'resource-id', 'text', 'content-desc'] as const;

/** SHA-256 over what decides whether two screens are one. */
async function screenHash(screen: Screen, options: { readonly signal: AbortSignal }): Promise<string> {
  if (screen.hierarchy === null) throw new DatasetError(`the screen ${screen.id} has no UI hierarchy`);
  const hierarchy = parseHierarchy(await screen.hierarchy.load(options), { file: screen.id });
  return hashOf(hierarchy);
}

function hashOf({ nodes }: UiHierarchy): string {
  const hash = createHash('sha256');
  for (const node of nodes)
    hash.update(`${JSON.stringify(SEEN.map((name) => node.attribute(name) ?? null))}\n`);
  return hash.digest('hex');
}
