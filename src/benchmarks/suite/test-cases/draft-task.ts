import type { TestCase } from '../../../domain/test-case.js';
import type { WrittenCase } from '../../../formats/test-cases/written-case.js';
import { draftExpectation, type Written } from './draft-expectation.js';
import { goalInstruction } from './goal-instruction.js';
import type { WorldPages } from './world-pages.js';

/** A written test case as a task keeps it. @param file relative to the folder of the suite */
export function testCaseOf(written: WrittenCase, file: string): TestCase {
  const { title, objective, section, preconditions, priority, steps } = written;
  return {
    title,
    file,
    ...(section !== null && { section }),
    ...(priority !== null && { priority }),
    ...(objective !== null && { objective }),
    ...(preconditions !== null && { preconditions }),
    steps: steps.map(({ action, data, expected }) => ({
      action,
      ...(data !== null && { data }),
      ...(expected.length > 0 && { expected: [...expected] }),
    })),
  };
}

/** What a test case expects, step by step. */
export function expectationsOf({ steps }: TestCase): readonly Written[] {
  return steps.flatMap(({ expected = [] }, index) =>
    expected.map((text): Written => ({ step: index + 1, expected: text })),
  );
}

/** Tags that a test case gives its task; each is a split of the suite. */
export function tagsOf({ section, priority }: TestCase): readonly string[] {
  return [section, priority].filter((tag) => tag !== undefined);
}

/** A new task drafted from a test case, in the form of `suite.json`. */
export function draftTask(
  id: string,
  testCase: TestCase,
  options: { readonly language: string; readonly world: WorldPages | null },
): Record<string, unknown> {
  const { language, world } = options;
  const apps = world === null ? [] : appsOf(testCase, world.apps);
  return {
    id,
    instructions: { [language]: goalInstruction(testCase) },
    ...(apps.length > 0 && { apps }),
    tags: tagsOf(testCase),
    milestones: [],
    evaluators: expectationsOf(testCase).map((written) => draftExpectation(written, world)),
    testCase,
  };
}

const OPENED =
  /(?:\b(?:open|opens|launch|start|go to|switch to)\s+(?:the\s+)?|打开|启动|进入)["“'‘「`]?([^\n]{1,60})/giu;

/** Apps of the world that steps say to open. */
function appsOf({ steps }: TestCase, known: ReadonlyMap<string, string>): string[] {
  const apps = new Set<string>();
  for (const { action } of steps) {
    for (const [, rest = ''] of action.matchAll(OPENED)) {
      const text = rest.toLowerCase();
      const names = [...known.keys()].filter(
        (name) =>
          text.startsWith(name) &&
          !/^[\p{L}\p{N}]/u.test(/\p{Script=Han}/u.test(name) ? '' : text.slice(name.length)),
      );
      const longest = names.toSorted((a, b) => b.length - a.length)[0];
      const app = longest === undefined ? undefined : known.get(longest);
      if (app !== undefined) apps.add(app);
    }
  }
  return [...apps];
}
