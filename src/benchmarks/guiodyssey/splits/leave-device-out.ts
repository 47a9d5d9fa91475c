import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { DatasetError } from '../../../errors.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { listAnnotations, MAX_ANNOTATION_BYTES } from '../episode-file.js';

const DeviceSchema = z.object({ device_info: z.object({ device_name: z.string() }) });

/**
 * The episodes of one device for testing, those of the others for training, by the names of their files. One that cannot be read
 * stands among the others: whoever uses it says so.
 *
 * @throws {DatasetError} when the folder cannot be read, or no episode is of the device
 */
export async function leaveDeviceOut(
  dataDirectory: string,
  device: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly train: readonly string[]; readonly test: readonly string[] }> {
  const train: string[] = [];
  const test: string[] = [];
  for (const name of await listAnnotations(dataDirectory)) {
    // Thousands of files: other things, such as Ctrl-C, get their turn.
    await setImmediate();
    signal.throwIfAborted();
    const found = await deviceOf(join(dataDirectory, 'annotations', name), { within: dataDirectory, signal });
    (found === device ? test : train).push(name);
  }
  if (test.length > 0) return { train, test };
  throw new DatasetError(`no episode was recorded on the ${device}`, {
    place: { file: join(dataDirectory, 'annotations') },
    hint: 'Name another split; `touchstone stats guiodyssey` says which devices there are.',
  });
}

async function deviceOf(
  file: string,
  bounds: { readonly within: string; readonly signal: AbortSignal },
): Promise<string | null> {
  try {
    const read = await readJsonFile(file, DeviceSchema, { maxBytes: MAX_ANNOTATION_BYTES, ...bounds });
    return read.device_info.device_name;
  } catch (error) {
    bounds.signal.throwIfAborted();
    if (error instanceof DatasetError) return null;
    throw error;
  }
}
