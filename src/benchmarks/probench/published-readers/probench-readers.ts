import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import { proBenchReader } from './published-result.js';
import { lastAnswer, readProBenchCall, readProBenchTaggedCall } from './read-call.js';
import { readProBenchList } from './read-list.js';
import { readProBenchUiTars } from './read-ui-tars.js';

/** Models that call by name, behind `Action:` or within `<answer>` (the prompt for Qwen2.5-VL-32B). */
export const proBenchCallReader = proBenchReader((answer) =>
  lastAnswer(answer) === null ? readProBenchCall(answer) : readProBenchTaggedCall(answer),
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
