import { join } from 'node:path';
import { z } from 'zod';
import { clopperPearsonInterval } from '../../../src/metrics/intervals/clopper-pearson.js';
import { clusteredMean } from '../../../src/metrics/intervals/clustered-mean.js';
import { cohenKappa } from '../../../src/metrics/cohen-kappa.js';
import type { Interval } from '../../../src/metrics/intervals/interval.js';
import { mcnemarExact } from '../../../src/metrics/comparison/mcnemar.js';
import { meanEstimate } from '../../../src/metrics/mean.js';
import { benjaminiHochberg, holm } from '../../../src/metrics/comparison/multiplicity.js';
import { pairedMean } from '../../../src/metrics/comparison/paired-mean.js';
import { passAtK, passHatK } from '../../../src/metrics/pass-k.js';
import { roganGladen } from '../../../src/metrics/intervals/rogan-gladen.js';
import { wilsonInterval } from '../../../src/metrics/intervals/wilson.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';
import { difference } from './agree.js';

const numbers = z.array(z.number());
const labels = z.array(z.string());

/** The inputs of each kind; what is expected stays in the raw line. */
const CaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proportion'), successes: z.int(), n: z.int(), confidence: z.number() }),
  z.object({ kind: z.literal('mean'), values: numbers }),
  z.object({ kind: z.literal('clustered_mean'), values: numbers, clusters: labels }),
  z.object({ kind: z.literal('pass_k'), n: z.int(), correct: z.int(), k: z.int() }),
  z.object({ kind: z.literal('mcnemar_exact'), only_a: z.int(), only_b: z.int() }),
  z.object({ kind: z.literal('paired_mean'), a: numbers, b: numbers }),
  z.object({ kind: z.literal('multiplicity'), p: numbers }),
  z.object({ kind: z.literal('cohen_kappa'), x: labels, y: labels }),
  z.object({
    kind: z.literal('rogan_gladen'),
    rate: z.number(),
    n: z.int(),
    sensitivity: z.number(),
    positives: z.int(),
    specificity: z.number(),
    negatives: z.int(),
  }),
]);
type Case = z.infer<typeof CaseSchema>;

/** Everything we compute from a case's inputs, under the names of the vector file. */
function compute(input: Case): Record<string, unknown> {
  switch (input.kind) {
    case 'proportion':
      return {
        wilson: pair(wilsonInterval(input.successes, input.n, input.confidence)),
        clopper_pearson: pair(clopperPearsonInterval(input.successes, input.n, input.confidence)),
      };
    case 'mean': {
      const { mean, standardError, interval } = meanEstimate(input.values);
      return { mean, standard_error: standardError, interval95: pair(interval) };
    }
    case 'clustered_mean': {
      const values = input.values.map((value, index) => ({ value, cluster: input.clusters[index] ?? '' }));
      const { mean, standardError, interval } = clusteredMean(values);
      return { mean, standard_error: standardError, interval95: pair(interval) };
    }
    case 'pass_k':
      return {
        pass_at_k: passAtK(input.n, input.correct, input.k),
        pass_hat_k: passHatK(input.n, input.correct, input.k),
      };
    case 'mcnemar_exact':
      return { p: mcnemarExact(input.only_a, input.only_b) };
    case 'paired_mean': {
      const { delta, standardError, t, p } = pairedMean(input.a, input.b);
      return { delta, standard_error: standardError, t, p };
    }
    case 'multiplicity':
      return { holm: holm(input.p), benjamini_hochberg: benjaminiHochberg(input.p) };
    case 'cohen_kappa':
      return { ...cohenKappa(input.x, input.y) };
    case 'rogan_gladen': {
      const corrected = roganGladen(input);
      return corrected === null
        ? { estimate: null, clipped: null, standard_error: null }
        : {
            estimate: corrected.estimate,
            clipped: corrected.clipped,
            standard_error: corrected.standardError,
          };
    }
    default:
      return input satisfies never;
  }
}

function pair(interval: Interval | null): [number, number] | null {
  return interval === null ? null : [interval.low, interval.high];
}

/** Checks one line; every field of the line that is not an input must be among what we compute. */
function check(value: unknown): { kind: string; problem: string | null } {
  const raw = z.record(z.string(), z.unknown()).parse(value);
  const parsed = CaseSchema.safeParse(raw);
  if (!parsed.success) return { kind: String(raw['kind']), problem: z.prettifyError(parsed.error) };
  const inputs = new Set([...Object.keys(parsed.data), 'note']);
  const expected = Object.fromEntries(Object.entries(raw).filter(([key]) => !inputs.has(key)));
  return { kind: parsed.data.kind, problem: difference(compute(parsed.data), expected) };
}

export const suites: readonly VectorSuite[] = [
  {
    system: 'statistics',
    file: 'statistics.jsonl',
    async run({ shared, report }) {
      const file = join(shared, 'vectors', 'statistics', 'statistics.jsonl');
      let number = 0;
      for await (const value of readJsonLines<unknown>(file)) {
        number += 1;
        const { kind, problem } = check(value);
        report(`${number} ${kind}`, problem);
      }
    },
  },
];
