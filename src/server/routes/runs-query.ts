import { z } from '@hono/zod-openapi';
import { RunParameter } from './run-parameter.js';

/** Some runs in a query: `runs=A&runs=B`. */
export const RunsQuery = z.object({
  runs: z
    .union([z.string().transform((run) => [run]), z.array(z.string())])
    .pipe(z.array(RunParameter.shape.run).min(1))
    .openapi({ type: 'array', items: { type: 'string' } }),
});
