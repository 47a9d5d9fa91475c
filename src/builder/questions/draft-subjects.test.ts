import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { WorldScreens } from '../screens/world-screens.js';
import { knowledgeSubjects } from './draft-subjects.js';

const { signal } = new AbortController();

function xmlOf(texts: readonly string[]): Uint8Array {
  const nodes = texts.map(
    (text, index) =>
      `<node text="${text}" class="android.widget.Button" package="a.b" clickable="true" bounds="[0,${index * 100}][200,${index * 100 + 99}]" />`,
  );
  return new TextEncoder().encode(`<hierarchy rotation="0">${nodes.join('')}</hierarchy>`);
}

/** States of one app: the title of each, and the texts of each of its looks. */
function world(states: readonly (readonly [title: string, ...looks: (readonly string[])[]])[]): WorldScreens {
  const look = (node: number, at: number) => xmlOf((states[node]?.[at + 1] ?? []) as readonly string[]);
  const screens = {
    options: { signal },
    app: () => 'Notes',
    hierarchy: async (node: number) => parseHierarchy(look(node, 0), { file: 'x' }),
    world: {
      graph: { nodes: states.map(([title]) => ({ title })) },
      screenCount: (node: number) => (states[node]?.length ?? 1) - 1,
      observation: (node: number, at: number) => ({
        screen: { id: 'x', hierarchy: { mediaType: 'application/xml', load: async () => look(node, at) } },
      }),
    },
  };
  return screens as unknown as WorldScreens;
}

describe('what one page alone shows', () => {
  it('is on no state and no look of the others, however its white space is', async () => {
    const screens = world([
      ['Start', ['Export notes', 'Share widely', 'Print sheets', 'Only here']],
      ['Bin', ['x'], ['Export notes']],
      ['Labels', ['y']],
      ['Labels', ['Share widely']],
      ['Help', ['Print  sheets ']],
    ]);
    const subjects = await knowledgeSubjects(screens, { count: 9, seed: 1 });
    expect(subjects.map(({ subject }) => subject)).toContain('Only here');
    expect(subjects.some(({ subject }) => /Export|Share|Print/.test(subject))).toBe(false);
  });
});
