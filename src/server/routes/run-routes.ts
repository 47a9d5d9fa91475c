import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { answer, answersOf, jsonOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { EpisodeParameters } from './episode-parameters.js';
import { RunsQuery } from './runs-query.js';

const RUNS = createRoute({
  method: 'get',
  path: '/api/runs',
  operationId: 'listRuns',
  summary: 'Every run of the folder, oldest first.',
  responses: answersOf(jsonOf('RunCards', 'The runs.')),
});

const COVERAGE = createRoute({
  method: 'get',
  path: '/api/coverage',
  operationId: 'readCoverage',
  summary: 'How many runs of the folder are in the index, while that is being made.',
  responses: answersOf(jsonOf('IndexCoverage', 'So many.')),
});

const INDEX = createRoute({
  method: 'get',
  path: '/api/index',
  operationId: 'readIndex',
  summary: 'Some runs with their episodes, and how they compare; the first is the base.',
  request: {
    query: RunsQuery,
  },
  responses: answersOf(jsonOf('ReportIndex', 'The runs.'), [400, 404]),
});

const EPISODE = createRoute({
  method: 'get',
  path: '/api/runs/{run}/episodes/{item}/{repeat}',
  operationId: 'readEpisode',
  summary: 'One episode with its steps and verdicts.',
  request: {
    params: EpisodeParameters,
  },
  responses: answersOf(jsonOf('EpisodeView', 'The episode.'), [400, 404]),
});

const PROMPT = createRoute({
  method: 'get',
  path: '/api/runs/{run}/episodes/{item}/{repeat}/requests/{hash}',
  operationId: 'readPrompt',
  summary: 'What a model was asked in an episode, by the hash of the request.',
  request: {
    params: z.object({ ...EpisodeParameters.shape, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  },
  responses: answersOf(jsonOf('SentPrompt', 'The prompt.'), [400, 404]),
});

/** Adds what is read of runs and episodes. */
export function addRunRoutes(app: OpenAPIHono, { results }: ViewerServices): void {
  app.openapi(RUNS, async (context) => answer(context, 'RunCards', await results.runs()));
  app.openapi(COVERAGE, async (context) => answer(context, 'IndexCoverage', await results.coverage()));
  app.openapi(INDEX, async (context) => {
    const { runs } = context.req.valid('query');
    return answer(context, 'ReportIndex', await results.index(runs));
  });
  app.openapi(EPISODE, async (context) => {
    const { run, item, repeat } = context.req.valid('param');
    return answer(context, 'EpisodeView', await results.episode(run, item, repeat));
  });
  app.openapi(PROMPT, async (context) => {
    const { run, item, repeat, hash } = context.req.valid('param');
    return answer(context, 'SentPrompt', await results.prompt(run, item, repeat, hash));
  });
}
