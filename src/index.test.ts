import { describe, expect, it } from 'vitest';
import * as api from './index.js';

describe('the public API', () => {
  it('has the benchmarks that are opened without the registry', () => {
    expect(api.colorbenchBenchmark).toMatchObject({ name: 'colorbench', protocol: 'interactive' });
  });
});
