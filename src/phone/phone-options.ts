import { z } from 'zod';

/** How a phone is set up; part of a run's identity. Source: behaviour of the clients named with each switch. */
export const PhoneOptionsSchema = z.object({
  /** ADBKeyboard: not there, there but not selected, or selected from the start (agents that expect a prepared phone). */
  adbKeyboard: z.enum(['absent', 'installed', 'active']).default('installed'),
  /** What installing an APK comes to: refused, or `Success` for helpers in `pretendPackages`. */
  install: z.enum(['refuse', 'pretend']).default('refuse'),
  /** When looking twice counts as waiting: after 1.5 s of real time, never, or always. `auto`: `reobserve` where the world has waits. */
  waitPolicy: z.enum(['auto', 'reobserve', 'never', 'always']).default('auto'),
  /** Whether gestures and `sleep` return at once or take their time. */
  timeMode: z.enum(['instant', 'real']).default('instant'),
  /** What a dump gives where no hierarchy was recorded: an error as a phone gives, or one node of the screen's size. */
  hierarchy: z.enum(['recorded', 'frame']).default('recorded'),
  /** What `screencap -p` sends: 8-bit RGBA as phones do, whatever file was recorded, or the recorded PNG byte by byte. */
  screenshots: z.enum(['rgba', 'recorded']).default('rgba'),
  /**
   * What counts as an action: as a person would count who watches (a tap that only focuses, and emptying a field, count with
   * what is typed), or everything that is commanded.
   */
  counting: z.enum(['person', 'literal']).default('person'),
  /** Serve uiautomator2's HTTP on `tcp:9008`. */
  uiautomator2: z.boolean().default(true),
});
export type PhoneOptions = z.infer<typeof PhoneOptionsSchema>;
