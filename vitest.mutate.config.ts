import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** The test files that `npm run mutate` chose, in its order. */
const chosen = (process.env['MUTATE_TESTS'] ?? '').split('\n').filter((path) => path !== '');

/** Keeps the chosen order: the first failing test ends a mutant's run, so the quick and close ones come first. */
class ChosenOrder extends BaseSequencer {
  override sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const place = (path: string) => chosen.findIndex((one) => path.endsWith(`/${one}`));
    return Promise.resolve(files.toSorted((a, b) => place(a.moduleId) - place(b.moduleId)));
  }
}

/** For `npm run mutate` alone: in one thread, as it starts a fresh one for each mutant. */
export default defineConfig({
  test: {
    include: chosen,
    testTimeout: 60_000,
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: ChosenOrder },
  },
});
