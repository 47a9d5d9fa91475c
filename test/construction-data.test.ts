import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  constructedOfMatrix,
  matrixOfConstructed,
} from '../src/benchmarks/colorbench/construction/constructed-matrix.js';
import { graphText, parseGraphMatrix } from '../src/benchmarks/colorbench/construction/graph-matrix.js';
import { matrixCsv, orderCsv, parseMatrixCsv } from '../src/benchmarks/colorbench/construction/matrix-csv.js';
import {
  parseConstructed,
  constructedText,
} from '../src/benchmarks/colorbench/construction/read-constructed.js';

const FILE = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/colorbench/graph.json');

describe.skipIf(!existsSync(FILE))('the released graph', () => {
  // With the order of all keys: candidates are drawn in it.
  const released = (): string => JSON.stringify(JSON.parse(readFileSync(FILE, 'utf8')));
  const compact = (text: string): string => JSON.stringify(JSON.parse(text));

  it('becomes a matrix and comes back without loss', () => {
    const matrix = parseGraphMatrix(readFileSync(FILE, 'utf8'), FILE);
    const { matrix: back } = parseMatrixCsv(matrixCsv(matrix), 'm.csv', {
      order: orderCsv(matrix),
      repair: false,
    });
    expect(compact(graphText(back, 'corrected')) === released()).toBe(true);
  });

  it('becomes a constructed graph and comes back without loss', () => {
    const matrix = parseGraphMatrix(readFileSync(FILE, 'utf8'), FILE);
    const constructed = constructedText(constructedOfMatrix(matrix, { app: '', now: '' }));
    const { matrix: back, pending } = matrixOfConstructed(
      parseConstructed(constructed, 'c.json'),
      'corrected',
    );
    expect(pending).toBe(0);
    expect(compact(graphText(back, 'corrected')) === released()).toBe(true);
  });
});
