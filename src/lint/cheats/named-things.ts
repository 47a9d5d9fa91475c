import { quotedTexts } from '../../domain/text/quoted-texts.js';

/** A number that may count anything: up to three digits. */
const COUNT = /^\p{N}{1,3}$/u;
/** Words with a digit, of two characters at least, with what joins digits: `6:45`, `555-0148`, `tidepool9`. */
const WITH_DIGIT =
  /(?=[\p{Script=Latin}\p{N}:.-]*\p{N})[\p{Script=Latin}\p{N}](?:[\p{Script=Latin}\p{N}:.-]*[\p{Script=Latin}\p{N}])/gu;
/** Runs of words with capitals. */
const CAPITALS = /\p{Lu}[\p{Script=Latin}\p{N}&-]*(?: (?:& )?\p{Lu}[\p{Script=Latin}\p{N}&-]*)*/gu;
/** Days and months are written in too many ways to be found again. */
const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
/** What a sentence begins behind; a word there has its capital from its place. */
const BEGINNING = /(?:^|[.!?。！？])\s*$/u;

/**
 * What an instruction names: what it quotes, words with a digit, and runs of words with capitals, without the
 * word that begins a sentence. Names of apps are left out, since opening one is no step of the task; days and months, since screens write them
 * in many ways; numbers of up to three digits, since they may count anything.
 */
export function namedThings(instruction: string, apps: readonly string[]): readonly string[] {
  const quoted = quotedTexts(instruction);
  const rest = quoted.reduce((text, quote) => text.replace(quote, ' '), instruction);
  const capitals = [...rest.matchAll(CAPITALS)].flatMap(({ 0: words, index }) => {
    const name = BEGINNING.test(rest.slice(0, index)) ? words.split(' ').slice(1).join(' ') : words;
    return name.length < 2 ? [] : [name];
  });
  const known = new Set(apps.map((app) => app.toLowerCase()));
  const names = [...quoted, ...[...rest.matchAll(WITH_DIGIT)].map(([word]) => word), ...capitals];
  return [...new Set(names)].filter(
    (name) => !known.has(name.toLowerCase()) && !CALENDAR.test(name) && !COUNT.test(name),
  );
}
