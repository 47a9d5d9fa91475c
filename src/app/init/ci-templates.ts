import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import type { InitFile } from './write-init-files.js';

/** Services that there are workflows of. */
export const CI_SERVICES = ['github', 'gitlab'] as const;
export type CiService = (typeof CI_SERVICES)[number];

/** Where each service looks for its workflow, or is told to. */
export const CI_FILES = {
  github: '.github/workflows/touchstone.yml',
  gitlab: '.gitlab/touchstone.yml',
} as const satisfies Record<CiService, string>;

/** What a workflow runs. */
export interface CiRequest {
  /** Folder of the world, or a benchmark's name. */
  readonly world: string;
  /** null: left to say, as TODO. */
  readonly agent: string | null;
  /** Model and endpoint of an agent that asks one. */
  readonly model: string | null;
  readonly baseUrl: string | null;
  /** Success rate below which the job fails, as `--min-success` takes it; null: left to say, as TODO. */
  readonly minSuccess: string | null;
}

/** Stands for what is left to say; no agent or rate, so that the job fails until somebody has. */
const CI_TODO = 'TODO';

/**
 * A workflow that checks the world, runs the agent and fails below a rate.
 *
 * @throws {UserError} for a text that no line of a script can hold
 */
export function ciTemplate(service: CiService, request: CiRequest): InitFile {
  return service === 'github'
    ? { path: CI_FILES.github, content: githubText(request) }
    : { path: CI_FILES.gitlab, content: gitlabText(request) };
}

function commandsOf(
  { world, agent, model, baseUrl, minSuccess }: CiRequest,
  runId: string,
): readonly string[] {
  const flags = [
    ['--agent', agent ?? CI_TODO],
    ...(model === null ? [] : [['--model', model]]),
    ...(baseUrl === null ? [] : [['--base-url', baseUrl]]),
    ['--min-success', minSuccess ?? CI_TODO],
  ].map(([flag = '', value = '']) => `${flag} ${shellWord(value)}`);
  const place = shellWord(world);
  return [
    `touchstone lint ${place}`,
    `touchstone run ${place} ${flags.join(' ')} --run-id "${runId}" --junit results/junit.xml`,
  ];
}

function githubText(request: CiRequest): string {
  const [lint = '', run = ''] = commandsOf(request, 'run-$GITHUB_RUN_ID');
  const key =
    request.model === null
      ? ''
      : `
        env:
          # The key of the model's endpoint: Settings, Secrets and variables, Actions.
          TOUCHSTONE_API_KEY: \${{ secrets.TOUCHSTONE_API_KEY }}`;
  return `# Measures the agent on every change. What gates judge: docs/continuous-integration.md of Touchstone.
name: touchstone
on:
  pull_request:
  push:
    branches: [main]

jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    env:
      # TODO: Touchstone's archive, which "npm run package" in its checkout makes: a file of this repository, or the address of a release.
      TOUCHSTONE_PACKAGE: ./touchstone.tgz
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Install Touchstone
        run: npm install --global --ignore-scripts "$TOUCHSTONE_PACKAGE"
      - name: Check the world
        run: |
          ${lint}
      - name: Run the agent
        run: |
          ${run}${key}
      - name: Keep the run
        if: always()
        uses: actions/upload-artifact@v4
        with:
          name: touchstone
          path: |
            runs/run-*
            results
`;
}

function gitlabText(request: CiRequest): string {
  const [lint = '', run = ''] = commandsOf(request, 'run-$CI_JOB_ID');
  const key =
    request.model === null
      ? ''
      : `
# The key of the model's endpoint is a masked variable of the project: Settings, CI/CD, Variables, TOUCHSTONE_API_KEY.`;
  return `# Measures the agent on every change. What gates judge: docs/continuous-integration.md of Touchstone.
# In .gitlab-ci.yml: include: { local: .gitlab/touchstone.yml }${key}
touchstone:
  image: node:22
  timeout: 1 hour
  variables:
    # TODO: Touchstone's archive, which "npm run package" in its checkout makes: a file of this repository, or the address of a release.
    TOUCHSTONE_PACKAGE: ./touchstone.tgz
  script:
    - npm install --global --ignore-scripts "$TOUCHSTONE_PACKAGE"
    - |
      ${lint}
    - |
      ${run}
  artifacts:
    when: always
    paths: [runs, results]
    reports:
      junit: results/junit.xml
`;
}

/** @throws {UserError} for a text that no line holds */
function shellWord(text: string): string {
  if (/[\n\r\0]/.test(text)) throw new UserError(`${JSON.stringify(text)} does not fit on a line`);
  return quoteWord(text);
}
