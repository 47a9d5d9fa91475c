import { describe, expect, it } from 'vitest';
import { addressOf, parseSearch } from './search.js';

describe('addressOf', () => {
  it.each([
    ['run-1'],
    ['a b&runs=c#d?e=f%20/../+'],
    ['..'],
    ['~002e'],
    ['\ud800'],
    ['运行 "1"'],
    ['</a><script>'],
  ])('is an address that the run %j is read from again', (run) => {
    const address = addressOf('/overview', { runs: run });
    expect(address).toMatch(/^#\/overview\?runs=[\w.~%*+-]+$/);
    expect(parseSearch(address.slice(address.indexOf('?')))).toEqual({ runs: run });
  });

  it('names several, and nothing that is empty', () => {
    expect(addressOf('/compare', { runs: ['a', 'b'], text: '', sort: undefined })).toBe(
      '#/compare?runs=a&runs=b',
    );
    expect(addressOf('/', {})).toBe('#/');
  });
});
