import { suites as adb } from './adb/index.js';
import { suites as android } from './android/index.js';
import { suites as androidlens } from './androidlens/index.js';
import { suites as colorbench } from './colorbench/index.js';
import { suites as guiodyssey } from './guiodyssey/index.js';
import { suites as mobileMcp } from './mobile-mcp/index.js';
import { suites as models } from './models/index.js';
import { suites as openenv } from './openenv/index.js';
import { suites as probench } from './probench/index.js';
import { suites as sphinx } from './sphinx/index.js';
import { suites as statistics } from './statistics/index.js';
import type { VectorSuite } from './vector-suite.js';

/** Every vector file we check, by system. */
export const suites: readonly VectorSuite[] = [
  ...adb,
  ...android,
  ...androidlens,
  ...colorbench,
  ...guiodyssey,
  ...mobileMcp,
  ...models,
  ...openenv,
  ...probench,
  ...sphinx,
  ...statistics,
];
