import type { Finding } from '../../domain/finding.js';
import { touchPoint } from '../../domain/coordinates/off-screen.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { found, type RuleId } from '../rules.js';
import type { FindingList } from './finding-list.js';
import { EpisodeFindings } from './episode-findings.js';
import { hasEnd } from './episode-rules.js';

interface Part {
  readonly rule: RuleId;
  /** What it is called where it is missing. */
  readonly name: string;
  /** Whether a step could have it at all. */
  readonly applies: (step: RecordedStep) => boolean;
  readonly has: (step: RecordedStep) => boolean;
}

const always = (): boolean => true;
const says = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

const PARTS: readonly Part[] = [
  {
    rule: 'recording/touch-without-box',
    name: 'area of the touched element',
    applies: ({ action }) => touchPoint(action) !== null,
    has: ({ box }) => box !== undefined,
  },
  {
    rule: 'recording/missing-annotation',
    name: 'instruction of its own',
    applies: always,
    has: ({ stepInstruction }) => says(stepInstruction),
  },
  ...(['description', 'intention', 'context'] as const).map((name): Part => ({
    rule: 'recording/missing-annotation',
    name,
    applies: always,
    has: ({ annotation }) => says(annotation?.[name]),
  })),
];

/**
 * What an episode lacks and others of its dataset have. A dataset that has none of it anywhere was made without, and
 * gets one finding.
 */
export class LackingRules {
  readonly #folder: string;
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, FindingList>();
  readonly #makeList: () => FindingList;
  readonly #counts = new Map<string, number>();
  #episodes = 0;

  constructor(folder: string, makeList: () => FindingList) {
    this.#folder = folder;
    this.#makeList = makeList;
  }

  async look(episode: RecordedEpisode, locate: (findings: Finding[]) => Promise<Finding[]>): Promise<void> {
    this.#episodes += 1;
    for (const part of PARTS) {
      const findings = new EpisodeFindings(episode, this.#folder);
      for (const [index, step] of episode.steps.entries()) {
        if (part.has(step)) this.#seen.add(part.name);
        else if (part.applies(step)) findings.atStep(part.rule, index, `no ${part.name}`);
      }
      await this.#wait(part.name, findings, locate);
    }
    if (hasEnd(episode)) {
      this.#seen.add(END);
      return;
    }
    const findings = new EpisodeFindings(episode, this.#folder);
    const last = episode.steps.length - 1;
    findings.atStep('recording/no-end', last, `the last step is ${episode.steps[last]?.action.type ?? ''}`);
    await this.#wait(END, findings, locate);
  }

  /** Called after every episode was checked. */
  finish(): FindingList[] {
    if (this.#episodes === 0) return [];
    return [...this.#waiting].map(([name, list]) => {
      if (this.#seen.has(name)) return list;
      const none = this.#makeList();
      const rule =
        name === END ? 'recording/no-end' : (PARTS.find((part) => part.name === name)?.rule ?? null);
      if (rule === null) return none;
      const message =
        name === END
          ? 'no episode of the dataset says that it is over'
          : `no step of the dataset has the ${name}`;
      none.add([found(rule, { message, file: null, subjects: [name], severity: 'note' })]);
      return none;
    });
  }

  async #wait(
    name: string,
    findings: EpisodeFindings,
    locate: (findings: Finding[]) => Promise<Finding[]>,
  ): Promise<void> {
    const listed = findings.list();
    if (listed.length === 0) return;
    const list = this.#waiting.get(name) ?? this.#makeList();
    this.#waiting.set(name, list);
    const count = (this.#counts.get(name) ?? 0) + listed.length;
    this.#counts.set(name, count);
    // Line numbers are not worth it for what will most likely be one finding.
    const isWorthIt = this.#seen.has(name) || count <= LOCATED_UNSEEN;
    list.add(isWorthIt ? await locate(listed) : listed);
  }
}

const END = 'end';
/** Findings that get their lines before any episode was seen to have what these lack. */
const LOCATED_UNSEEN = 100;
