import { join } from 'node:path';
import { POCKET_FOLDER } from '../../benchmarks/pocket/pocket-benchmark.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraphFile } from '../../formats/graph/read-graph.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { EnvironmentWorld } from '../../phone/device/environment-world.js';
import { PhoneDevice } from '../../phone/device/phone-device.js';
import { profileOfGraph } from '../../phone/device/phone-profile.js';
import type { PhoneOptions } from '../../phone/phone-options.js';
import { phoneParts } from '../../phone/phone-parts.js';
import type { PhoneProfile } from '../../phone/phone-world.js';
import { PhoneClient } from './phone-client.js';

/** A phone in Pocket, and a client's way to it. */
interface DrivenPocket {
  readonly phone: PhoneDevice;
  readonly events: readonly PhoneEvent[];
  /** Types of the actions so far. */
  readonly actions: () => readonly string[];
  /** Output of a line on the phone, both streams in one, as `adb shell` without shell protocol gives it. */
  readonly shell: (line: string) => Promise<string>;
}

const world = (async () => {
  const graph = buildGraph(await readGraphFile(join(POCKET_FOLDER, 'graph.json')));
  return new GraphWorld(graph, { content: await openFolderContent(POCKET_FOLDER) });
})();

/** Puts up a phone in Pocket. */
export async function drivenPocket(
  options: Partial<PhoneOptions> = {},
  changes: Partial<PhoneProfile> = {},
): Promise<DrivenPocket> {
  const pocket = await world;
  const environment = new GraphEnvironment(pocket, { mode: 'corrected', startOf: () => null });
  const phone = await PhoneDevice.start({
    serial: 'pocket',
    parts: phoneParts(),
    options,
    world: await EnvironmentWorld.start(environment, {
      profile: { ...(await profileOfGraph(pocket)), ...changes },
      start: { task: 'pocket', repeat: 0, seed: 0 },
      signal: new AbortController().signal,
    }),
  });
  const events: PhoneEvent[] = [];
  phone.log.listen((event) => events.push(event));
  return {
    phone,
    events,
    actions: () => events.flatMap((event) => (event.kind === 'action' ? [event.action.type] : [])),
    async shell(line) {
      const serve = phone.open(`shell:${line}`);
      if (serve === null) throw new Error(`refused: ${line}`);
      const client = new PhoneClient();
      client.end();
      await serve(client);
      return client.output.toString('utf8');
    },
  };
}
