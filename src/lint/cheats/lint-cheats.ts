import type { Finding } from '../../domain/finding.js';
import type { MoveGraph } from '../../domain/graph/move-graph.js';
import type { Proof } from '../../domain/proof.js';
import { askedText, carriedText, carriesText, type CarriedText } from '../../domain/text/carried-text.js';
import { quoteText } from '../../domain/text/quote-text.js';
import { confirmWitnesses, type WitnessCourt } from '../confirm-witness.js';
import { found } from '../rules.js';
import { startOf } from '../task-rules/milestone-rules.js';
import type { TaskSubject, TasksSubject } from '../task-subject.js';
import { findCheat, type CheatStep, type RuleWatch } from './find-cheat.js';
import { namedThings } from './named-things.js';
import { sequenceText } from './sequence-text.js';

/** What the search knows besides the tasks. */
export interface CheatSearch {
  readonly moves: MoveGraph;
  /** By node, every text that its screens show; nothing where they have no UI hierarchy. */
  readonly texts: ReadonlyMap<number, readonly string[]>;
  /** The rules of a task besides its milestones; null where it has none. */
  watch(task: string): RuleWatch | null;
  readonly court: WitnessCourt;
}

/**
 * Tasks that pass although something that their instruction names is never touched: no screen that shows it is visited,
 * it is neither typed nor answered, and no app of that name is opened. One finding per task and name, with the shortest
 * sequence. Names that the world does not know are passed over.
 */
export async function lintCheats(
  subject: TasksSubject,
  proofs: readonly Proof[],
  search: CheatSearch,
): Promise<Finding[]> {
  const { moves, court } = search;
  const world = new NamesOfWorld(search);
  const templates = new Map(proofs.map((proof) => [proof.task, proof]));
  const findings: Finding[] = [];
  for (const task of subject.tasks) {
    const start = startOf(task, moves.graph);
    const proof = templates.get(task.id);
    const watch = search.watch(task.id);
    // What cannot be solved cannot be cheated either; what has no rules is said elsewhere.
    if (start === null || proof === undefined || proof.status === 'unsolvable') continue;
    if (watch === null && task.rules.leaves.length === 0) continue;
    for (const name of namesOf(task)) {
      court.signal.throwIfAborted();
      const places = world.showing(name);
      if (places.size === 0 && !world.isTyped(name)) continue;
      const steps = await findCheat({
        moves,
        start,
        milestones: task.rules,
        countsAnswers: subject.countsAnswers,
        watch,
        forbidden: {
          node: (node) => places.has(node),
          text: (text) => isSaidIn(name, carriedText(text)),
        },
        budget: task.maxSteps,
        passes: (sequence) => passes(sequence, proof, search),
      });
      if (steps === null) continue;
      const message = `task ${task.id} passes without ${quoteText(name)}, which its instruction names: ${sequenceText(steps, moves.graph)}`;
      findings.push(
        found('task/passes-without-name', {
          file: subject.file,
          path: task.path,
          subjects: [task.id],
          message,
        }),
      );
    }
  }
  return findings;
}

/** Names of the instruction in the first language. */
function namesOf({ instructions, apps }: TaskSubject): readonly string[] {
  const [instruction = ''] = Object.values(instructions);
  return namedThings(instruction, apps);
}

async function passes(
  steps: readonly CheatStep[],
  proof: Proof,
  { moves: { graph }, court }: CheatSearch,
): Promise<boolean> {
  const witness = steps.map(({ action, to }) => ({
    action,
    next: to === null ? null : (graph.nodes[to]?.id ?? null),
    screen: 0,
  }));
  const [judged] = await confirmWitnesses(
    graph,
    [{ ...proof, status: 'solved', startScreen: 0, witness }],
    court,
  );
  return judged?.confirmed === true;
}

/** Where the world shows or takes a name. */
class NamesOfWorld {
  readonly #texts: ReadonlyMap<number, readonly CarriedText[]>;
  readonly #typed: readonly CarriedText[];

  constructor({ texts, moves }: CheatSearch) {
    this.#texts = new Map([...texts].map(([node, shown]) => [node, shown.map(carriedText)]));
    this.#typed = moves.graph.nodes.flatMap(({ edges }) =>
      edges.flatMap(({ actions }) =>
        actions.flatMap((action) => (action.type === 'type' ? [carriedText(action.text)] : [])),
      ),
    );
  }

  showing(name: string): ReadonlySet<number> {
    return new Set(
      [...this.#texts].flatMap(([node, shown]) => (shown.some((text) => isSaidIn(name, text)) ? [node] : [])),
    );
  }

  isTyped(name: string): boolean {
    return this.#typed.some((text) => isSaidIn(name, text));
  }
}

/** Whether a text carries the name; a number also with a zero in front, as clocks write it. */
function isSaidIn(name: string, text: CarriedText): boolean {
  if (carriesText(askedText(name), text)) return true;
  return /^\p{N}/u.test(name) && carriesText(askedText(`0${name}`), text);
}
