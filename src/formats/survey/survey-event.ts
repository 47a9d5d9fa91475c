import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';
import { SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { EnvironmentIdentitySchema } from '../../domain/run.js';
import { ActivitySchema } from '../../domain/screen.js';
import { RUN_FORMAT_VERSION, Sha256Schema } from '../run/journal/event.js';

/** Where a survey comes from. */
export const SURVEY_SOURCES = ['exploration', 'pictures', 'import'] as const;

const base = { at: z.iso.datetime() };

/** First event of a survey: of which phone it is. */
export const SurveyStartSchema = z.object({
  ...base,
  type: z.literal('survey-start'),
  formatVersion: z.literal(RUN_FORMAT_VERSION),
  name: z.string().min(1),
  source: z.enum(SURVEY_SOURCES),
  /** Null where nobody knows, such as for bare pictures. */
  environment: EnvironmentIdentitySchema.nullable(),
  /** App that is surveyed, as its launcher has it; null for several. */
  app: z.string().nullable(),
  /** SHA-256 of everything that decides how the survey goes on; another one is not continued. */
  identity: Sha256Schema,
});
export type SurveyStart = z.infer<typeof SurveyStartSchema>;

/**
 * The screen was looked at. Its files lie in `screens/`: `HASH.png` (or `.jpg`, `.webp`) and `HASH.xml`. Captures count from 0, in
 * their order.
 */
export const SurveyCaptureSchema = z.object({
  ...base,
  type: z.literal('capture'),
  capture: z.int().nonnegative(),
  size: SizeSchema.nullable(),
  activity: ActivitySchema.nullable(),
  picture: Sha256Schema.nullable(),
  /** Name of the picture's file in `screens/`; `PICTURE.png` unless given. */
  file: z
    .string()
    .regex(/^[0-9a-f]{64}\.(?:png|jpg|webp)$/)
    .optional(),
  hierarchy: Sha256Schema.nullable(),
});
export type SurveyCapture = z.infer<typeof SurveyCaptureSchema>;

/** Something was done, and the screen was looked at again. */
export const SurveyStepSchema = z.object({
  ...base,
  type: z.literal('step'),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  action: ActionSchema,
  /** What the environment did with it. */
  rule: z.string(),
  /** How sure somebody is that this was done, 0-1; absent where it was seen. */
  confidence: z.number().min(0).max(1).optional(),
  /** What the step is for, in words. */
  title: z.string().optional(),
  /** What of the screen an explorer tried, by its own name for it; absent where it was only on its way. */
  tried: z.string().optional(),
});
export type SurveyStep = z.infer<typeof SurveyStepSchema>;

/**
 * The phone was brought somewhere by other means than a step: it was reset, an app was started anew, a state was restored, or
 * another recording begins. The next capture is where.
 */
export const SurveyWalkSchema = z.object({
  ...base,
  type: z.literal('walk'),
  why: z.enum(['reset', 'restart', 'restore', 'recording', 'crash']),
  /** Recording, task or file that the walk is of. */
  of: z.string().optional(),
});

/** What whoever made the survey found out. */
export const SurveyNoteSchema = z.object({
  ...base,
  type: z.literal('note'),
  /** Such as `left-app`, `forbidden`, `dialog`, `crash`, `logged-out`, `elsewhere`, `stuck`, `loop`, `no-hierarchy`, `no-picture`. */
  kind: z.string().min(1),
  capture: z.int().nonnegative().optional(),
  detail: z.string(),
  /** First capture of the screen that a step was expected to lead to. */
  expected: z.int().nonnegative().optional(),
  /** First capture of the screen that the way was to, of which the step was one. */
  toward: z.int().nonnegative().optional(),
  /** What was to be tried there, by the explorer's own name for it. */
  tried: z.string().optional(),
});
export type SurveyNote = z.infer<typeof SurveyNoteSchema>;

/** What a model knows of a screen: what it is for, and what its elements do. */
export const SurveyKnowledgeSchema = z.object({
  ...base,
  type: z.literal('knowledge'),
  capture: z.int().nonnegative(),
  purpose: z.string(),
  /** `risk`: the kind of what cannot be taken back, where it does such a thing. */
  elements: z.array(
    z.object({ element: z.int().nonnegative(), does: z.string(), risk: z.string().optional() }),
  ),
  /** Texts that suit its fields, by the element's number. */
  texts: z.array(z.object({ element: z.int().nonnegative(), text: z.string() })),
});

/** The survey is at its end, and why. */
export const SurveyEndSchema = z.object({
  ...base,
  type: z.literal('survey-end'),
  reason: z.enum(['nothing-new', 'steps', 'seconds', 'complete']),
});

export const SurveyEventSchema = z.discriminatedUnion('type', [
  SurveyStartSchema,
  SurveyCaptureSchema,
  SurveyStepSchema,
  SurveyWalkSchema,
  SurveyNoteSchema,
  SurveyKnowledgeSchema,
  SurveyEndSchema,
]);
export type SurveyEvent = z.infer<typeof SurveyEventSchema>;
