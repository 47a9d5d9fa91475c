import { RunNameSchema } from '../../app/view/run-directory.js';
import { StartRunSchema, type RunControl } from '../../app/view/control/run-control.js';
import { defineTool, type McpTool } from '../define-tool.js';
import { jsonAnswer } from '../tool-answer.js';

/** Starts and stops runs, as processes of their own; what only the user may name is refused. */
export function controlTools(control: RunControl): readonly McpTool[] {
  const { benchmark, settings, runId } = StartRunSchema.shape;
  return [
    defineTool({
      name: 'touchstone_start_run',
      description:
        'Start a run, as `touchstone run` does, and answer with its name once it has begun. Settings have their names in a ' +
        'configuration file, such as agent, model, tasks, repeats, seed. It costs what its models cost.',
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
      arguments: { benchmark, settings, runId },
      call: async (request) =>
        // What is not given is left out, not undefined.
        jsonAnswer(await control.start(StartRunSchema.parse(JSON.parse(JSON.stringify(request))))),
    }),
    defineTool({
      name: 'touchstone_stop_run',
      description:
        'Ask a run of this machine to finish the step in flight, save and end; asked again it stops at once.',
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      arguments: { run: RunNameSchema },
      call: async ({ run }) => jsonAnswer(await control.stop(run)),
    }),
  ];
}
