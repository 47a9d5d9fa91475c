import { z } from 'zod';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { TouchstoneError } from '../../errors.js';
import type { MapPosition } from '../../domain/graph/map/map-layout.js';
import { readJsonFile } from '../read-json-file.js';

/** The side-file of a world that says where its screens are drawn on a map. No run reads it. */
export const MAP_POSITIONS_FILE = 'map-positions.json';

/** Columns, one entry a node: a name may be any text, such as one that every object of JavaScript has. */
const MapPositionsSchema = z
  .object({
    formatVersion: z.literal(1),
    id: z.array(z.string()),
    /** As `mapLayout` has them: the root at the origin, y downwards, neighbours about 1 apart. */
    x: z.array(z.number()),
    y: z.array(z.number()),
  })
  .refine(({ id, x, y }) => id.length === x.length && id.length === y.length, {
    error: 'its columns must be equally long',
  });

/** Positions by ids of nodes; null where there is no such file, or it is of no use: maps are then laid out anew. */
export async function readMapPositions(file: string): Promise<ReadonlyMap<string, MapPosition> | null> {
  try {
    const { id, x, y } = await readJsonFile(file, MapPositionsSchema);
    return new Map(id.map((name, place) => [name, { x: x[place] ?? 0, y: y[place] ?? 0 }]));
  } catch (error) {
    if (error instanceof TouchstoneError) return null;
    throw error;
  }
}

/** Writes them whole or not at all. @throws {FileWriteError} */
export async function writeMapPositions(
  file: string,
  positions: ReadonlyMap<string, MapPosition>,
): Promise<void> {
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  const columns = {
    formatVersion: 1,
    id: [...positions.keys()],
    x: [...positions.values()].map(({ x }) => rounded(x)),
    y: [...positions.values()].map(({ y }) => rounded(y)),
  };
  await writeWholeFile(file, `${JSON.stringify(columns)}\n`);
}
