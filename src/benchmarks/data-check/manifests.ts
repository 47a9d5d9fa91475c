import { AITW_DATA } from './aitw-data.js';
import { ANDROIDCONTROL_DATA } from './androidcontrol-data.js';
import { ANDROIDLENS_DATA } from './androidlens-data.js';
import { COLORBENCH_DATA } from './colorbench-data.js';
import type { DataManifest } from './data-manifest.js';
import { GUIODYSSEY_DATA } from './guiodyssey-data.js';
import { PROBENCH_DATA } from './probench-data.js';
import { SPHINX_DATA } from './sphinx-data.js';

/** Benchmarks whose data can be checked, by name. */
export const DATA_MANIFESTS: ReadonlyMap<string, DataManifest> = new Map(
  [
    SPHINX_DATA,
    COLORBENCH_DATA,
    PROBENCH_DATA,
    ANDROIDLENS_DATA,
    GUIODYSSEY_DATA,
    ANDROIDCONTROL_DATA,
    AITW_DATA,
  ].map((manifest) => [manifest.benchmark, manifest]),
);
