import { describe, expect, it } from 'vitest';
import { servedHosts } from './served-hosts.js';

describe('names that a server is asked for by', () => {
  it.each([
    ['127.0.0.1', [], 'localhost', true],
    ['127.0.0.1', [], 'bench.example', false],
    ['127.0.0.1', ['bench.example'], 'Bench.example', true],
    ['0.0.0.0', [], '10.0.0.7', true],
    ['0.0.0.0', [], 'bench.example', false],
    ['0.0.0.0', ['bench.example'], 'bench.example', true],
    ['0.0.0.0', ['bench.example'], 'other.example', false],
  ])('%s with %j: %s %s', (host, more, asked, isServed) => {
    expect(servedHosts(host, more).has(asked)).toBe(isServed);
  });
});
