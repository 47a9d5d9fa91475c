import { pixelPoint } from '../../../src/domain/geometry.js';
import { stop, tap, type Action } from '../../../src/domain/action.js';
import type { Task } from '../../../src/domain/task.js';
import { parseSuite, type ReadSuite } from '../../../src/formats/suite/read-suite.js';

export const ERRANDS_PACKAGE = 'org.example.errands';

/** What an episode is about: picking an order up, or writing a note that keys can type, or that they cannot. */
export type Errand = 'order' | 'note' | 'note-beyond-ascii';

/** An episode whose end is known before it begins. */
export interface Script {
  readonly errand: Errand;
  /** Times that the order is looked at and left again on the way. */
  readonly detours: number;
  /** Whether the last tap, which is what the task is about, is done. */
  readonly solves: boolean;
}

const OPEN_ORDER = tap(pixelPoint(135, 100));
const OPEN_NOTE = tap(pixelPoint(135, 300));
const LAST: Action = tap(pixelPoint(135, 500));
const BACK: Action = { type: 'key', key: 'BACK' };

/** What is typed for a note. */
export const NOTE_TEXTS = { note: 'Milk', 'note-beyond-ascii': '牛奶' } as const;

/** All actions of an episode, the stop last. */
export function actionsOf({ errand, detours, solves }: Script): readonly Action[] {
  const way: Action[] = Array.from({ length: detours }, () => [OPEN_ORDER, BACK]).flat();
  if (errand === 'order') way.push(OPEN_ORDER);
  else way.push(OPEN_NOTE, { type: 'type', text: NOTE_TEXTS[errand] });
  if (solves) way.push(LAST);
  return [...way, stop('success')];
}

/** The texts that a task's last screen has to show. */
const WANTED: Readonly<Record<Errand, string>> = {
  order: 'Picked up',
  note: 'Saved: Milk',
  'note-beyond-ascii': 'Saved: 牛奶',
};

/** The suite of these episodes, each a task of its own. */
export function errandSuite(scripts: ReadonlyMap<string, Script>): {
  readonly text: string;
  readonly read: ReadSuite;
} {
  const tasks = [...scripts].map(([id, { errand }]): Partial<Task> => {
    const text = WANTED[errand];
    const rule = {
      type: 'stoppage',
      match_type: 'equal',
      match_rules: { text },
      check_type: 'equal',
      check_rules: { text },
    };
    return { id, instructions: { en: errand }, apps: ['Errands'], start: 'Errands', evaluators: [rule] };
  });
  const suite = {
    formatVersion: 1,
    name: 'errands',
    version: '1',
    languages: ['en'],
    defaultMaxSteps: 12,
    tasks,
  };
  const text = JSON.stringify(suite);
  return { text, read: parseSuite(text, 'suite.json') };
}
