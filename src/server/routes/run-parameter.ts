import { z } from '@hono/zod-openapi';
import { RunNameSchema } from '../../app/view/run-directory.js';

/** The run in a path. */
export const RunParameter = z.object({ run: RunNameSchema });
