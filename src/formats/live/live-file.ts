import { z } from 'zod';
import { unsafePathReason } from '../safe-path.js';

/** Where an app begins: an address, or a page in the folder of the file. */
const AppPlaceSchema = z.string().superRefine((place, context) => {
  if (/^https?:\/\//i.test(place)) {
    if (!URL.canParse(place)) context.addIssue({ code: 'custom', message: 'this is no address' });
    return;
  }
  const [path = ''] = place.split(/[?#]/, 1);
  const reason = unsafePathReason(path);
  if (reason === null) return;
  context.addIssue({
    code: 'custom',
    message: `neither an http address nor a page of this folder: ${reason}`,
  });
});

const LiveAppSchema = z.object({
  /** Name under its icon, and what agents open it by. */
  name: z.string().min(1).max(100),
  /** Other names it goes by. */
  aliases: z.array(z.string().min(1).max(100)).optional(),
  /** Android package it goes by, such as `org.example.shop`. */
  package: z.string().regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, {
    message: 'a package is two words or more joined by dots, such as org.example.shop',
  }),
  /** `http(s)://…`, or a page of this folder (`app/index.html`). */
  url: AppPlaceSchema,
});

/** `live.json` of a folder, format version 1: web apps that run live as a phone. Described in docs/live.md. */
export const LiveFileSchema = z.object({
  $schema: z.string().optional(),
  formatVersion: z.literal(1),
  apps: z.array(LiveAppSchema).min(1),
  /**
   * The home screen: `http(s)://…`, or a page of this folder. It opens an app with `touchstoneOpen(package, fragment)`, where
   * the fragment is left out or replaces that of the app's `url`. Without it, an icon for each app.
   */
  home: AppPlaceSchema.optional(),
  screen: z
    .object({
      /** Pixels of the picture. */
      width: z.int().min(100).max(4000),
      height: z.int().min(100).max(8000),
      /** Pixels of the picture per CSS pixel. */
      ratio: z.number().min(1).max(5),
    })
    .optional(),
  /** IETF tag, such as `en-US`. */
  locale: z.string().min(2).optional(),
  /** IANA name of the time zone, such as `Europe/Paris`. */
  timezone: z.string().min(1).optional(),
  /** Milliseconds after which a screen that still moves is taken as it is. */
  settleDeadlineMs: z.int().min(100).max(60_000).optional(),
});
export type LiveFile = z.infer<typeof LiveFileSchema>;

/** Steps from each older version of the format to the next. */
export const LIVE_FORMAT = { name: 'live', steps: [] } as const;
