import { sampleText, type RunIdentity } from '../../domain/run.js';
import type { JournalEventOf, RunStatus } from '../../formats/run/journal/event.js';
import { isVoidEnd, type RunIndex } from '../../formats/run/run-index.js';
import type { GateNote } from '../../formats/run/scores/gate-note.js';
import { abilityRate } from '../../metrics/abilities/ability-rate.js';
import { countAbilities, type ItemMilestones } from '../../metrics/abilities/ability-counts.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { Table } from '../../metrics/tables/table.js';
import { agentKind } from './agent-kind.js';
import type { ReportAbility, ReportRun } from '../view/report-run.js';
import type { ReportProblem } from '../view/report-problem.js';
import { dimensionsSummary, runSummary, type SummedFacts } from './run-summary.js';

/** Something in a run's files that cannot be read. */
export interface DamageNote {
  readonly message: string;
  readonly hint: string | null;
}

/** What a run is besides its episodes: with them, all that a {@link ReportRun} is made from. Plain data. */
export interface RunFacts extends SummedFacts {
  readonly directory: string;
  readonly start: JournalEventOf<'run-start'>;
  readonly status: RunStatus | null;
  /** Of the finished items, those that are void. */
  readonly voided: number;
  readonly damage: readonly DamageNote[];
  /** Whether anything of it has a score. */
  readonly isScored: boolean;
  readonly gate: GateNote | null;
}

/** What its journals alone tell. */
export function runFacts(index: RunIndex): Omit<RunFacts, 'damage' | 'isScored' | 'gate'> {
  const { directory, start, status, cost, activeMs, items } = index;
  let voided = 0;
  for (const { end } of items.values()) if (isVoidEnd(end)) voided += 1;
  return {
    directory,
    start,
    status,
    cost,
    activeMs,
    planned: start.planned,
    finished: items.size,
    voided,
  };
}

/** A run as a report shows it. `rows` are its episodes and what is known not to have been run. */
export function reportRun(
  facts: RunFacts,
  rows: readonly ResultRow[],
  options: {
    readonly milestones: readonly ItemMilestones[];
    readonly agentTitle?: string;
    readonly inDimensions?: boolean;
    readonly tables?: readonly Table[];
    readonly notes?: ReportRun['notes'];
  },
): ReportRun {
  const { start, status, gate } = facts;
  const { identity } = start;
  const { agent, benchmark, mode } = identity;
  const inDimensions = options.inDimensions === true;
  return {
    id: start.run,
    label: runLabel(identity),
    kind: agentKind(identity),
    agent: `${agent.name} ${agent.version}`,
    agentTitle: options.agentTitle ?? null,
    models: modelNames(identity),
    benchmark: benchmarkText(benchmark),
    mode,
    language: benchmark.language,
    startedAt: start.at,
    status: status ?? 'crashed',
    planned: start.planned,
    inDimensions,
    summary: inDimensions ? dimensionsSummary(facts, rows) : runSummary(facts, rows),
    abilities: abilities(options.milestones),
    tables: options.tables ?? [],
    identity: identityEntries(identity),
    identityHash: start.identityHash,
    problems: problemsOf(facts),
    warnings: start.warnings,
    ...(options.notes === undefined ? {} : { notes: options.notes }),
    gate: gate === null ? null : { met: gate.met, sentences: gate.checks.map(({ sentence }) => sentence) },
  };
}

/** What could not be read of a run, then what is missing of it as a whole. */
function problemsOf(facts: RunFacts): readonly ReportProblem[] {
  const { directory: place, damage, finished, planned, status, voided, isScored } = facts;
  const problems: ReportProblem[] = damage.map((one) => ({ kind: 'damaged', place, ...one, counts: [] }));
  const note = (kind: ReportProblem['kind']): void => {
    problems.push({ kind, place, message: null, hint: null, counts: [finished, planned] });
  };
  if (finished === 0) note('no-episodes');
  else if (status !== 'complete' && status !== 'decided' && finished < planned) note('unfinished');
  if (finished > 0 && voided === finished) note('voided');
  else if (finished > 0 && !isScored) note('unscored');
  return problems;
}

function abilities(milestones: readonly ItemMilestones[]): readonly ReportAbility[] {
  return countAbilities(milestones).map((count) => {
    const { ability, hit, total, interval } = abilityRate(count);
    return {
      ability,
      reached: hit,
      counted: total,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
    };
  });
}

/** Agent and models, as people name a run. */
export function runLabel({ agent, models }: RunIdentity): string {
  return [agent.name, ...new Set(Object.values(models).map(modelName))].join(' · ');
}

/** Role and model id of every model that the agent is bound to. */
export function modelNames({ models }: RunIdentity): readonly string[] {
  return Object.entries(models).map(([role, model]) => `${role}: ${modelName(model)}`);
}

/** An identity as one line per entry: path, and text or JSON. */
export function identityEntries(identity: RunIdentity): readonly (readonly [string, string])[] {
  return flatten(identity);
}

function modelName(model: Readonly<Record<string, unknown>>): string {
  const name = model['model'] ?? model['modelId'] ?? model['name'];
  return typeof name === 'string' ? name : JSON.stringify(model);
}

/** `mine (version 1)`; the split where that is not all of it. */
export function benchmarkText({ name, version, split, sample }: RunIdentity['benchmark']): string {
  const drawn = sample === undefined ? '' : `, ${sampleText(sample)}`;
  return `${name}${split === 'all' ? '' : `, split ${split}`}${drawn} (version ${version})`;
}

/** A configuration as one line per entry. */
function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path, JSON.stringify(value)]];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, '{}']];
  return entries.flatMap(([name, entry]) => flatten(entry, path === '' ? name : `${path}.${name}`));
}
