import { checkData } from '../../benchmarks/data-check/check-data.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { DataReport } from '../../formats/data-check/data-report.js';
import { DATA_MANIFESTS } from '../../registry/benchmarks.js';

/** Names of the benchmarks whose data can be checked. */
export function checkedBenchmarks(): readonly string[] {
  return [...DATA_MANIFESTS.keys()];
}

/**
 * What of a benchmark's data lies in a folder, what is missing or not as published, and how to get it.
 *
 * @throws {UserError} for a benchmark that has no data of its own
 */
export async function checkBenchmarkData(
  name: string,
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<DataReport> {
  const manifest = DATA_MANIFESTS.get(name);
  if (manifest === undefined) {
    throw new UserError(`there are no data of "${name}" to check`, {
      hint: `${didYouMean(name, checkedBenchmarks())}Benchmarks with data: ${checkedBenchmarks().join(', ')}.`,
    });
  }
  return checkData(manifest, folder, { signal });
}
