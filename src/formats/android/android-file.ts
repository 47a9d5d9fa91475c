import { z } from 'zod';

/** An Android package: two words or more joined by dots. */
export const PackageSchema = z.string().regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, {
  message: 'a package is two words or more joined by dots, such as org.example.shop',
});

const PermissionSchema = z.string().regex(/^\w+(?:\.\w+)+$/, {
  message: 'a permission is written in full, such as android.permission.CAMERA',
});

const TextSchema = z.string().min(1).max(1000);
const SecondsSchema = z.number().positive().max(120).optional();

/** What a login script touches or looks for. */
const ElementSchema = z.union([
  z.strictObject({ text: TextSchema }),
  z.strictObject({ id: z.string().min(1).max(300) }),
]);

/** One step of a login script. `{secret:NAME}` in a typed text is the environment variable `NAME`. */
export const LoginStepSchema = z.union([
  /** App by name, alias or package. */
  z.strictObject({ open: TextSchema }),
  z.strictObject({ tap: ElementSchema, seconds: SecondsSchema }),
  z.strictObject({ type: TextSchema }),
  z.strictObject({ key: z.string().regex(/^\w{1,40}$/) }),
  /** Until the text is on the screen; after 10 seconds, or those given, the login has failed. */
  z.strictObject({ wait: TextSchema, seconds: SecondsSchema }),
  z.strictObject({ assert: TextSchema }),
]);
export type LoginStep = z.infer<typeof LoginStepSchema>;

const AndroidAppSchema = z.object({
  /** What tasks and agents call it. */
  name: z.string().min(1).max(100),
  aliases: z.array(z.string().min(1).max(100)).optional(),
  package: PackageSchema,
  /** Activity that it begins with; the one of its icon unless given. */
  activity: z
    .string()
    .regex(/^[\w.$]+$/)
    .optional(),
  /** What happens before each task of the app. */
  setup: z
    .object({
      /** Its data are removed: accounts too. */
      clear: z.boolean().optional(),
      grant: z.array(PermissionSchema).optional(),
      /** It is in front when the task begins; otherwise the home screen is. True unless given. */
      start: z.boolean().optional(),
    })
    .optional(),
  login: z.array(LoginStepSchema).min(1).max(100).optional(),
  /** Command of the user, as a list of words, that puts the app's account back; runs before each task of the app. */
  reset: z.array(z.string().min(1)).min(1).optional(),
});
export type AndroidApp = z.infer<typeof AndroidAppSchema>;

/** `android.json` of a folder, format version 1: apps of a phone. Described in docs/android.md. */
export const AndroidFileSchema = z.object({
  $schema: z.string().optional(),
  formatVersion: z.literal(1),
  apps: z.array(AndroidAppSchema).min(1),
  /** Id of the keyboard for adb as `ime list` prints it; null types keys alone. */
  keyboard: z
    .string()
    .regex(/^[\w.]+\/[\w.$]+$/)
    .nullable()
    .optional(),
  settle: z
    .object({
      /** Milliseconds before the first picture after an action. */
      firstMs: z.int().min(0).max(10_000).optional(),
      /** Milliseconds between pictures. */
      everyMs: z.int().min(10).max(5000).optional(),
      /** Milliseconds after which a screen that still moves is taken as it is. */
      deadlineMs: z.int().min(100).max(60_000).optional(),
    })
    .optional(),
});
export type AndroidFile = z.infer<typeof AndroidFileSchema>;

/** Steps from each older version of the format to the next. */
export const ANDROID_FORMAT = { name: 'android', steps: [] } as const;
