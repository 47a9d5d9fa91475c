import { ANSWER_READERS } from './answer-readers.js';
import { CONSTRUCTION_READERS } from './construction-readers.js';
import { DATA_READERS } from './data-readers.js';
import { DEVICE_READERS } from './device-readers.js';
import { FILE_READERS } from './file-readers.js';
import type { FuzzReader } from './fuzz-reader.js';
import { PHONE_READERS } from './phone-readers.js';
import { PROMPT_READERS } from './prompt-readers.js';
import { PROVIDER_READERS } from './provider-readers.js';
import { SERVICE_READERS } from './service-readers.js';

/** Everything that turns what comes from outside into values. `test/e2e/fuzz-readers.test.ts` keeps the list complete. */
export const FUZZ_READERS: readonly FuzzReader[] = [
  ...ANSWER_READERS,
  ...PROVIDER_READERS,
  ...PHONE_READERS,
  ...DEVICE_READERS,
  ...DATA_READERS,
  ...CONSTRUCTION_READERS,
  ...FILE_READERS,
  ...PROMPT_READERS,
  ...SERVICE_READERS,
];
