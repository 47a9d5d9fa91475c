import { z } from 'zod';
import { EpisodeFindingSchema } from '../../domain/scores/episode-finding.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { TouchstoneError } from '../../errors.js';
import type { Scanner } from '../../scanners/scanner.js';
import { PluginError } from './plugin-error.js';

const FindingsSchema = z.array(EpisodeFindingSchema.unwrap().omit({ scanner: true }));

/**
 * The scanner of a plug-in, whose errors and findings that are none are the plug-in's.
 *
 * @param origin the plug-in, for the error
 */
export function guardScanner(scanner: Scanner, origin: string): Scanner {
  const who = `the scanner ${scanner.name} of ${origin}`;
  const { name, version, title } = scanner;
  return {
    name,
    version,
    title,
    readsScreens: scanner.readsScreens,
    ...(scanner.asksModel === undefined ? {} : { asksModel: scanner.asksModel }),
    scan: async (episode) => {
      let given: unknown;
      try {
        given = await scanner.scan(episode);
      } catch (cause) {
        if (cause instanceof TouchstoneError || episode.signal.aborted) throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new PluginError(`${who} threw an error: ${why}`, { cause });
      }
      if (given === null) return null;
      const findings = FindingsSchema.safeParse(given);
      if (findings.success) return findings.data;
      const [issue] = findings.error.issues;
      throw new PluginError(
        `${who} gives no list of findings: ${issue === undefined ? '' : describeIssue(issue)}`,
        { hint: 'A finding is `{message, steps}`, steps counted from 0.' },
      );
    },
  };
}
