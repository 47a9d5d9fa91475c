import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linedJson } from '../../../pocket/graph-file.js';
import { questionsFile } from '../../../pocket/questions-file.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Milestone } from '../../domain/milestones/milestone.js';
import { OPTION_LETTERS } from '../../domain/questions/question.js';
import { readGraphFile } from '../../formats/graph/read-graph.js';
import { readQuestions } from '../../formats/suite/read-questions.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import { POCKET_FOLDER } from './pocket-benchmark.js';

const FILE = join(POCKET_FOLDER, 'questions.json');
const graph = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
const { suite } = await readSuite(join(POCKET_FOLDER, 'suite.json'));
const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
const tasks = new Map(suite.tasks.map((task) => [task.id, task]));
const questions = await readQuestions(FILE, {
  hasNode: (id) => nodes.has(id),
  hasTask: (id) => tasks.has(id),
});

/** Every text and description on a state. */
function wordsOn(id: string): Set<string> {
  const hierarchy = nodes.get(id)?.screens?.[0]?.hierarchy;
  if (hierarchy === undefined) throw new Error(`${id} has no UI hierarchy`);
  const parsed = parseHierarchy(readFileSync(join(POCKET_FOLDER, hierarchy)), { file: id });
  return new Set(parsed.nodes.flatMap(({ text, description }) => [text, description]));
}

/** States that reach the last milestone of a task. */
function endsOf(task: string): ReadonlySet<string> {
  const leavesOf = (milestone: Milestone): Milestone[] =>
    milestone.type === 'group' ? milestone.children.flatMap(leavesOf) : [milestone];
  const last = (tasks.get(task)?.milestones ?? []).flatMap(leavesOf).at(-1);
  return new Set(last?.type === 'screen' ? last.screens : []);
}

/** All states of a page: what stands before `~` names the page, behind it what is particular. */
const pageOf = (id: string): string => id.split('~')[0] ?? id;

describe("Pocket's questions", () => {
  it('are 24 of each kind, each letter right equally often', () => {
    for (const dimension of ['goal', 'knowledge']) {
      const own = questions.filter((question) => question.dimension === dimension);
      expect(own).toHaveLength(24);
      for (const letter of OPTION_LETTERS) {
        expect(own.filter(({ right }) => right === letter)).toHaveLength(6);
      }
    }
    expect(new Set(questions.map(({ id }) => id)).size).toBe(48);
  });

  it('are the file that is built from them', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(linedJson(questionsFile(), 'questions'));
  });

  it('have a right end that their task wants, and wrong ones that it does not', () => {
    const asked = questions.filter(({ dimension }) => dimension === 'goal');
    for (const { id, check, right, question } of asked) {
      if (check?.type !== 'result') throw new Error(`${id} cannot be checked`);
      expect(question, id).toContain(tasks.get(check.task)?.instructions['en']);
      const ends = endsOf(check.task);
      for (const letter of OPTION_LETTERS) {
        const reached = check.states[letter].filter((state) => ends.has(state));
        expect(reached, `${id} ${letter}`).toEqual(letter === right ? check.states[letter] : []);
      }
    }
  });

  it('have a right page with the element, which no state of the wrong pages has', () => {
    const asked = questions.filter(({ dimension }) => dimension === 'knowledge');
    for (const { id, check, right } of asked) {
      if (check?.type !== 'element') throw new Error(`${id} cannot be checked`);
      for (const letter of OPTION_LETTERS) {
        const pages = new Set(check.states[letter].map(pageOf));
        const states =
          letter === right
            ? check.states[letter]
            : [...nodes.keys()].filter((node) => pages.has(pageOf(node)));
        for (const state of states) {
          expect(wordsOn(state).has(check.element), `${id} ${letter} ${state}`).toBe(letter === right);
        }
      }
    }
  });
});
