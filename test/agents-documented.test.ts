import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../src/registry/agents.js';

describe('docs/agents/README.md', () => {
  const page = readFileSync(new URL('../docs/agents/README.md', import.meta.url), 'utf8');
  /** Tables of agents, and not of what their history shows. */
  const tables = page.split('\n\n').filter((part) => part.startsWith('| agent'));
  /** First cells of the rows. */
  const cells = [...tables.join('\n').matchAll(/^\| (.*?`.*?) +\|/gm)].map(([, cell = '']) => cell);

  it('has a row for every agent, and no other', () => {
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    expect(named.toSorted()).toEqual([...AGENTS.keys()].toSorted());
  });

  it('leads to a page for every agent that asks a model', () => {
    const asking = [...AGENTS.values()].filter(({ roles }) => roles.length > 0).map(({ name }) => name);
    const without = asking.filter(
      (name) => !cells.some((cell) => cell.includes(`\`${name}\``) && cell.includes('.md')),
    );
    expect(without).toEqual([]);
  });
});
