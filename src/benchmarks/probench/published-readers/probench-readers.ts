import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import { proBenchCallReader, proBenchListReader, proBenchUiTarsReader } from './published-readers.js';

/** How ProBench's code reads the answers of each family, `reference:probench`. */
export const PROBENCH_READERS: Readonly<Record<string, PublishedReader>> = {
  generic_call: proBenchCallReader,
  ui_tars: proBenchUiTarsReader,
  gui_r1: proBenchListReader,
  ui_r1: proBenchListReader,
};
