import { describe, expect, it } from 'vitest';
import { documentedCommands } from './fixtures/documented-commands.js';
import { hollowProgram } from './fixtures/hollow-program.js';

describe('the commands of the docs', () => {
  const commands = documentedCommands();
  const called: string[] = [];
  const program = hollowProgram(called);

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(90);
    expect(commands.filter(({ at }) => at.startsWith('README.md')).length).toBeGreaterThan(8);
  });

  it.each(commands)('are commands with flags that there are: $at', async ({ words }) => {
    called.length = 0;
    await (await program).parseAsync([...words], { from: 'user' });
    expect(called).toHaveLength(1);
  });
});
