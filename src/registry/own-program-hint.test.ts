import { describe, expect, it } from 'vitest';
import { ownProgramHint } from './own-program-hint.js';

describe('ownProgramHint', () => {
  it('says how a program is named that was given as an agent', () => {
    expect(ownProgramHint('./my_agent.py')).toContain(
      "--agent process --agent-option 'command=python3 ./my_agent.py'",
    );
    expect(ownProgramHint('my_agent.py')).toContain('python3 my_agent.py');
    expect(ownProgramHint('../bin/agent')).toContain('--agent process --agent-option command=../bin/agent');
  });

  it('says nothing for a misspelt name', () => {
    expect(ownProgramHint('dircet')).toBe('');
    expect(ownProgramHint('mobile-agent-v3.5')).toBe('');
  });
});
