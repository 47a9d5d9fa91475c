import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { everyMilestone, type Milestone } from '../../domain/milestones/milestone.js';
import { randomStream } from '../../domain/random.js';
import { instructionOf, type Task } from '../../domain/task.js';
import { stableText } from '../rules/stable-text.js';
import { hierarchyOf, wordsOf } from '../screens/screen-words.js';
import type { WorldScreens } from '../screens/world-screens.js';
import { shuffled } from './balanced-letters.js';

/** What a question is to be about: four states, the first of which is right. */
export interface QuestionSubject {
  readonly id: string;
  readonly dimension: 'goal' | 'knowledge';
  readonly app: string | null;
  /** Nodes; the right one first. */
  readonly nodes: readonly number[];
  /** Titles of the nodes. */
  readonly titles: readonly string[];
  /** `knowledge`: words of the element that the right state alone shows; `goal`: what somebody asks for. */
  readonly subject: string;
  /** `goal`: id of the task, and the states that end it. */
  readonly task: { readonly id: string; readonly ends: readonly string[] } | null;
}

interface Page {
  readonly node: number;
  readonly title: string;
  readonly hierarchy: UiHierarchy;
  /** What any look of any state of that title says, white space folded. */
  readonly texts: ReadonlySet<string>;
}

/** Elements that one page of an app shows and three others do not, so many of them, by seed. Pages without titles of their own are left out. */
export async function knowledgeSubjects(
  screens: WorldScreens,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<readonly QuestionSubject[]> {
  const found: QuestionSubject[] = [];
  const apps = [...(await pagesByApp(screens))].filter(([, pages]) => pages.length >= 4);
  const queues = apps.map(([app, pages]) => {
    const random = randomStream('knowledge', seed, app);
    return { app, pages, order: shuffled(pages, random), random };
  });
  const asked = new Set<string>();
  // One after the other from each app, so that a large one does not take all.
  for (let round = 0; found.length < count && queues.some(({ order }) => order.length > round); round += 1) {
    for (const { app, pages, order, random } of queues) {
      const page = order[round];
      if (page === undefined || found.length >= count) continue;
      const words = shuffled(ownWords(page, pages), random).find((word) => !asked.has(word));
      if (words === undefined) continue;
      const others = shuffled(
        pages.filter(
          ({ node, texts, title }) => node !== page.node && !texts.has(fold(words)) && title !== page.title,
        ),
        random,
      ).slice(0, 3);
      if (others.length < 3) continue;
      asked.add(words);
      const chosen = [page, ...others];
      found.push({
        id: `where-${slug(words)}`,
        dimension: 'knowledge',
        app,
        nodes: chosen.map(({ node }) => node),
        titles: chosen.map(({ title }) => title),
        subject: words,
        task: null,
      });
    }
  }
  return withOwnIds(found);
}

/** Ends of tasks, each with three other states of its app, so many of them, by seed. */
export async function goalSubjects(
  screens: WorldScreens,
  tasks: readonly Task[],
  { count, seed, language }: { readonly count: number; readonly seed: number; readonly language: string },
): Promise<readonly QuestionSubject[]> {
  const { graph } = screens.world;
  const found: QuestionSubject[] = [];
  for (const task of shuffled(tasks, randomStream('goals', seed))) {
    if (found.length >= count) break;
    const end = lastScreens(task.milestones);
    const node = graph.nodeIndex.get(end[0] ?? '');
    const instruction = instructionOf(task, language);
    if (node === undefined || instruction === '') continue;
    const app = screens.app(node);
    const title = await screens.title(node);
    const random = randomStream('goal', seed, task.id);
    const titles = new Set([title]);
    const others: { readonly node: number; readonly title: string }[] = [];
    // What lies on the way to the end or next to it is the most alike.
    const near = shuffled([...graph.nodes.keys()], random).toSorted(
      (a, b) => Number(isNear(b, node, screens)) - Number(isNear(a, node, screens)),
    );
    for (const other of near) {
      if (others.length === 3) break;
      const said = graph.nodes[other]?.title ?? null;
      const isOther = screens.app(other) === app && !end.includes(graph.nodes[other]?.id ?? '');
      if (!isOther || said === null || titles.has(said)) continue;
      titles.add(said);
      others.push({ node: other, title: said });
    }
    if (title === null || others.length < 3) continue;
    found.push({
      id: `goal-${slug(task.id)}`,
      dimension: 'goal',
      app,
      nodes: [node, ...others.map((one) => one.node)],
      titles: [title, ...others.map((one) => one.title)],
      subject: instruction,
      task: { id: task.id, ends: end },
    });
  }
  return withOwnIds(found);
}

async function pagesByApp(screens: WorldScreens): Promise<ReadonlyMap<string, readonly Page[]>> {
  const apps = new Map<string, Page[]>();
  const known = new Map<string, Set<string>>();
  for (const [node, { title }] of screens.world.graph.nodes.entries()) {
    const app = screens.app(node);
    if (title === null || app === null) continue;
    const hierarchy = await screens.hierarchy(node);
    if (hierarchy === null) continue;
    const key = `${app}\n${title}`;
    const before = known.get(key);
    const texts = before ?? new Set<string>();
    known.set(key, texts);
    for (const text of await textsOf(node, screens)) texts.add(text);
    if (before !== undefined) continue;
    apps.set(app, [...(apps.get(app) ?? []), { node, title, hierarchy, texts }]);
  }
  return apps;
}

async function textsOf(node: number, { world, options }: WorldScreens): Promise<readonly string[]> {
  const found: string[] = [];
  for (let look = 0; look < world.screenCount(node); look += 1) {
    const hierarchy = await hierarchyOf(world.observation(node, look).screen, options);
    for (const { text, description } of hierarchy?.nodes ?? []) found.push(fold(text), fold(description));
  }
  return found;
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Words of elements that can be used on the page, that stay, and that neither its title nor that of another page holds. */
function ownWords({ hierarchy, title }: Page, pages: readonly Page[]): readonly string[] {
  const titles = [title, ...pages.map((page) => page.title)].map((text) => text.toLowerCase());
  const words = hierarchy.widgets.filter(({ children }) => children.length === 0).map(wordsOf);
  return [...new Set(words)].filter((word) => {
    const folded = word.toLowerCase();
    if (stableText(word)?.match !== 'equal' || /\d/.test(word)) return false;
    return !titles.some((text) => text.includes(folded) || folded.includes(text));
  });
}

function lastScreens(milestones: readonly Milestone[]): readonly string[] {
  const last = everyMilestone(milestones).findLast((milestone) => milestone.type === 'screen');
  return last?.type === 'screen' ? last.screens : [];
}

function isNear(node: number, end: number, { world }: WorldScreens): boolean {
  const { nodes } = world.graph;
  const leadsTo = (from: number, to: number): boolean =>
    nodes[from]?.edges.some(({ target }) => target === to) === true;
  return leadsTo(node, end) || leadsTo(end, node);
}

function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return plain.replaceAll(/^-+|-+$/g, '') || 'question';
}

function withOwnIds(subjects: readonly QuestionSubject[]): readonly QuestionSubject[] {
  const taken = new Set<string>();
  return subjects.map((subject) => {
    let { id } = subject;
    for (let number = 2; taken.has(id); number += 1) id = `${subject.id}-${number}`;
    taken.add(id);
    return { ...subject, id };
  });
}
