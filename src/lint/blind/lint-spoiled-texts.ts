import { BugError } from '../../errors.js';
import type { Finding } from '../../domain/finding.js';
import type { Chooser, ChooserFactory } from '../../domain/graph/chooser.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Proof } from '../../domain/proof.js';
import { confirmWitnesses, type WitnessCourt } from '../confirm-witness.js';
import { found } from '../rules.js';
import type { TasksSubject } from '../task-subject.js';
import { TEXT_CHANGES, withTexts } from './changed-texts.js';

/** Tasks whose shortest solution passes with what it types emptied, replaced or broken off: they ask for no text. */
export async function lintSpoiledTexts(
  graph: Graph,
  subject: TasksSubject,
  proofs: readonly Proof[],
  court: WitnessCourt,
): Promise<Finding[]> {
  const lenient: WitnessCourt = {
    ...court,
    open: (world, stage) => court.open(world, { ...stage, chooser: whereverItLeads(stage.chooser) }),
  };
  const ways = new Map<string, string[]>();
  for (const change of TEXT_CHANGES) {
    const spoiled = proofs.flatMap((proof) => spoil(proof, change));
    for (const { task, confirmed } of await confirmWitnesses(graph, spoiled, lenient)) {
      if (confirmed === true) ways.set(task, [...(ways.get(task) ?? []), change.means]);
    }
  }
  return subject.tasks.flatMap(({ id, path }) => {
    const means = ways.get(id);
    if (means === undefined) return [];
    const message = `the shortest solution of task ${id} passes ${means.join(' and ')}`;
    return [found('task/text-not-needed', { file: subject.file, path, subjects: [id], message })];
  });
}

function spoil(proof: Proof, change: (typeof TEXT_CHANGES)[number]): Proof[] {
  if (proof.status !== 'solved') return [];
  const actions = withTexts(
    proof.witness.map(({ action }) => action),
    change,
  );
  if (actions === null) return [];
  const witness = proof.witness.map((step, index) => ({ ...step, action: actions[index] ?? step.action }));
  return [{ ...proof, witness }];
}

/** The wanted place where it is among those that may be drawn, else the first: with another text the way may be another. */
function whereverItLeads(chooserOf: ChooserFactory): ChooserFactory {
  return (key): Chooser => {
    const wanted = chooserOf(key);
    return {
      position: 0,
      choose(candidates, kind) {
        try {
          return wanted.choose(candidates, kind);
        } catch (error) {
          if (!(error instanceof BugError)) throw error;
          return 0;
        }
      },
    };
  };
}
