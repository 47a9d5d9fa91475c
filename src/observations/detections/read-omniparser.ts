import { z } from 'zod';
import type {
  DetectedElement,
  DetectedPicture,
  Detections,
} from '../../domain/detections/detected-element.js';
import type { Box } from '../../domain/geometry.js';
import { describeIssue } from '../../domain/text/describe-issue.js';

/** What an output of OmniParser says, or why it cannot be used. */
export type OmniParserOutput =
  | {
      readonly type: 'detections';
      readonly detections: Detections;
      /** Null where the output does not say which picture it is of. */
      readonly picture: DetectedPicture | null;
    }
  | {
      readonly type: 'problem';
      readonly message: string;
      /** Way through the value. */
      readonly path: readonly (string | number)[];
    };

/** More than any screen shows. */
const MOST_ELEMENTS = 10_000;

/** Boxes are rounded and may reach beyond the picture by this part of it; numbers further out are no ratios. */
const SLACK = 0.01;

const BoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly();

/** Version 2: `bbox` is left, top, right, bottom. */
const ElementSchema = z.object({
  type: z.enum(['text', 'icon']),
  bbox: BoxSchema,
  content: z.string().nullish(),
});

/** Version 1: a label's box is left, top, width, height. */
const LabelsSchema = z.record(z.string().regex(/^(?:0|[1-9]\d{0,4})$/), BoxSchema);

const LinesSchema = z.union([z.string().transform((text) => text.split('\n')), z.array(z.string())]);

const PictureSchema = z
  .object({
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/)
      .optional(),
  })
  .nullish();

/**
 * An output of OmniParser: the list of elements of version 2, by itself or as its server sends it (`parsed_content_list`), or
 * the `label_coordinates` of version 1 with the lines of `parsed_content`. Boxes are parts of the picture. An element keeps
 * the number that OmniParser draws on its picture. Pure; never throws.
 *
 * @param value parsed JSON
 */
export function readOmniParser(value: unknown): OmniParserOutput {
  if (Array.isArray(value)) return ofList(value, null, []);
  if (typeof value !== 'object' || value === null) return problem('it is no output of OmniParser', []);
  const members: Readonly<Record<string, unknown>> = { ...value };
  const stated = PictureSchema.safeParse(members['picture']);
  if (!stated.success) return invalid(stated.error, ['picture']);
  const picture = pictureOf(stated.data);
  const { parsed_content_list: list, label_coordinates: labels } = members;
  const isList = Array.isArray(list) && (labels === undefined || list.some((one) => typeof one === 'object'));
  if (isList) return ofList(list, picture, ['parsed_content_list']);
  if (labels !== undefined) return ofLabels(labels, members['parsed_content'] ?? list ?? [], picture);
  return problem('it holds neither parsed_content_list nor label_coordinates', []);
}

function ofList(
  list: readonly unknown[],
  picture: DetectedPicture | null,
  path: readonly (string | number)[],
): OmniParserOutput {
  if (list.length > MOST_ELEMENTS) return problem(`it holds more than ${MOST_ELEMENTS} elements`, path);
  const elements: DetectedElement[] = [];
  for (const [index, entry] of list.entries()) {
    const read = ElementSchema.safeParse(entry);
    if (!read.success) return invalid(read.error, [...path, index]);
    const { type: kind, bbox, content } = read.data;
    if (!isRatio(bbox)) return problem(NO_RATIO, [...path, index, 'bbox']);
    const box = onPicture(bbox);
    if (box !== null) elements.push({ index, kind, box, words: plain(content ?? '') });
  }
  return { type: 'detections', detections: { count: list.length, elements }, picture };
}

function ofLabels(labels: unknown, lines: unknown, picture: DetectedPicture | null): OmniParserOutput {
  const read = LabelsSchema.safeParse(labels);
  if (!read.success) return invalid(read.error, ['label_coordinates']);
  const said = LinesSchema.safeParse(lines);
  if (!said.success) return invalid(said.error, ['parsed_content']);
  const words = wordsOf(said.data);
  const elements: DetectedElement[] = [];
  let count = 0;
  for (const [label, [x, y, width, height]] of Object.entries(read.data)) {
    const index = Number(label);
    if (index >= MOST_ELEMENTS) return problem(`it holds more than ${MOST_ELEMENTS} elements`, []);
    const bbox = [x, y, x + width, y + height] as const;
    if (!isRatio(bbox)) return problem(NO_RATIO, ['label_coordinates', label]);
    count = Math.max(count, index + 1);
    const box = onPicture(bbox);
    if (box !== null) elements.push({ index, box, ...(words.get(index) ?? { kind: 'icon', words: '' }) });
  }
  elements.sort((a, b) => a.index - b.index);
  return { type: 'detections', detections: { count, elements }, picture };
}

const NO_RATIO = 'the box is not in parts of the picture, 0 to 1';

function isRatio(box: Readonly<Box>): boolean {
  return box.every((one) => one >= -SLACK && one <= 1 + SLACK);
}

/** The part of the box that lies on the picture; null where none does. */
function onPicture(given: Readonly<Box>): Box | null {
  const [x1, y1, x2, y2] = given.map((one) => Math.min(1, Math.max(0, one))) as Box;
  return x1 < x2 && y1 < y2 ? [x1, y1, x2, y2] : null;
}

/** `Text Box ID 3: words` and `Icon Box ID 4: words`. */
function wordsOf(lines: readonly string[]): ReadonlyMap<number, Pick<DetectedElement, 'kind' | 'words'>> {
  const found = new Map<number, Pick<DetectedElement, 'kind' | 'words'>>();
  for (const line of lines) {
    const [, kind, index, words = ''] = /^\s{0,9}(Text|Icon) Box ID (\d{1,5}):(.*)$/s.exec(line) ?? [];
    if (kind === undefined) continue;
    found.set(Number(index), { kind: kind === 'Text' ? 'text' : 'icon', words: plain(words) });
  }
  return found;
}

function plain(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}

function pictureOf(stated: z.infer<typeof PictureSchema>): DetectedPicture | null {
  if (stated === undefined || stated === null) return null;
  const { width, height, sha256 } = stated;
  const size = width === undefined || height === undefined ? null : { width, height };
  return { size, sha256: sha256?.toLowerCase() ?? null };
}

function problem(message: string, path: readonly (string | number)[]): OmniParserOutput {
  return { type: 'problem', message, path };
}

function invalid(error: z.ZodError, path: readonly (string | number)[]): OmniParserOutput {
  const [issue] = error.issues;
  if (issue === undefined) return problem('it is no output of OmniParser', path);
  const inner = issue.path.filter((part) => typeof part !== 'symbol');
  return problem(describeIssue(issue), [...path, ...inner]);
}
