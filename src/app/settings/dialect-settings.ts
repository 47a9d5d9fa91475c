import { z } from 'zod';
import { KeyTextsSchema, KeyValuesSchema } from './key-values.js';
import { parseCoordinateRule } from '../../domain/coordinates/coordinate-rule.js';
import { COORDINATE_FORMS, parsePictureRule, PICTURE_FORMS } from './parse-rules.js';
import { OBSERVATION_CHOICES } from '../../agents/observation-choice.js';
import { defineSetting } from './define-setting.js';

/** How the model is asked and read, and the agent's own switches. */
export const DIALECT_SETTINGS = {
  agentOptions: defineSetting({
    flag: '--agent-option <name=value>',
    description: 'a switch of the agent; see `touchstone list agents`; may be given several times',
    schema: KeyValuesSchema,
    default: {},
    unset: 'none',
    isRepeatable: true,
  }),
  dialect: defineSetting({
    flag: '--dialect <name[@variant]>',
    description:
      "how the model is asked and answers: see `touchstone list dialects`, or a .mjs file of one's own (default: the agent's)",
    schema: z.string().min(1).nullable(),
    default: null,
  }),
  dialectOptions: defineSetting({
    flag: '--dialect-option <name=value>',
    description: 'a switch of the dialect or of its official prompts; may be given several times',
    schema: KeyValuesSchema,
    default: {},
    isRepeatable: true,
  }),
  roleDialects: defineSetting({
    flag: '--role-dialect <role=name[@variant]>',
    description:
      "the dialect of a model other than the acting one, such as grounder=ui_tars (default: the agent's); may be given several times",
    schema: KeyTextsSchema,
    default: {},
    isRepeatable: true,
  }),
  prompts: defineSetting({
    flag: '--prompt <name=file>',
    description:
      'a prompt of the agent, its dialect or the questions of dimensions from a file; `touchstone prompts show` prints them; may be given several times',
    schema: KeyTextsSchema,
    default: {},
    isRepeatable: true,
  }),
  promptSource: defineSetting({
    flag: '--prompt-source <name|folder>',
    description:
      "whose words the model is asked in: touchstone (Touchstone's own), official (its authors', as `touchstone prompts import` keeps them), or a folder with clones of the authors' repositories",
    schema: z.string().min(1),
    default: 'touchstone',
  }),
  promptSet: defineSetting({
    flag: '--prompt-set <name>',
    description:
      "which official prompts, where a dialect has several; see `touchstone prompts list` (default: the benchmark's, else the vendor's)",
    schema: z.string().min(1).nullable(),
    default: null,
  }),
  observation: defineSetting({
    flag: '--observation <kind>',
    description:
      'what of a screen the model is shown, where the screen has it: native (as its dialect wants it), screenshot, hierarchy, both; or its elements as one of three texts: tree, simplified, leaves',
    schema: z.enum(OBSERVATION_CHOICES),
    default: 'native' as const,
  }),
  elements: defineSetting({
    flag: '--elements <folder>',
    description:
      'outputs of OmniParser, a file per picture: what a dialect that needs marks takes them from where screens have no UI hierarchy',
    schema: z.string().min(1).nullable(),
    default: null,
  }),
  picture: defineSetting({
    flag: '--picture <rule>',
    description: `how screenshots are sized and encoded (default: the dialect's): ${PICTURE_FORMS}`,
    schema: z
      .string()
      .refine((text) => parsePictureRule(text) !== null, { error: `it must be one of ${PICTURE_FORMS}` })
      .nullable(),
    default: null,
  }),
  coordinates: defineSetting({
    flag: '--coordinates <rule>',
    description: `what the model's numbers mean (default: the dialect's): ${COORDINATE_FORMS}`,
    schema: z
      .string()
      .refine((text) => parseCoordinateRule(text) !== null, {
        error: `it must be one of ${COORDINATE_FORMS}`,
      })
      .nullable(),
    default: null,
  }),
  scroll: defineSetting({
    flag: '--scroll <content|finger>',
    description: "whether a model's direction is the page's or the finger's (default: the dialect's)",
    schema: z.enum(['content', 'finger']).nullable(),
    default: null,
  }),
  historyLength: defineSetting({
    flag: '--history-length <n>',
    description: "earlier steps that the model is shown (default: the dialect's)",
    schema: z.coerce.number().int().nonnegative().nullable(),
    default: null,
  }),
  historyPictures: defineSetting({
    flag: '--history-pictures <n>',
    description: "screenshots of earlier steps that the model is shown (default: the dialect's)",
    schema: z.coerce.number().int().nonnegative().nullable(),
    default: null,
  }),
  parsing: defineSetting({
    flag: '--parsing <profile>',
    description:
      "how forgiving the model's answers are read: tolerant, strict or reference:NAME (default: tolerant; in mode reference the published code's way, where the dialect has it)",
    schema: z
      .union([z.enum(['tolerant', 'strict']), z.templateLiteral(['reference:', z.string().min(1)])], {
        error: 'it must be tolerant, strict, or reference:NAME',
      })
      .nullable(),
    default: null,
  }),
} as const;
