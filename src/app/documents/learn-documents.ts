import {
  learnFromDemonstration,
  type Demonstration,
  type Learned,
} from '../../agents/appagent/learn-from-demonstration.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { AppDocuments } from '../../domain/app-documents.js';
import { itemKeyText } from '../../domain/episode.js';
import { instructionOf, type Task } from '../../domain/task.js';
import { DatasetError, UserError } from '../../errors.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { Model } from '../../models/model.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';

/** A demonstration, and what to call it. */
export interface NamedDemonstration extends Demonstration {
  readonly name: string;
}

export interface LearnDocumentsOptions {
  readonly model: Model;
  readonly documents: AppDocuments;
  readonly refine: boolean;
  /** The official texts in place of ours. */
  readonly official?: PromptTexts;
  readonly signal: AbortSignal;
  /** Callback after each demonstration. */
  readonly onLearned?: (name: string, learned: Learned) => void;
}

/**
 * The episodes of a run that passed, as demonstrations; all finished ones where `all` is set. A failed episode shows
 * how elements are used as well, but not for what.
 *
 * @throws {UserError} where none passed
 */
export async function* runDemonstrations(
  directory: string,
  benchmark: Benchmark,
  { all, signal }: { readonly all: boolean; readonly signal: AbortSignal },
): AsyncGenerator<NamedDemonstration> {
  const index = await indexRun(directory, { signal });
  const { language } = index.start.identity.benchmark;
  const passed = new Set<string>();
  for await (const { key, outcome } of readResults(index, index.start.identity.mode, { signal })) {
    if (outcome === 'passed') passed.add(itemKeyText(key));
  }
  if (!all && passed.size === 0) {
    throw new UserError(`no episode of ${directory} passed`, {
      hint: 'Score it with `touchstone score RUN`, or learn from failed episodes as well with --all-episodes.',
    });
  }
  const screen = benchmark.world?.screen.bind(benchmark.world);
  const episodes = readEpisodes(index, {
    ...(all ? {} : { items: passed }),
    ...(screen === undefined ? {} : { screen }),
    signal,
  });
  for await (const { item, task, episode } of episodes) {
    const { trajectory } = episode;
    yield { name: itemKeyText(item.key), instruction: instructionIn(task, language), trajectory };
  }
}

/**
 * Documents from demonstrations, one after the other: what the first ones teach is known to the later ones.
 *
 * @throws {DatasetError} when no step of any of them uses a labelled element
 */
export async function learnDocuments(
  demonstrations: AsyncIterable<NamedDemonstration>,
  { onLearned, ...options }: LearnDocumentsOptions,
): Promise<AppDocuments> {
  const { documents } = options;
  let used = 0;
  for await (const { name, ...demonstration } of demonstrations) {
    const learned = await learnFromDemonstration(demonstration, { ...options, name });
    used += learned.written + learned.known + learned.unanswered;
    onLearned?.(name, learned);
  }
  if (used === 0) {
    throw new DatasetError('no step of these episodes uses an element that could be described', {
      hint: 'Learning needs screenshots and UI hierarchies before and after touches of clickable elements.',
    });
  }
  return documents;
}

/** What a task asks for, in this language where it has it. */
export function instructionIn(task: Task, language: string | null): string {
  const languages = Object.keys(task.instructions);
  return instructionOf(
    task,
    language !== null && language in task.instructions ? language : (languages[0] ?? ''),
  );
}
