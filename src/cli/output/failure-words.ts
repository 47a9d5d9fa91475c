import { quoteWord } from '../../domain/text/quote-word.js';

/** The run in a command that an error names without knowing the run. */
const RUN_OF_COMMANDS = /(\btouchstone resume )RUN\b/g;
/** A whole such command, as it stands in a sentence. */
const RESUME_OF_RUN = /`touchstone resume RUN[^`]*`/g;
/** What to do next, behind the words of a failure. */
const HINT = / \([^()]*`touchstone [^()]*\)$/;

/** A failure's words with the run that its commands are about, as it is named in the working directory. */
export function aboutRun(message: string, run: string): string {
  return message.replaceAll(RUN_OF_COMMANDS, `$1${quoteWord(run)}`);
}

/** A failure's words alone, for where the command that goes on follows. */
export function withoutHint(message: string): string {
  return message.replace(HINT, '');
}

/** The same where no run failed but another command, which goes on where it stopped when it is called again. */
export function aboutStage(message: string, command: string): string {
  return message.replaceAll(RESUME_OF_RUN, `call \`touchstone ${command} …\` again`);
}
