import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import { PROBENCH_TAGGED } from '../dialects/releases.js';
import { proBenchReader } from './published-result.js';
import { readProBenchCall, readProBenchTaggedCall } from './read-call.js';
import { readProBenchList } from './read-list.js';
import { readProBenchUiTars } from './read-ui-tars.js';

/** Models that call by name: behind `Action:`, or in an answer tag where that is what the prompt asks for. */
export const proBenchCallReader = proBenchReader((answer, variant) =>
  variant === PROBENCH_TAGGED ? readProBenchTaggedCall(answer) : readProBenchCall(answer),
);

/** Models that write a list of one entry within `<answer>`. */
export const proBenchListReader = proBenchReader(readProBenchList);

/** UI-TARS. */
export const proBenchUiTarsReader = proBenchReader(readProBenchUiTars);

/** How ProBench's code reads the answers of each family, `reference:probench`. */
export const PROBENCH_READERS: Readonly<Record<string, PublishedReader>> = {
  generic_call: proBenchCallReader,
  ui_tars: proBenchUiTarsReader,
  gui_r1: proBenchListReader,
  ui_r1: proBenchListReader,
};
