import { describe, expect, it } from 'vitest';
import { runJsonSchemas } from './run-json-schema.js';

describe('runJsonSchemas', () => {
  it('describes a line: its checksum and number, and every kind of event', () => {
    const { journal, scores } = runJsonSchemas();
    const kinds = [
      'run-start',
      'run-resume',
      'preflight',
      'task',
      'item-start',
      'item-resume',
      'observation',
      'model-call',
      'decision',
      'transition',
      'item-retry',
      'item-end',
      'item-skip',
      'item-spare',
      'run-end',
    ];
    for (const [schema, names] of [
      [journal, kinds],
      [scores, ['score-start', 'score', 'score-end']],
    ] as const) {
      const text = JSON.stringify(schema);
      for (const name of names) expect(text).toContain(`"type":{"type":"string","const":"${name}"}`);
      expect(text).toContain('"checksum":{"type":"string","pattern":"^[0-9a-f]{8}$"}');
      expect(text).toContain('"sequence":{"type":"integer","minimum":0');
      expect(text).toContain('"required":["checksum","sequence",');
    }
  });

  it('is about files as they are read: what a reader fills in may be missing', () => {
    const text = JSON.stringify(runJsonSchemas().journal);
    expect(text).not.toContain('"const":"score"');
    // Abilities of a milestone have a default.
    expect(text).toMatch(/"required":\["id","type","screens"\]/);
  });
});
