import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { commandContext } from '../src/testing/command-context.js';

/** Words that are those of a run and its agent, which a stage has not. */
const OF_RUNS = /\bthe agent asks|role of the agent|for the run\b|\bepisodes at the same time/;

describe('help of the build stages', () => {
  it('explains every flag, and those that stages share by what they do there', async () => {
    const { context } = commandContext({ workingDirectory: '/', environment: {} });
    const program = await buildProgram(context, ['build']);
    const build = program.commands.find((command) => command.name() === 'build');
    const stages = build?.commands ?? [];
    expect(stages.length).toBeGreaterThan(10);
    for (const stage of stages) {
      for (const { flags, description } of stage.options) {
        const named = `${stage.name()} ${flags}: ${description}`;
        expect(named).toMatch(/: \S.{4}/);
        expect(named).not.toMatch(OF_RUNS);
      }
    }
  });
});
