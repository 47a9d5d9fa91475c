import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import {
  osAtlasReader,
  qwen25Reader,
  qwen3Reader,
  uiTarsReader,
  vanillaReader,
} from './published-readers.js';

/** How ColorBench's code reads the answers of each family, `reference:colorbench`. */
export const COLORBENCH_READERS: Readonly<Record<string, PublishedReader>> = {
  qwen25_mobile_use: qwen25Reader,
  qwen3_mobile_use: qwen3Reader,
  gui_owl: vanillaReader,
  ui_tars: uiTarsReader,
  os_atlas: osAtlasReader,
};
